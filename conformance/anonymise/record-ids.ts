import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Json, JsonObject, SourceRecords } from "./json.ts";

/** Records that each have an id. */
export type IdentifiedRecords = Readonly<Record<keyof SourceRecords, readonly RecordData[]>>;

/** Other names that services have for the `id` of a record, after which any field of the resource's own: `user_id`, `invoiceId`. */
const otherNames = ["_id", "uuid", "guid", "uid"];

const resources = { users: "user", subscriptions: "subscription", invoices: "invoice" } as const;

/**
 * The records with an `id` each, by which orgkit addresses them, and each of them once. Where a service has another name for it, that
 * field's value is the id; where it has none, one is made up.
 */
export function withIds(records: SourceRecords): IdentifiedRecords {
  const { users, subscriptions, invoices } = records;
  const ofCollection = (collection: keyof SourceRecords, given: readonly JsonObject[]): readonly RecordData[] => {
    const withId = given.map((record, index) => identified(record, resources[collection], index));
    return [...new Map(withId.toReversed().map((record) => [String(record.id), record])).values()].toReversed();
  };
  return {
    users: ofCollection("users", users),
    subscriptions: ofCollection("subscriptions", subscriptions),
    invoices: ofCollection("invoices", invoices),
  };
}

function identified(record: JsonObject, resource: string, index: number): RecordData {
  const names = ["id", ...otherNames, `${resource}_id`, `${resource}Id`, `${resource}ID`, "number"];
  const id = names.map((name) => record[name]).find(isId);
  return { ...record, id: id ?? `${resource}_${String(index + 1).padStart(6, "0")}` };
}

function isId(value: Json | undefined): value is string | number {
  return typeof value === "string" ? value !== "" : Number.isSafeInteger(value);
}

/** The records, each with an id that none before it has. */
export function withDistinctIds(records: readonly JsonObject[]): readonly RecordData[] {
  const taken = new Set<string>();
  return records.map((record) => {
    let id = isId(record["id"]) ? record["id"] : "x";
    while (taken.has(String(id))) id = typeof id === "number" ? id + 1 : `${id}x`;
    taken.add(String(id));
    return { ...record, id };
  });
}
