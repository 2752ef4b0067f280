import { isNumbered, type NumberedPaging } from "../../../fixtures/dialect/paging.ts";
import {
  isList,
  listOf,
  listOperationIds,
  type ListName,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";

/** The common parts of requirements on the parameters of lists, and why they are declared. */
export const ofLists = { level: "declared", sections: ["4"], operations: listOperationIds } as const;
export const openParameters = "§4 leaves the parameters of the lists open";

/** The list of a check. */
export function judgedList(operation: OperationId): ListName {
  if (!isList(operation)) throw new Error(`${operation} reads no list`);
  return listOf(operation);
}

/** The declared paging of a list; `undefined` if there is none, or it uses cursors. */
export function pagedBy({ paging }: Dialect, operation: OperationId): NumberedPaging | undefined {
  const declared = paging[judgedList(operation)];
  return isNumbered(declared) ? declared : undefined;
}
