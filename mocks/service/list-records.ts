import {
  isList,
  listing,
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
import { jsonText, type Json } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { memberIn, textIn, type RecordCollection } from "./record-collection.ts";
import { envelopeOf, Failure, successReply } from "./reply.ts";
import type { Context } from "./service.ts";
import type { Values } from "./template.ts";
import {
  queryParameters,
  firstPosition,
  positionParameter,
  sizeParameter,
} from "../../fixtures/dialect/query-parameters.ts";

/** Rejects a query with a parameter that the dialect does not have, if it rejects such. */
export function rejectUnknownParameters(operation: OperationId, text: string, dialect: Dialect): Failure | undefined {
  const { unknownParameters } = dialect.requests;
  if (text === "" || unknownParameters === "ignore") return undefined;
  if (unknownParameters === "rejectInLists" && !isList(operation)) return undefined;
  const known = isList(operation) ? queryParameters(listOf(operation), dialect) : [];
  const unknown = [...new URLSearchParams(text).keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const expected = known.length === 0 ? "there are no parameters here" : `expected one of ${known.join(", ")}`;
  return new Failure("badParameter", `"${unknown}" is not known; ${expected}.`, {
    rule: "requests.unknownParameters",
    parameter: unknown,
  });
}

/** Lists the users of the account's organization, or only its own invoices (§4, §5), by page. */
export function listRecords(operation: ListOperationId, context: Context): Reply | Failure {
  const { account, call } = context;
  const list = account[listOf(operation)];
  const query = `${call.headers["host"] ?? ""}${call.path}?${call.query}`;
  const known = list.cached(query);
  if (known !== undefined) return known;
  const page = selectPage(context, listOf(operation));
  if (page instanceof Failure) return page;
  const reply = successReply(operation, context, page);
  if (!context.isTimed) list.cache(query, reply);
  return reply;
}

/** One page of a list of the account: filtered, sorted, then paged (§1, §4). */
function selectPage({ call, account, dialect, now }: Context, name: ListName): ListPage | Failure {
  const query = new URLSearchParams(call.query);
  const order = readOrder(dialect.sorting, name, query);
  if (order instanceof Failure) return order;
  const filters = readFilters(dialect.filtering, name, query);
  const collection = account[name];
  const idName = dialect.responses.ids[operations[listing(name)].record];
  const visible = readVisible(collection.hidden, now, collection.all());
  // Queries use the dialect's name of the id.
  const isNamed = idName !== "id" && idName !== null && query.size > 0;
  const named = isNamed ? visible.map((record) => ({ ...record, [idName]: record.id })) : visible;
  const filtered = filters.length === 0 ? named : named.filter((record) => matchesFilters(record, filters));
  const records = order === undefined ? filtered : filtered.toSorted(order);
  const page = takePage(records, dialect.paging[name], query, `paging.${name}`);
  return page instanceof Failure ? page : { ...page, data: collection.sent(page.data) };
}

/** Leaves out records that were created a moment ago, if their creation says so. Counts this as one read of each. */
function readVisible(
  hidden: RecordCollection["hidden"],
  now: number,
  records: readonly RecordData[],
): readonly RecordData[] {
  for (const [id, { readings, until }] of hidden) {
    if ((readings !== null && readings <= 0) || (until !== null && until <= now)) hidden.delete(id);
    else if (readings !== null) hidden.set(id, { readings: readings - 1, until });
  }
  return hidden.size === 0 ? records : records.filter(({ id }) => !hidden.has(String(id)));
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
  if (filtering.style === "none" || query.size === 0) return [];
  return filtering[list]
    .map((field) => {
      const values = new Set(query.getAll(filtering.style === "plain" ? field : `filter[${field}]`));
      return { field, values };
    })
    .filter(({ values }) => values.size > 0);
}

function matchesFilters(record: RecordData, filters: readonly Filter[]): boolean {
  return filters.every(({ field, values }) => {
    const text = textIn(record, field);
    return text !== undefined && values.has(text);
  });
}

interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The sort order of the query (§4); `undefined` for the order of creation. */
function readOrder(
  sorting: Sorting,
  list: ListName,
  query: URLSearchParams,
): ((one: RecordData, other: RecordData) => number) | Failure | undefined {
  if (sorting.style === "none" || sorting[list].length === 0) return undefined;
  const { parameter, unknownField, [list]: sortable } = sorting;
  const text = query.get(parameter);
  if (text === null) return undefined;
  const reject = (message: string, rule: string): Failure | undefined =>
    unknownField === "ignore" ? undefined : new Failure("badParameter", message, { rule, parameter });
  const keys = sorting.style === "signed" ? signedKeys(text) : pairKeys(text, query.get(sorting.orderParameter));
  if (keys === undefined) return reject("The order must be asc or desc.", "sorting");
  // Only the first sort of each field has an effect.
  const first = new Map(keys.toReversed().map((key) => [key.field, key]));
  const known = keys.filter((key) => first.get(key.field) === key && sortable.includes(key.field));
  if (known.length < first.size && unknownField === "reject") {
    return reject(`"${parameter}" must name fields among ${sortable.join(", ")}.`, "sorting.unknownField");
  }
  return known.length === 0 ? undefined : (one, other) => compareRecords(one, other, known);
}

function signedKeys(text: string): readonly SortKey[] {
  return text.split(",").map((part) => ({ field: part.replace(/^-/, ""), descending: part.startsWith("-") }));
}

function pairKeys(text: string, order: string | null): readonly SortKey[] | undefined {
  const direction = (order ?? "asc").toLowerCase();
  if (direction !== "asc" && direction !== "desc") return undefined;
  return [{ field: text, descending: direction === "desc" }];
}

function compareRecords(one: RecordData, other: RecordData, keys: readonly SortKey[]): number {
  for (const { field, descending } of keys) {
    const order = compareValues(memberIn(one, field) ?? null, memberIn(other, field) ?? null, descending);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers first, by value; then text, by code units. Records without the field are last in both directions. */
function compareValues(one: Json, other: Json, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = comparePresent(one, other);
  return descending ? -order : order;
}

function comparePresent(one: Json, other: Json): number {
  if (typeof one === "number") return typeof other === "number" ? one - other : -1;
  if (typeof other === "number") return 1;
  const [text, otherText] = [jsonText(one), jsonText(other)];
  return text === otherText ? 0 : text < otherText ? -1 : 1;
}

/** A page of a list, with values for placeholders that describe its position. */
interface ListPage extends Envelope<RecordData> {
  readonly places: Values;
}

/** Numbers too large to be safe integers are beyond the end, not invalid. */
const farBeyond = 2 ** 40;

/**
 * The page of a list that a request asks for, in the dialect's paging (§4, §8).
 * @param rule the dialect key that decides, for instance `paging.users`
 */
function takePage(
  records: readonly RecordData[],
  paging: ListPaging,
  query: URLSearchParams,
  rule: string,
): ListPage | Failure {
  const total = records.length;
  // §2: without records the page is 1, whatever number the dialect gives the first page.
  const pageOf = (data: readonly RecordData[], index: number, places: Values): ListPage => ({
    ...envelopeOf(data, total === 0 ? 1 : index + paging.firstPage, total),
    places,
  });
  if (paging.style === "none") return pageOf(records, 0, { offset: 0, pages: 1, hasNext: false, hasPrev: false });

  const sizeName = sizeParameter(paging);
  const reject = (key: string, parameter: string, message: string): Failure =>
    new Failure(key === "beyondLast" ? key : "badParameter", message, { rule: `${rule}.${key}`, parameter });
  const unreadable = <Fallback>(fallback: Fallback, parameter: string, message: string): Fallback | Failure =>
    paging.unreadable === "default" ? fallback : reject("unreadable", parameter, message);
  const read = (parameter: string, min: number, fallback: number): number | Failure => {
    const text = query.get(parameter);
    if (text === null) return fallback;
    const value = /^\d+$/.test(text) ? Math.min(Number(text), farBeyond) : Number.NaN;
    const message = `"${parameter}" must be a whole number of ${min} or more.`;
    return value >= min ? value : unreadable(fallback, parameter, message);
  };
  const readCursor = (parameter: string): number | Failure => {
    const text = query.get(parameter);
    const offset = text === null ? 0 : offsetOf(text);
    return offset ?? unreadable(0, parameter, `"${parameter}" must be a cursor of a response.`);
  };

  const isByPage = paging.style === "page";
  const first = paging.style === "cursor" ? 0 : firstPosition(paging);
  const asked = sizeName === null ? paging.defaultSize : read(sizeName, 1, paging.defaultSize);
  if (asked instanceof Failure) return asked;
  if (sizeName !== null && asked > paging.maxSize && paging.oversize === "reject") {
    return reject("oversize", sizeName, `"${sizeName}" may be at most ${paging.maxSize}.`);
  }
  const size = Math.min(asked, paging.maxSize);
  const placeName = positionParameter(paging);
  const place = paging.style === "cursor" ? readCursor(placeName) : read(placeName, first, first);
  if (place instanceof Failure) return place;
  let offset = isByPage ? (place - first) * size : place;
  if (offset > 0 && offset >= total && paging.style !== "cursor") {
    if (paging.beyondLast === "reject") return reject("beyondLast", placeName, "There is no such page.");
    if (paging.beyondLast === "last") offset = Math.floor(Math.max(total - 1, 0) / size) * size;
  }
  const placeOf = (start: number): number | string => {
    if (paging.style === "cursor") return cursorOf(start);
    return isByPage ? Math.floor(start / size) + first : start;
  };
  const hasNext = offset + size < total;
  const pages = Math.ceil(total / size);
  return pageOf(records.slice(offset, offset + size), Math.floor(offset / size), {
    size,
    offset,
    pages,
    hasNext,
    hasPrev: offset > 0,
    first: placeOf(0),
    last: placeOf(Math.max(pages - 1, 0) * size),
    next: hasNext ? placeOf(offset + size) : undefined,
    prev: offset > 0 ? placeOf(Math.max(offset - size, 0)) : undefined,
  });
}

/** Encodes where the next page starts, as an opaque string. */
function cursorOf(offset: number): string {
  return btoa(`from ${offset}`).replaceAll("=", "");
}

/** Decodes a cursor; `undefined` if it is not one. */
function offsetOf(cursor: string): number | undefined {
  if (!/^[A-Za-z\d+/]*$/.test(cursor) || cursor.length % 4 === 1) return undefined;
  const digits = /^from (\d{1,12})$/.exec(atob(cursor))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
