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

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
