import type { Json } from "../../../fixtures/json.ts";
import { isUnset, Unset, type Finding, type Found } from "../../discovery/observation.ts";
import { errorsWithoutPeople } from "./errors-without-people.ts";
import type { Guard } from "./guard.ts";
import { schemaWithoutPeople } from "./schema-without-people.ts";

const resources: Readonly<Record<string, string>> = {
  "records.user": "users",
  "records.subscription": "subscriptions",
  "records.invoice": "invoices",
};

/** What stands for a value that is kept out: nothing, where the key says too much. */
type Kept = (value: Json, guard: Guard) => Json | undefined;

const namesOfUsers: Kept = (value, guard) => names(value, "users", guard);
const namesOfInvoices: Kept = (value, guard) => names(value, "invoices", guard);

/** The keys whose values a target words itself. All others are numbers, and words of orgkit. */
const worded: Readonly<Record<string, Kept>> = {
  errors: errorsWithoutPeople,
  "filtering.users": namesOfUsers,
  "filtering.invoices": namesOfInvoices,
  "sorting.users": namesOfUsers,
  "sorting.invoices": namesOfInvoices,
  "createUser.required": namesOfUsers,
  "createUser.unique": namesOfUsers,
  "createUser.defaults": membersOfUser,
  "createUser.generated": membersOfUser,
  "createUser.id": ifFree,
  "createUser.location": ifFree,
  "subscriptionId.format": (value, guard) => ifFree(value, guard) ?? { kind: "any" },
  "auth.challenge": ifFree,
  "auth.login": ifFree,
};

/**
 * A finding without what the records tell of people: names, addresses, texts of theirs, and what stands for them. The
 * key is unset where nothing else would be left.
 */
export function withoutPeople(key: string, finding: Finding, guard: Guard): Finding {
  if (isUnset(finding)) return new Unset(guard.mask(finding.unset), finding.give);
  const place = resources[key];
  const value =
    place === undefined ? keptValue(key, finding.value, guard) : schemaWithoutPeople(finding.value, place, guard);
  if (value === undefined) return new Unset("it holds a word of the records, and is not written down");
  return { ...finding, value, ...noteOf(finding, value, guard) };
}

function keptValue(key: string, value: Json, guard: Guard): Json | undefined {
  const keep = worded[key];
  return keep === undefined ? value : keep(value, guard);
}

function noteOf({ note, value: before }: Found, value: Json, guard: Guard): Pick<Found, "note"> {
  const isWhole = JSON.stringify(before) === JSON.stringify(value);
  const notes = [
    note === undefined ? [] : [guard.mask(note)],
    isWhole ? [] : ["without what may name somebody"],
  ].flat();
  return notes.length === 0 ? {} : { note: notes.join("; ") };
}

function names(value: Json, place: string, guard: Guard): Json {
  if (!Array.isArray(value)) return value;
  return value.filter((name) => typeof name !== "string" || guard.keepsName(place, name));
}

function membersOfUser(value: Json, guard: Guard): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) => guard.keepsName("users", name) && ifFree(member, guard) !== undefined,
  );
  return Object.fromEntries(kept);
}

/** The value, where no text in it holds a word of somebody. */
function ifFree(value: Json, guard: Guard): Json | undefined {
  return textsIn(value).every((text) => guard.isFree(text.replaceAll(/\{\{\w+\}\}/g, " "))) ? value : undefined;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
