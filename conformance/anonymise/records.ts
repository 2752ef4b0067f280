import { z } from "zod";
import type { JsonObject } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";

type Resource = "users" | "subscriptions" | "invoices";

/** The records of a service as they were received; whose `id` may have another name, or be missing. */
export type SourceRecords = Readonly<Record<Resource, readonly JsonObject[]>>;

/**
 * The records with an `id` each, by which orgkit addresses them, and each of them once. Where a service has another name for it, that
 * field's value is the id; where it has none, one is made up.
 */
export function withIds({ users, subscriptions, invoices }: SourceRecords): Record<Resource, readonly RecordData[]> {
  return {
    users: identified(users, "user"),
    subscriptions: identified(subscriptions, "subscription"),
    invoices: identified(invoices, "invoice"),
  };
}

function identified(records: readonly JsonObject[], resource: string): readonly RecordData[] {
  const names = ["id", "_id", "uuid", "guid", "uid", `${resource}_id`, `${resource}Id`, `${resource}ID`, "number"];
  const byId = new Map<string, RecordData>();
  for (const [index, record] of records.entries()) {
    const own = names.map((name) => record[name]).find((value) => idSchema.safeParse(value).success);
    const id = idSchema.catch(`${resource}_${String(index + 1).padStart(6, "0")}`).parse(own);
    if (!byId.has(String(id))) byId.set(String(id), { ...record, id });
  }
  return [...byId.values()];
}

const idSchema = z.union([z.string().min(1), z.int()]);
