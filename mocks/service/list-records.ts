import {
  isList,
  listOf,
  operations,
  type ListName,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Filtering, Sorting } from "../../fixtures/dialect/filtering.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import { jsonText, type Json } from "../../fixtures/values/json.ts";
import { byCodeUnits, findTimeOrder } from "../../fixtures/values/order.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { Reply, Context } from "./call.ts";
import { readMember, type RecordCollection } from "./record-collection.ts";
import { Failure, successReply, toEnvelope } from "./reply.ts";
import type { Values } from "./template.ts";
import {
  filterParameters,
  queryParameters,
  firstPosition,
  pagePosition,
  positionParameter,
  sizeParameter,
} from "../../fixtures/dialect/query-parameters.ts";

/** @throws Failure if a query has a parameter that the dialect does not have, and the dialect rejects such */
export function rejectUnknownParameters(operation: OperationId, query: string, dialect: Dialect): void {
  const { unknownParameters } = dialect.requests;
  if (query === "" || unknownParameters === "ignore") return;
  if (unknownParameters === "rejectInLists" && !isList(operation)) return;
  const parameters = isList(operation) ? queryParameters(listOf(operation), dialect) : [];
  const parameter = [...new URLSearchParams(query).keys()].find((name) => !parameters.includes(name));
  if (parameter === undefined) return;
  const expected =
    parameters.length === 0 ? "there are no parameters here" : `expected one of ${parameters.join(", ")}`;
  const rule = "requests.unknownParameters";
  throw new Failure("badParameter", `"${parameter}" is not known; ${expected}.`, { rule, parameter });
}

/** Lists the users of the account's organization, or only its own invoices, by page (§1, §4, §5). */
export function listRecords(operation: ListOperationId, context: Context): Reply {
  const { call, account, dialect, now } = context;
  const list = listOf(operation);
  const query = new URLSearchParams(call.query);
  const sortKeys = readSortKeys(dialect.sorting, list, query);
  const filters = readFilters(dialect.filtering, list, query);
  const visible = readVisible(account[list], now);
  const pager = new Pager(dialect.paging[list], list, query);
  if (sortKeys.length === 0 && filters.length === 0) return successReply(operation, context, pager.takePage(visible));
  const records = visible.slice(0, visible.length);
  // Queries use the dialect's name of the id.
  const idName = dialect.responses.ids[operations[operation].record] ?? "id";
  const named = idName === "id" ? records : records.map((record) => ({ ...record, [idName]: record.id }));
  const matching = named.filter((record) => matchesFilters(record, filters));
  return successReply(operation, context, pager.takePage(sortRecords(matching, sortKeys)));
}

/** Records of which a page reads only its own: the others may not be made yet. */
interface PagedRecords {
  readonly length: number;
  slice(from: number, to: number): readonly RecordData[];
}

/**
 * The response of a list without records, with all that a dialect says of its position.
 * @throws Failure as for a list with records
 */
export function listNothing(
  operation: ListOperationId,
  turn: Pick<Context, "call" | "dialect" | "number" | "now">,
): Reply {
  const list = listOf(operation);
  const pager = new Pager(turn.dialect.paging[list], list, new URLSearchParams(turn.call.query));
  return successReply(operation, turn, pager.takePage([]));
}

/** Leaves out records that were created a moment ago, if their creation says so. Counts this as one read of each. */
function readVisible(list: RecordCollection, now: number): PagedRecords {
  const { hidden } = list;
  for (const [id, { reads, until }] of hidden) {
    if ((reads !== null && reads <= 0) || (until !== null && until <= now)) hidden.delete(id);
    else if (reads !== null) hidden.set(id, { reads: reads - 1, until });
  }
  if (hidden.size > 0) return list.records().filter(({ id }) => !hidden.has(String(id)));
  return { length: list.count(), slice: (from, to) => list.slice(from, to) };
}

/** Selects the records whose field has one of the values, as texts. */
interface Filter {
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/**
 * The filters of a list in the query (§4). A parameter given twice matches either value; parameters that are no filter
 * of the dialect are ignored.
 */
function readFilters(filtering: Filtering, list: ListName, query: URLSearchParams): readonly Filter[] {
  if (query.size === 0) return [];
  return filterParameters(filtering, list)
    .map(({ field, parameter }) => ({ field, values: new Set(query.getAll(parameter)) }))
    .filter(({ values }) => values.size > 0);
}

function matchesFilters(record: RecordData, filters: readonly Filter[]): boolean {
  return filters.every(({ field, values }) => {
    const value = readMember(record, field);
    return value !== undefined && values.has(jsonText(value));
  });
}

interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/**
 * What the query sorts by (§4); nothing for the order of creation.
 * @throws Failure if a field or the direction is unknown, and the dialect rejects it
 */
function readSortKeys(sorting: Sorting, list: ListName, query: URLSearchParams): readonly SortKey[] {
  if (sorting.style === "none" || sorting[list].length === 0) return [];
  const { parameter, unknownField, [list]: sortable } = sorting;
  const text = query.get(parameter);
  if (text === null) return [];
  const direction = (sorting.style === "pair" ? query.get(sorting.orderParameter)?.toLowerCase() : undefined) ?? "asc";
  const keys =
    sorting.style === "signed"
      ? text.split(",").map((part) => ({ field: part.replace(/^-/, ""), descending: part.startsWith("-") }))
      : [{ field: text, descending: direction === "desc" }];
  const isDirection = direction === "asc" || direction === "desc";
  const sortKeys = keys.filter(({ field }) => isDirection && sortable.includes(field));
  if (unknownField === "reject" && sortKeys.length < keys.length) {
    const rule = isDirection ? "sorting.unknownField" : "sorting";
    const fields = `"${parameter}" must name fields among ${sortable.join(", ")}.`;
    throw new Failure("badParameter", isDirection ? fields : "The order must be asc or desc.", { rule, parameter });
  }
  return sortKeys;
}

/**
 * Numbers first, by value; then times in the order of time if all texts are times, other texts by code units. Records
 * without the field are last in both directions. Of several keys with one field, only the first has an effect.
 */
function sortRecords(records: readonly RecordData[], keys: readonly SortKey[]): readonly RecordData[] {
  const comparisons = keys.map(({ field, descending }) => {
    const valueOf = (record: RecordData): Json => readMember(record, field) ?? null;
    const compare = findOrder(records.map(valueOf));
    return (one: RecordData, other: RecordData): number => {
      const [left, right] = [valueOf(one), valueOf(other)];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return descending ? -compare(left, right) : compare(left, right);
    };
  });
  return records.toSorted((one, other) => {
    for (const compare of comparisons) {
      const order = compare(one, other);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function findOrder(values: readonly Json[]): (one: Json, other: Json) => number {
  const texts = values.filter((value) => value !== null && typeof value !== "number").map(jsonText);
  const compareTexts = findTimeOrder(texts) ?? byCodeUnits;
  return (one, other) => {
    if (typeof one === "number") return typeof other === "number" ? one - other : -1;
    return typeof other === "number" ? 1 : compareTexts(jsonText(one), jsonText(other));
  };
}

/** A page of a list, with values for placeholders that describe its position. */
interface ListPage extends Envelope<RecordData> {
  readonly position: Values;
}

/** Numbers too large to be safe integers are beyond the end, not invalid. */
const farBeyond = 2 ** 40;

/** Takes the page of a list that a query asks for, in the dialect's paging (§4, §8). */
class Pager {
  readonly #paging: ListPaging;
  readonly #list: ListName;
  readonly #query: URLSearchParams;

  constructor(paging: ListPaging, list: ListName, query: URLSearchParams) {
    this.#paging = paging;
    this.#list = list;
    this.#query = query;
  }

  /** @throws Failure if the query has no valid page */
  takePage(records: PagedRecords): ListPage {
    const paging = this.#paging;
    const total = records.length;
    if (paging.style === "none") {
      const position = { offset: 0, pages: 1, hasNext: false, hasPrev: false };
      return { ...toEnvelope(records.slice(0, total), total === 0 ? 1 : paging.firstPage, total), position };
    }
    const size = this.#readSize(paging);
    const parameter = positionParameter(paging);
    const first = paging.style === "cursor" ? 0 : firstPosition(paging);
    const perPage = paging.style === "page" ? size : 1;
    const start = paging.style === "cursor" ? this.#readCursor(parameter) : this.#readNumber(parameter, first, first);
    let offset = (start - first) * perPage;
    if (offset > 0 && offset >= total && paging.style !== "cursor") {
      if (paging.beyondLast === "reject") throw this.#failure("beyondLast", parameter, "There is no such page.");
      if (paging.beyondLast === "last") offset = Math.floor(Math.max(total - 1, 0) / size) * size;
    }
    const toPosition = (from: number): number | string =>
      paging.style === "cursor" ? encodeCursor(from) : Math.floor(from / perPage) + first;
    // §2: without records the page is 1, whatever number the dialect gives the first page.
    const page = total === 0 ? 1 : Math.floor(offset / size) + paging.firstPage;
    return {
      ...toEnvelope(records.slice(offset, offset + size), page, total),
      position: pagePosition({ offset, size, total }, toPosition),
    };
  }

  #readSize(paging: Exclude<ListPaging, { style: "none" }>): number {
    const parameter = sizeParameter(paging);
    const size = parameter === null ? paging.defaultSize : this.#readNumber(parameter, 1, paging.defaultSize);
    if (parameter !== null && size > paging.maxSize && paging.oversize === "reject") {
      throw this.#failure("oversize", parameter, `"${parameter}" may be at most ${paging.maxSize}.`);
    }
    return Math.min(size, paging.maxSize);
  }

  #readNumber(parameter: string, min: number, fallback: number): number {
    const text = this.#query.get(parameter);
    if (text === null) return fallback;
    const value = /^\d+$/.test(text) ? Math.min(Number(text), farBeyond) : Number.NaN;
    if (value >= min) return value;
    return this.#useDefault(fallback, parameter, `"${parameter}" must be a whole number of ${min} or more.`);
  }

  #readCursor(parameter: string): number {
    const text = this.#query.get(parameter);
    const offset = text === null ? 0 : decodeCursor(text);
    return offset ?? this.#useDefault(0, parameter, `"${parameter}" must be a cursor of a response.`);
  }

  /** The default instead of an unreadable value. @throws Failure if the dialect rejects such values */
  #useDefault(value: number, parameter: string, message: string): number {
    if (this.#paging.style !== "none" && this.#paging.unreadable === "default") return value;
    throw this.#failure("unreadable", parameter, message);
  }

  #failure(key: "beyondLast" | "oversize" | "unreadable", parameter: string, message: string): Failure {
    const kind = key === "beyondLast" ? key : "badParameter";
    return new Failure(kind, message, { rule: `paging.${this.#list}.${key}`, parameter });
  }
}

/** Encodes where the next page starts, as an opaque string. */
function encodeCursor(offset: number): string {
  return btoa(`from ${offset}`).replaceAll("=", "");
}

/** Decodes a cursor; `undefined` if it is not one. */
function decodeCursor(cursor: string): number | undefined {
  if (!/^[A-Za-z\d+/]*$/.test(cursor) || cursor.length % 4 === 1) return undefined;
  const digits = /^from (\d{1,12})$/.exec(atob(cursor))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
