import { isObject } from "../../../fixtures/json.ts";
import { isList, listOf, type ListName, type OperationId } from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { ListPaging } from "../../../fixtures/dialect/paging.ts";
import type { Members } from "../../target/envelope.ts";
import { readEnvelope } from "../../target/envelope.ts";
import type { Success } from "../authorized.ts";
import { recordKeys } from "../record.ts";

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

/** A page of a list that can be reckoned with. */
export interface Page {
  readonly records: readonly unknown[];
  readonly keys: readonly string[];
  readonly page: number;
  readonly total: number;
}

/** The page in a reply; `undefined` where ENV-01 to ENV-05 find it no envelope. */
export function pageIn({ response }: Success): Page | undefined {
  const { data, meta } = readEnvelope(response);
  const keys = data === undefined ? undefined : recordKeys(data);
  const page = meta?.["page"];
  const total = meta?.["total"];
  if (data === undefined || keys === undefined || !isCount(page) || !isCount(total)) return undefined;
  return { records: data, keys, page, total };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The records that have members to look at. */
export function objectsOf(records: readonly unknown[]): readonly Members[] {
  return records.filter(isObject);
}
