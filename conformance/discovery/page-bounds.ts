import {
  anyList,
  plainList,
  readList,
  sameRecords,
  type Listing,
  type ListName,
  type Page,
  type Query,
  type Reading,
} from "./list.ts";
import { cursor } from "./next-page.ts";
import { certain, ifKnown, isUnset, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import { sizeName } from "./page-parameters.ts";
import { isShort, shownPosition, withAny } from "./short-lists.ts";
import { narrowed, numbersIn } from "./failure-text.ts";
import { memoize } from "../target/memoize.ts";
import { type Source } from "./source.ts";

/** More than the maximum that a dialect can declare. */
const tooMany = 10_001;

/** The maximum page size of a list, and the response to larger sizes. */
export interface Bounds {
  readonly oversize: "clamp" | "reject";
  readonly maxSize: number;
  readonly evidence: readonly Answer[];
  /** Why it may be larger. */
  readonly note?: string;
}

/** The response to a request for more records than fit on a page. */
export const oversized = memoize(async (source: Source, list: ListName): Promise<Reading> => {
  const size = await sizeName(source, list);
  return readList(source, list, { [size]: String(tooMany) });
});

/** The result of a size that is too large, and the maximum; unset if no parameter is known, or nothing shows it. */
export const bounds = memoize(async (source: Source, list: ListName): Promise<Bounds> => {
  const plain = await plainList(source, list);
  const size = await sizeName(source, list);
  const { page, answer } = await oversized(source, list);
  if (page === undefined) return maxAccepted(source, list, size, plain, answer);
  const { length } = page.keys;
  if (length >= page.total) {
    throw new Unset(`a request for ${tooMany} ${list} returns all ${length}`, `an account with more ${list}`);
  }
  const clamped: Bounds = { oversize: "clamp", maxSize: length, evidence: [answer] };
  if (length !== plain.page.keys.length) return clamped;
  // The usual size again: it is the maximum, or the fallback for a rejected size.
  const oneMore = await readList(source, list, { [size]: String(length + 1) });
  if (oneMore.page === undefined) throw new Unset("only some sizes that are too large are rejected");
  if (oneMore.page.keys.length <= length) return { ...clamped, evidence: [answer, oneMore.answer] };
  throw new Unset(`a size that is too large returns the default of ${length} ${list}, which a dialect cannot express`);
});

/** Too large sizes are rejected: the maximum is found by bisection, or from a rejection. */
async function maxAccepted(
  source: Source,
  list: ListName,
  size: string,
  plain: Listing,
  rejected: Answer,
): Promise<Bounds> {
  const low = plain.page.keys.length;
  const evidence = new Map<number, Answer>([[tooMany, rejected]]);
  const { status, body } = rejected.exchange.response;
  const named = numbersIn(body).filter((count) => count >= low && count < tooMany && count !== status);
  // Most services have the same limit for all lists.
  const users = list === "users" ? undefined : await ifKnown(bounds(source, "users"));
  const common = [...named.slice(0, 3), ...(users === undefined ? [] : [users.maxSize])];
  const tries = common.flatMap((count) => [count, count + 1]);
  const found = await narrowed([low, tooMany], tries, between, async (count) => {
    const { page, answer } = await readList(source, list, { [size]: String(count) });
    evidence.set(count, answer);
    return page !== undefined;
  });
  return { oversize: "reject", maxSize: found[0], evidence: found.flatMap((count) => evidence.get(count) ?? []) };
}

/** Bisects by ratio: 50, 100 and 1000 are more common than sizes near 5,000. */
function between(low: number, high: number): number {
  return high > 4 * low ? Math.floor(Math.sqrt(low * high)) : Math.floor((low + high) / 2);
}

/** The response to a value out of range, and its effect. */
export interface OutOfRange<Value extends string> {
  readonly value: Value;
  readonly answer: Answer;
  /** Why it is only likely. */
  readonly note?: string;
}

/** How far beyond the last page to request, so that a growing list does not reach it. */
const farBeyond = 11;

/** The response to a page beyond the last (§4), with the usual size. */
export const beyondLast = memoize(
  async (source: Source, list: ListName): Promise<OutOfRange<"empty" | "reject" | "last">> => {
    const plain = (await anyList(source, list)).page;
    const lastOf = ({ total }: Page): number => Math.max(Math.ceil(total / lengthOf(plain)) - 1, 0);
    const place = await settled(shownPosition(source, list));
    if (isUnset(place)) return beyondShort(source, list, place);
    const far = await pageQuery(source, list, lastOf(plain) + farBeyond);
    const { page, answer } = await readList(source, list, far);
    if (page === undefined) return { value: "reject", answer };
    if (page.keys.length === 0) return { value: "empty", answer };
    // Read again, since the list may have grown.
    const now = await readList(source, list, {}, "after a page beyond the last");
    const last = lastOf(now.page ?? plain);
    const lastPage = await readList(source, list, await pageQuery(source, list, last));
    if (lastPage.page !== undefined && last > 0 && sameRecords(page, lastPage.page)) return { value: "last", answer };
    throw new Unset(`a page beyond the last returns other ${list} than the last page, which a dialect cannot express`);
  },
);

/** For a list with one record and no known parameter: if the record comes again, it is the last page of any paging. */
async function beyondShort(source: Source, list: ListName, reason: Unset): Promise<OutOfRange<"empty" | "last">> {
  const { page, answer } = await withAny(source, list, String(farBeyond), reason);
  if ((await anyList(source, list)).page.total === 0) throw reason;
  const value = page.keys.length === 0 ? "empty" : "last";
  return { value, answer, note: `no parameter is known: ${reason.unset}` };
}

/** A page of the list, even without records. */
function lengthOf({ keys }: Page): number {
  return Math.max(keys.length, 1);
}

/** The query of a page with the usual or a given size; the first is 0. */
export async function pageQuery(source: Source, list: ListName, page: number, length?: number): Promise<Query> {
  const { name, style, first } = await shownPosition(source, list);
  const plain = await anyList(source, list);
  const value = style === "page" ? page + first : page * (length ?? lengthOf(plain.page));
  return { [name]: String(value) };
}

/** The response to a position that is not a number (§4). */
export const unreadable = memoize(async (source: Source, list: ListName): Promise<OutOfRange<"default" | "reject">> => {
  const plain = await anyList(source, list);
  const place = await settled(shownPosition(source, list));
  if (isUnset(place) && (await isShort(source, list))) {
    const { answer } = await withAny(source, list, "x", place);
    return { value: "default", answer, note: `no parameter is known: ${place.unset}` };
  }
  const { name } = isUnset(place) ? await cursor(source, list) : place;
  const { page, answer } = await readList(source, list, { [name]: "x" });
  if (page === undefined) return { value: "reject", answer };
  if (sameRecords(page, plain.page) || page.page === plain.page.page) return { value: "default", answer };
  throw new Unset(`\`${name}=x\` returns other ${list} than the first page, which a dialect cannot express`);
});

/** What values get that are not a number. */
export async function unreadableValues(source: Source, list: ListName): Promise<Found> {
  const { value, answer, note } = await unreadable(source, list);
  return note === undefined ? certain(value, [answer]) : likely(value, [answer], note);
}
