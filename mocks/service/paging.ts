import type { Envelope } from "../../fixtures/contract/types.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { Failure } from "./failure.ts";

/** A stretch of a list: `size` records from `offset` on. */
interface Stretch {
  readonly offset: number;
  readonly size: number;
}

type Paged = Exclude<ListPaging, { style: "none" }>;

/**
 * The page of a list a call asks for, in the dialect's paging (§4, §8).
 * @param rule the dialect key that decides, for instance `paging.users`
 */
export function takePage(
  records: readonly RecordData[],
  paging: ListPaging,
  query: URLSearchParams,
  rule: string,
): Envelope<RecordData> | Failure {
  const total = records.length;
  if (paging.style === "none") return { data: records, meta: { page: total === 0 ? 1 : paging.firstPage, total } };
  const asked = readStretch(paging, query, rule);
  if (asked instanceof Failure) return asked;
  const stretch = withinList(asked, total, paging, rule);
  if (stretch instanceof Failure) return stretch;
  const { offset, size } = stretch;
  return {
    data: records.slice(offset, offset + size),
    // §2: where there are no records the page is 1, whatever number the dialect gives the first page.
    meta: { page: total === 0 ? 1 : Math.floor(offset / size) + paging.firstPage, total },
  };
}

function readStretch(paging: Paged, query: URLSearchParams, rule: string): Stretch | Failure {
  const sizeParameter = paging.style === "page" ? paging.parameters.size : paging.parameters.limit;
  const size = readSize(paging, query.get(sizeParameter), sizeParameter, rule);
  if (size instanceof Failure) return size;
  if (paging.style === "offset") {
    const offset = readNumber(query.get(paging.parameters.offset), paging.parameters.offset, 0, 0, paging, rule);
    return offset instanceof Failure ? offset : { offset, size };
  }
  const { firstPage, parameters } = paging;
  const page = readNumber(query.get(parameters.page), parameters.page, firstPage, firstPage, paging, rule);
  return page instanceof Failure ? page : { offset: (page - firstPage) * size, size };
}

function readSize(paging: Paged, text: string | null, parameter: string, rule: string): number | Failure {
  const size = readNumber(text, parameter, 1, paging.defaultSize, paging, rule);
  if (size instanceof Failure || size <= paging.maxSize) return size;
  if (paging.oversize === "clamp") return paging.maxSize;
  return new Failure("badParameter", `"${parameter}" may be at most ${paging.maxSize}.`, { rule: `${rule}.oversize` });
}

/** Whole numbers too large to count with still mean "far beyond the end", not "unreadable". */
const farBeyond = 2 ** 40;

function readNumber(
  text: string | null,
  parameter: string,
  least: number,
  fallback: number,
  paging: Paged,
  rule: string,
): number | Failure {
  if (text === null) return fallback;
  const value = /^\d+$/.test(text) ? Math.min(Number(text), farBeyond) : Number.NaN;
  if (value >= least) return value;
  if (paging.unreadable === "default") return fallback;
  return new Failure("badParameter", `"${parameter}" must be a whole number of ${least} or more.`, {
    rule: `${rule}.unreadable`,
  });
}

function withinList(stretch: Stretch, total: number, paging: Paged, rule: string): Stretch | Failure {
  if (stretch.offset === 0 || stretch.offset < total) return stretch;
  switch (paging.beyondLast) {
    case "empty":
      return stretch;
    case "last":
      return { offset: Math.floor(Math.max(total - 1, 0) / stretch.size) * stretch.size, size: stretch.size };
    case "reject":
      return new Failure("beyondLast", "There is no such page.", { rule: `${rule}.beyondLast` });
  }
}
