import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Filtering } from "../../fixtures/dialect/filtering.ts";

/** A value that no record has. */
const noSuchValue = "orgkit-no-such-value";

/** The query by which a declared filter picks the records whose field has this value. */
export function filterQuery(
  { style }: Pick<Filtering, "style">,
  field: string,
  value: string,
): Readonly<Record<string, string>> {
  return { [style === "bracket" ? `filter[${field}]` : field]: value };
}

/** The query of a filter that no record fits; none where no filter is declared. */
export function nothingFits(
  filtering: Filtering | undefined,
  operation: ListOperationId,
): readonly Readonly<Record<string, string>>[] {
  if (filtering === undefined || filtering.style === "none") return [];
  const [field] = filtering[listOf(operation)];
  return field === undefined ? [] : [filterQuery(filtering, field, noSuchValue)];
}
