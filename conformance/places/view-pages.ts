import { listing, type ListName } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { linkedCall } from "./next-links.ts";
import type { Visit } from "./visit.ts";
import { waysOf, type Way } from "./way.ts";

/** A first page of a view, and how many records it has. */
interface FirstPage {
  readonly visit: Visit;
  readonly total: number;
  readonly length: number;
}

/**
 * The second page of a filtered and of a searched list, each the one with most records; where pages are linked, also of
 * a sorted one. A list that comes whole is requested in two parts.
 */
export async function secondPages(
  session: Session,
  list: ListName,
  visits: readonly Visit[],
  whole: number,
): Promise<readonly Visit[]> {
  const [way] = session.isQuick ? [] : await waysOf(session, listing(list));
  if (way === undefined) return [];
  const firsts = visits.flatMap((visit): readonly FirstPage[] => {
    const page = isSuccess(visit.exchange) ? pageIn(visit.exchange) : undefined;
    return page === undefined ? [] : [{ visit, total: page.total, length: page.records.length }];
  });
  const longest = (some: readonly FirstPage[], max: number): readonly FirstPage[] =>
    some
      .filter(({ total }) => total > 1 && total <= max)
      .toSorted((one, other) => other.total - one.total)
      .slice(0, 1);
  const filtered = firsts.filter(({ visit }) => visit.isFirstPage && !visit.isReordered);
  const [selective] = longest(filtered, whole - 1);
  const chosen = [
    ...(selective === undefined ? longest(filtered, whole) : [selective]),
    ...longest(
      firsts.filter(({ visit }) => visit.isSelected && !visit.isFirstPage),
      whole - 1,
    ),
    ...(way.isByPlace ? [] : firsts.filter(({ visit }) => visit.isReordered).slice(0, 1)),
  ];
  const pages = chosen.map(async (first): Promise<readonly Visit[]> => {
    const { visit } = first;
    const found = callOf(session, way, first);
    const exchange = found === undefined ? undefined : await session.call(found.call);
    if (found === undefined || exchange === undefined || exchange instanceof Unavailable) return [];
    const place = `${visit.place}, the second page`;
    const continues = { call: visit.call, exchange: visit.exchange, from: found.from };
    return [{ operation: visit.operation, place, call: found.call, exchange, isServed: false, continues }];
  });
  return (await Promise.all(pages)).flat();
}

/** The request for the second page, and the number of records before it. */
function callOf(
  session: Session,
  way: Way,
  { visit: { call, exchange }, total, length }: FirstPage,
): { readonly call: Call; readonly from: number } | undefined {
  if (length === 0) return undefined;
  if (length < total) {
    const linked = way.isByPlace ? undefined : linkedCall(session, call.operation, exchange, "linked from a view");
    const query = linked === undefined ? way.choose(1, length, exchange) : undefined;
    if (linked !== undefined) return { call: linked, from: length };
    return query && { call: { ...call, query: { ...call.query, ...query } }, from: length };
  }
  const half = Math.ceil(total / 2);
  const query = way.isByPlace && way.size !== undefined ? way.choose(1, half, exchange) : undefined;
  const sized = way.size === undefined ? {} : { [way.size]: String(half) };
  return query && { call: { ...call, query: { ...call.query, ...sized, ...query } }, from: half };
}
