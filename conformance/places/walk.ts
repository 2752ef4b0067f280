import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, isCount } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { responseTo } from "./visit.ts";
import type { Way } from "./way.ts";

/** A page of a list, as it was read. */
export interface ReadPage {
  /** The first is 0. */
  readonly index: number;
  readonly call: Call;
  readonly exchange: Exchange;
  /** Absent if the response has no `data` and no usable `meta.total`. */
  readonly held?: Held;
}

/** The content of a page. */
export interface Held {
  readonly records: readonly unknown[];
  readonly number: number | undefined;
  readonly total: number;
}

/** A route through a list: what to request, and how far. */
export interface Route {
  readonly operation: ListOperationId;
  readonly way: Way;
  /** The page size to request; `undefined` for the target's own. */
  readonly size: number | undefined;
  /** The maximum number of pages to read completely; of a longer list, only some pages are read. */
  readonly maxPages: number;
  /** In words, if the list is requested in another order: `sorted by name`. */
  readonly order?: string;
  /** The longest page of the list so far: the target supports sizes up to it. */
  readonly longest: number;
}

/** The pages of one walk through a list. */
export interface Walk {
  readonly route: Route;
  /** In order, including the one after the last; pages that were not read are left out. */
  readonly pages: readonly ReadPage[];
  /** The number of records on a full page. */
  readonly step: number;
  /** The number of pages by `meta.total` of the first page. */
  readonly count: number;
  /** Whether every page was read. */
  readonly isWhole: boolean;
  /** Whether the target's pages have the requested size, or less if it is too large. If not, two pages are read. */
  readonly isFollowed: boolean;
  /** The list without parameters, read at the end if no size is requested. */
  readonly again?: ReadPage;
}

/** The maximum number of pages to read beyond `meta.total`. */
const maxBeyond = 10;

/** How many pages of a long list to read if each links the next. */
const fewPages = 3;

/**
 * Walks through a list with separate requests: the first page, the following ones, and one beyond the last.
 * @param label distinguishes this walk's calls from all others
 */
export async function walk(session: Session, route: Route, label: string): Promise<Walk> {
  const { operation, way, size, maxPages, longest } = route;
  const read = (index: number, query: Call["query"], when = label): Promise<ReadPage> =>
    readPage(session, index, { operation, ...(query && Object.keys(query).length > 0 ? { query } : {}), label: when });
  const sized = size === undefined || way.size === undefined ? {} : { [way.size]: String(size) };
  const first = await read(0, { ...way.choose(0, 1, undefined), ...sized });
  const length = first.held?.records.length ?? 0;
  const total = first.held?.total ?? 0;
  // One record more than requested is a fault; pages that never go below a minimum size are not.
  const isOneMore = size !== undefined && size > 2 && length === size + 1;
  const isFollowed = length > 0 && (size === undefined || length <= size || isOneMore);
  const step = size !== undefined && (size <= longest || isOneMore) ? size : length;
  const count = step === 0 ? 0 : Math.ceil(total / step);
  const pages = [first];
  const at = async (index: number, before?: Exchange): Promise<ReadPage | undefined> => {
    const query = way.choose(index, step, before);
    return query && read(index, { ...sized, ...query });
  };
  const isShort = count <= maxPages;
  if (isFollowed && way.isByPlace) {
    const inner = isShort ? numbers(1, count) : sampled(count, session.isQuick || (size !== undefined && size <= 2));
    // A long list in pages of one: beyond the last page, another size is tried.
    const beyond = isShort || size !== 1 ? [count] : [];
    const further = await Promise.all([...inner, ...beyond].map((index) => at(index)));
    pages.push(...further.filter((page) => page !== undefined));
  }
  const isOversized = !isFollowed && length > 0 && count > 1 && way.isByPlace;
  const second = isOversized ? await at(1) : undefined;
  if (second !== undefined) pages.push(second);
  const most = !isFollowed ? 0 : isShort ? count + maxBeyond : way.isByPlace ? 0 : fewPages;
  while (pages.length < most && (!way.isByPlace || holdsMore(pages, count))) {
    const last = pages.at(-1);
    const next = last?.held && (await at(last.index + 1, last.exchange));
    if (next === undefined) break;
    pages.push(next);
  }
  const last = pages.at(-1);
  // If each page links the next, a page without a link is the last, whatever `meta.total` says.
  const isEnd = !way.isByPlace && last?.held !== undefined && !way.choose(pages.length, step, last.exchange);
  const isWhole = isFollowed && isShort && (isEnd || !holdsMore(pages, count));
  const again = size === undefined ? await read(0, undefined, `${label}, at the end`) : undefined;
  return { route, pages, step, count, isWhole, isFollowed, ...(again === undefined ? {} : { again }) };
}

/** Whether the last of these pages is beyond `meta.total`, but has new records. */
function holdsMore(pages: readonly ReadPage[], count: number): boolean {
  const texts = pages.map(({ held }) => canonical(held?.records ?? []));
  const last = pages.at(-1);
  return last?.held !== undefined && last.index >= count && new Set([...texts, "[]"]).size > texts.length;
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
}

/** The second, one in the middle and the last two of many pages; with a small budget, the second and the last. */
function sampled(count: number, areFew: boolean): readonly number[] {
  const middle = Math.floor(count / 2);
  const some = areFew ? [1, count - 1] : [1, middle, count - 2, count - 1];
  return [...new Set(some)].filter((index) => index > 0 && index < count);
}

async function readPage(session: Session, index: number, call: Call): Promise<ReadPage> {
  const exchange = await responseTo(session, call);
  if (exchange === undefined) throw new Error("every session reads a list");
  const held = heldIn(exchange);
  return { index, call, exchange, ...(held === undefined ? {} : { held }) };
}

/** The page of a list in a response; `undefined` if it is not usable. */
export function heldIn(exchange: Exchange): Held | undefined {
  if (!isSuccess(exchange)) return undefined;
  const { data, meta } = readEnvelope(exchange.response);
  const [number, total] = [meta?.["page"], meta?.["total"]];
  if (data === undefined || !isCount(total)) return undefined;
  return { records: data, total, number: Number.isSafeInteger(number) ? Number(number) : undefined };
}
