import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Account } from "../service/accounts.ts";
import type { IdIssuer } from "../service/identifiers.ts";

/** A user somebody else creates: like the users there are, with an id and unique values of its own. */
export function newcomer({ users }: Account, dialect: Dialect, ids: IdIssuer, now: number): RecordData {
  const { id: format, unique } = dialect.createUser;
  const size = users.size + 1;
  const id = ids.issue(format, (candidate) => users.find(candidate) !== undefined, size) ?? `newcomer-${size}`;
  const name = `Newcomer ${size}`;
  const model = users.all()[0] ?? { id, email: "someone@newcomer.example", name };
  const fields = Object.entries(model).map(([field, value]) => {
    if (field === "name" && typeof value === "string") return [field, name];
    if (/^created_?at$/i.test(field) && typeof value === "string") return [field, new Date(now).toISOString()];
    return [field, unique.includes(field) ? anotherValue(value, size) : value];
  });
  return { ...Object.fromEntries(fields), id };
}

function anotherValue(value: RecordData[string] | undefined, number: number): RecordData[string] {
  if (typeof value === "number") return Math.round(value) + 1_000_000 + number;
  if (typeof value !== "string") return `newcomer-${number}`;
  const at = value.lastIndexOf("@");
  return at < 0 ? `${value}-${number}` : `newcomer-${number}${value.slice(at)}`;
}
