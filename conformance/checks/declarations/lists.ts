import { isNumbered, type NumberedPaging } from "../../../fixtures/dialect/paging.ts";
import {
  isList,
  listOf,
  listOperationIds,
  type ListName,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";

/** What requirements on the parameters of lists have in common, and why they are declared. */
export const ofLists = { level: "declared", sections: ["4"], operations: listOperationIds } as const;
export const openParameters = "§4 leaves the parameters of the lists open";

/** The list that a check of a list is about. */
export function judgedList(operation: OperationId): ListName {
  if (!isList(operation)) throw new Error(`${operation} reads no list`);
  return listOf(operation);
}

/** How a list is declared to be paged; `undefined` where it is not, or by cursors. */
export function pagedBy({ paging }: Dialect, operation: OperationId): NumberedPaging | undefined {
  const declared = paging[judgedList(operation)];
  return isNumbered(declared) ? declared : undefined;
}
