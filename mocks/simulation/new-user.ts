import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Identifier } from "../../fixtures/dialect/identifier.ts";
import type { Account, Kind } from "../service/accounts.ts";
import type { IdIssuer } from "../service/identifiers.ts";
import type { RecordCollection } from "../service/record-collection.ts";

/** Id formats for kinds that have no dialect key. */
const invoiceId: Identifier = { kind: "prefixed", prefix: "inv_", alphabet: "base36", length: 10 };

/** A new id for this kind of record, in the dialect's format. */
export function newId(
  kind: Kind,
  records: RecordCollection,
  { createUser, subscriptionId }: Dialect,
  ids: IdIssuer,
): string | number {
  const format = { users: createUser.id, subscriptions: subscriptionId.format, invoices: invoiceId }[kind];
  const next = records.nextNumber;
  return ids.issue(format, (id) => records.find(id) !== undefined, next) ?? `${kind}-${next}`;
}

/** A user that another client creates: like the existing ones, with an id and unique values of its own. */
export function newUser({ users }: Pick<Account, "users">, dialect: Dialect, ids: IdIssuer, now: number): RecordData {
  const { unique } = dialect.createUser;
  const size = users.count() + 1;
  const id = newId("users", users, dialect, ids);
  const name = `Newcomer ${size}`;
  const model = users.all()[0] ?? { id, email: "someone@new-user.example", name };
  const fields = Object.entries(model).map(([field, value]) => {
    if (field === "name" && typeof value === "string") return [field, name];
    if (/^created_?at$/i.test(field) && typeof value === "string") return [field, new Date(now).toISOString()];
    return [field, unique.includes(field) ? anotherValue(value, size) : value];
  });
  return { ...Object.fromEntries(fields), id };
}

function anotherValue(value: RecordData[string] | undefined, number: number): RecordData[string] {
  if (typeof value === "number") return Math.round(value) + 1_000_000 + number;
  if (typeof value !== "string") return `new-user-${number}`;
  const at = value.lastIndexOf("@");
  return at < 0 ? `${value}-${number}` : `new-user-${number}${value.slice(at)}`;
}
