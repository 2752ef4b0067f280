import type { Filtering } from "../../fixtures/dialect/filtering.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { jsonText } from "./json.ts";

/** The two lists of the interface, as the dialect names them. */
export type ListName = "users" | "invoices";

/**
 * The records that pass every filter of the query (§4). A parameter given more than once lets through any
 * of its values; parameters that name no filter of the dialect are ignored.
 */
export function filterRecords(
  records: readonly RecordData[],
  filtering: Filtering,
  list: ListName,
  query: URLSearchParams,
): readonly RecordData[] {
  if (filtering.style === "none" || query.size === 0) return records;
  const filters = filtering[list]
    .map((field) => ({ field, values: query.getAll(filtering.style === "plain" ? field : `filter[${field}]`) }))
    .filter(({ values }) => values.length > 0);
  if (filters.length === 0) return records;
  return records.filter((record) =>
    filters.every(
      ({ field, values }) => Object.hasOwn(record, field) && values.includes(jsonText(record[field] ?? null)),
    ),
  );
}
