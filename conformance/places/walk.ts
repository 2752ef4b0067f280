import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, isCount } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Way } from "./way.ts";

/** A page of a list, as it was read. */
export interface ReadPage {
  /** The first is 0. */
  readonly index: number;
  readonly call: Call;
  readonly exchange: Exchange;
  /** Absent where the response has no `data` and no `meta.total` to count with. */
  readonly held?: Held;
}

/** What a page holds and says. */
export interface Held {
  readonly records: readonly unknown[];
  readonly number: number | undefined;
  readonly total: number;
}

/** One way through a list: what is asked for, and how far it goes. */
export interface Route {
  readonly operation: ListOperationId;
  readonly way: Way;
  /** The size that is asked for; `undefined` leaves it to the target. */
  readonly size: number | undefined;
  /** The most pages for which every page is read; of a longer list some are. */
  readonly maxPages: number;
  /** In words, where the list is asked for in another order: `sorted by name`. */
  readonly order?: string;
  /** The longest page of the list seen so far: a size up to it is one the target can give. */
  readonly longest: number;
}

/** The pages of one walk through a list. */
export interface Walk {
  readonly route: Route;
  /** In order, up to that after the last; those that were not read are left out. */
  readonly pages: readonly ReadPage[];
  /** How many records a full page holds. */
  readonly step: number;
  /** How many pages there are by `meta.total` of the first. */
  readonly count: number;
  /** Whether every page was read. */
  readonly isWhole: boolean;
  /** Whether the target gives pages of the size that is asked for, or less where it is too large. Else two pages are read. */
  readonly isFollowed: boolean;
  /** The list without parameters, read at the end where no size is asked for. */
  readonly again?: ReadPage;
}

/** The most pages that are read beyond what `meta.total` counts. */
const maxBeyond = 10;

/** How many pages of a long list are read if each links the next. */
const fewPages = 3;

/**
 * Walks through a list by responses of its own: the first page first, those after it, and what is beyond the last.
 * @param label tells this walk's calls from those of all others
 */
export async function walk(session: Session, route: Route, label: string): Promise<Walk> {
  const { operation, way, size, maxPages, longest } = route;
  const read = (index: number, query: Call["query"], when = label): Promise<ReadPage> =>
    readPage(session, index, { operation, ...(query && Object.keys(query).length > 0 ? { query } : {}), label: when });
  const sized = size === undefined || way.size === undefined ? {} : { [way.size]: String(size) };
  const first = await read(0, { ...way.choose(0, 1, undefined), ...sized });
  const length = first.held?.records.length ?? 0;
  const total = first.held?.total ?? 0;
  // One more than was asked for is a fault; pages that are never shorter than some size are none.
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
    const inner = isShort ? numbers(1, count) : sampled(count, session.isQuick || size === 1);
    // A long list in pages of one: what is beyond the last page is tried with another size.
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
  // Where each page leads to the next, the one that leads nowhere is the last, whatever `meta.total` counts.
  const isEnd = !way.isByPlace && last?.held !== undefined && !way.choose(pages.length, step, last.exchange);
  const isWhole = isFollowed && isShort && (isEnd || !holdsMore(pages, count));
  const again = size === undefined ? await read(0, undefined, `${label}, at the end`) : undefined;
  return { route, pages, step, count, isWhole, isFollowed, ...(again === undefined ? {} : { again }) };
}

/** Whether the last of these pages is beyond what `meta.total` counts, and holds records all the same, none seen before. */
function holdsMore(pages: readonly ReadPage[], count: number): boolean {
  const texts = pages.map(({ held }) => canonical(held?.records ?? []));
  const last = pages.at(-1);
  return last?.held !== undefined && last.index >= count && new Set([...texts, "[]"]).size > texts.length;
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
}

/** The second, two in the middle and the last two of many pages; the second and the last where few are to do. */
function sampled(count: number, areFew: boolean): readonly number[] {
  const middle = Math.floor(count / 2);
  const some = areFew ? [1, count - 1] : [1, middle, middle + 1, count - 2, count - 1];
  return [...new Set(some)].filter((index) => index > 0 && index < count);
}

async function readPage(session: Session, index: number, call: Call): Promise<ReadPage> {
  const exchange = await session.call(call);
  if (exchange instanceof Unavailable) throw new Error(`every session reads a list: ${exchange.reason}`);
  const held = heldIn(exchange);
  return { index, call, exchange, ...(held === undefined ? {} : { held }) };
}

/** The page of a list in a response; `undefined` where it is none to reckon with. */
export function heldIn(exchange: Exchange): Held | undefined {
  if (!isSuccess(exchange)) return undefined;
  const { data, meta } = readEnvelope(exchange.response);
  const [number, total] = [meta?.["page"], meta?.["total"]];
  if (data === undefined || !isCount(total)) return undefined;
  return { records: data, total, number: Number.isSafeInteger(number) ? Number(number) : undefined };
}
