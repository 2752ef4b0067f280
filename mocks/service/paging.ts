import { firstPosition, positionParameter, sizeParameter } from "../../fixtures/dialect/paging.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { envelopeOf } from "./envelope.ts";
import { Failure } from "./failure.ts";
import type { Values } from "./template.ts";

/** A page of a list, with values for placeholders that describe its position. */
export interface ListPage extends Envelope<RecordData> {
  readonly places: Values;
}

/** Numbers too large to be safe integers are beyond the end, not invalid. */
const farBeyond = 2 ** 40;

/**
 * The page of a list that a request asks for, in the dialect's paging (§4, §8).
 * @param rule the dialect key that decides, for instance `paging.users`
 */
export function takePage(
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

  const isByPage = paging.style === "page";
  const first = paging.style === "cursor" ? 0 : firstPosition(paging);
  const asked = sizeName === null ? paging.defaultSize : read(sizeName, 1, paging.defaultSize);
  if (asked instanceof Failure) return asked;
  if (sizeName !== null && asked > paging.maxSize && paging.oversize === "reject") {
    return reject("oversize", sizeName, `"${sizeName}" may be at most ${paging.maxSize}.`);
  }
  const size = Math.min(asked, paging.maxSize);
  const readCursor = (parameter: string): number | Failure => {
    const text = query.get(parameter);
    return (
      (text === null ? 0 : offsetOf(text)) ?? unreadable(0, parameter, `"${parameter}" must be a cursor of a response.`)
    );
  };
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
