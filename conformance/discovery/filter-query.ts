import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Filtering } from "../../fixtures/dialect/filtering.ts";

/** A value that no record has. */
const noSuchValue = "orgkit-no-such-value";

/** The query of a declared filter for records with this value. */
export function filterQuery(
  { style }: Pick<Filtering, "style">,
  field: string,
  value: string,
): Readonly<Record<string, string>> {
  return { [style === "bracket" ? `filter[${field}]` : field]: value };
}

/** The query of a filter that matches no record; none if no filter is declared. */
export function emptyFilterQuery(
  filtering: Filtering | undefined,
  operation: ListOperationId,
): readonly Readonly<Record<string, string>>[] {
  if (filtering === undefined || filtering.style === "none") return [];
  const [field] = filtering[listOf(operation)];
  return field === undefined ? [] : [filterQuery(filtering, field, noSuchValue)];
}
