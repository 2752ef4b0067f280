import type { RecordData } from "../../fixtures/worlds/world.ts";

/** Any JSON value of a record. */
export type Json = RecordData[string];
export type JsonObject = Readonly<Record<string, Json>>;

/** The records of a service as they were received; whose `id` may have another name, or be missing. */
export interface SourceRecords {
  readonly users: readonly JsonObject[];
  readonly subscriptions: readonly JsonObject[];
  readonly invoices: readonly JsonObject[];
}

/** Records that each have an id. */
export type IdentifiedRecords = Readonly<Record<keyof SourceRecords, readonly RecordData[]>>;

/**
 * The records with an `id` each, by which orgkit addresses them, and each of them once. Where a service has another name for it, that
 * field's value is the id; where it has none, one is made up.
 */
export function withIds({ users, subscriptions, invoices }: SourceRecords): IdentifiedRecords {
  const identified = (records: readonly JsonObject[], resource: string): readonly RecordData[] => {
    const names = ["id", "_id", "uuid", "guid", "uid", `${resource}_id`, `${resource}Id`, `${resource}ID`, "number"];
    const isId = (value: Json | undefined): value is string | number =>
      typeof value === "string" ? value !== "" : Number.isSafeInteger(value);
    const byId = new Map<string, RecordData>();
    for (const [index, record] of records.entries()) {
      const own = names.map((name) => record[name]).find(isId);
      const id = own ?? `${resource}_${String(index + 1).padStart(6, "0")}`;
      if (!byId.has(String(id))) byId.set(String(id), { ...record, id });
    }
    return [...byId.values()];
  };
  return {
    users: identified(users, "user"),
    subscriptions: identified(subscriptions, "subscription"),
    invoices: identified(invoices, "invoice"),
  };
}
