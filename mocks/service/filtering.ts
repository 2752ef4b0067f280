import { jsonText } from "../../fixtures/json.ts";
import type { ListName } from "../../fixtures/contract/operations.ts";
import type { Filtering } from "../../fixtures/dialect/filtering.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";

/**
 * What the query asks a list for (§4); `undefined` for all of it. A parameter given more than once lets through any
 * of its values; parameters that name no filter of the dialect are ignored.
 */
export function readFilter(
  filtering: Filtering,
  list: ListName,
  query: URLSearchParams,
): ((record: RecordData) => boolean) | undefined {
  if (filtering.style === "none" || query.size === 0) return undefined;
  const filters = filtering[list]
    .map((field) => {
      const values = new Set(query.getAll(filtering.style === "plain" ? field : `filter[${field}]`));
      return { field, values };
    })
    .filter(({ values }) => values.size > 0);
  if (filters.length === 0) return undefined;
  return (record) =>
    filters.every(({ field, values }) => Object.hasOwn(record, field) && values.has(jsonText(record[field] ?? null)));
}
