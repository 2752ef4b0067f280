import {
  isList,
  listOf,
  listOperationIds,
  type ListName,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { ListPaging } from "../../../fixtures/dialect/paging.ts";

/** What requirements on the parameters of lists have in common, and why they are declared. */
export const ofLists = { level: "declared", sections: ["4"], operations: listOperationIds } as const;
export const openParameters = "§4 leaves the parameters of the lists open";

/** The list that a check of a list is about. */
export function judgedList(operation: OperationId): ListName {
  if (!isList(operation)) throw new Error(`${operation} reads no list`);
  return listOf(operation);
}

/** A paging that has parameters. */
export type Paged = Exclude<ListPaging, { style: "none" }>;

/** How a list is declared to be paged; `undefined` where it is not. */
export function pagedBy({ paging }: Dialect, operation: OperationId): Paged | undefined {
  const declared = paging[judgedList(operation)];
  return declared.style === "none" ? undefined : declared;
}

/** The query of a page; the first is 0. */
export function pageQuery(paging: Paged, page: number, size: number): Readonly<Record<string, string>> {
  return { ...whichPage(paging, page, size), [sizeName(paging)]: String(size) };
}

/** The query that chooses a page and leaves its size to the target. */
export function whichPage(paging: Paged, page: number, size: number): Readonly<Record<string, string>> {
  return paging.style === "page"
    ? { [paging.parameters.page]: String(page + paging.firstPage) }
    : { [paging.parameters.offset]: String(page * size) };
}

export function sizeName(paging: Paged): string {
  return paging.style === "page" ? paging.parameters.size : paging.parameters.limit;
}

export function pageName(paging: Paged): string {
  return paging.style === "page" ? paging.parameters.page : paging.parameters.offset;
}
