import { listing, type ListName, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { nextLink } from "../discovery/next-page.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, shownPage } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { responseTo, visit, type Place, type Visit } from "./visit.ts";
import { heldIn, type ReadPage, type Walk } from "./walk.ts";
import { waysOf, type Way } from "./way.ts";

// The pages that other pages lead to, beside walks: by links, in two walks at a time, and of views.

/** A link from one page to the next, in a list whose pages can also be requested by number. */
export interface FollowedLink {
  /** The number of the page with the link, from 1. */
  readonly from: number;
  readonly link: string;
  /** What is wrong; `undefined` if it leads to the next page, or if the result is inconclusive. */
  readonly problem: string | undefined;
  readonly evidence: readonly Exchange[];
}

/** Follows the links of the first, second and last page: services often compute these separately. */
export async function followLinks(
  session: Session,
  operation: ListOperationId,
  { pages, count, route, isWhole, isFollowed }: Walk,
): Promise<readonly FollowedLink[]> {
  if (!route.way.isByPlace || !isWhole || !isFollowed) return [];
  const chosen = pages.filter(({ index }) => [0, 1, count - 1].includes(index) && index < count);
  const found = (session.isQuick ? chosen.slice(0, 1) : chosen).map(async (page): Promise<readonly FollowedLink[]> => {
    const call = linkedCall(session, operation, page.exchange, `the link of page ${page.index + 1}`);
    const led = call && (await responseTo(session, call));
    if (led === undefined) return [];
    const link = led.request.url.slice(new URL(session.target.baseUrl).origin.length);
    const problem = problemOf(led, page, pages, count);
    return [{ from: page.index + 1, link, problem, evidence: [page.exchange, led] }];
  });
  return (await Promise.all(found)).flat();
}

function problemOf(
  led: Exchange,
  { index, held }: ReadPage,
  pages: readonly ReadPage[],
  count: number,
): string | undefined {
  const status = led.response?.status ?? 0;
  if (!isSuccess(led))
    return index < count - 1 && [404, 405, 410].includes(status) ? `responds with ${status}` : undefined;
  const records = heldIn(led)?.records ?? [];
  const same = pages.find((page) => records.length > 0 && canonical(page.held?.records ?? []) === canonical(records));
  if (held === undefined || same === undefined || same.index === index + 1) return undefined;
  return same.index === index ? "leads to the same page" : `leads to page ${same.index + 1}`;
}

/** The request that follows the link to the next page, if it is below the base URL; others are not followed. */
function linkedCall({ target }: Session, operation: OperationId, page: Exchange, label: string): Call | undefined {
  const link = nextLink(page);
  const base = new URL(`${target.baseUrl}/`);
  if (link?.origin !== base.origin || !link.pathname.startsWith(base.pathname)) return undefined;
  const path = link.pathname.slice(base.pathname.length - 1);
  const query = link.search === "" ? {} : { query: Object.fromEntries(link.searchParams) };
  return { operation, path, ...query, label };
}

/** How often two walks must differ: other clients may write. */
const rounds = 2;

/** Starts two concurrent walks of a list whose pages link the next. @returns their second pages if they differ */
export async function walkConcurrently(
  session: Session,
  operation: ListOperationId,
  { route: { way }, count }: Walk,
): Promise<readonly Exchange[] | undefined> {
  if (way.isByPlace || count < 2 || session.isQuick) return undefined;
  const ask = (query: Call["query"], label: string): Promise<Exchange | undefined> =>
    responseTo(session, { operation, ...(query && { query }), label });
  for (let round = 1; ; round += 1) {
    const [first, second] = [`walk 1 of two, round ${round}`, `walk 2 of two, round ${round}`] as const;
    const [one, other] = [await ask(undefined, first), await ask(undefined, second)];
    if (one === undefined || other === undefined || textOf(one) !== textOf(other)) return undefined;
    const next = [await ask(way.choose(1, 0, one), first), await ask(way.choose(1, 0, other), second)];
    const pages = next.flatMap((page) => (page === undefined || textOf(page) === "" ? [] : [page]));
    if (pages.length < 2 || new Set(pages.map(textOf)).size < 2) return undefined;
    if (round === rounds) return pages;
  }
}

function textOf(exchange: Exchange): string {
  return (heldIn(exchange)?.records ?? []).map(canonical).join("\n");
}

/** A first page of a view, and how many records it has. */
interface FirstPage {
  readonly first: Visit;
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
  const firsts = visits.flatMap((first): readonly FirstPage[] => {
    const page = shownPage(first.exchange);
    return page === undefined ? [] : [{ first, total: page.total, length: page.records.length }];
  });
  const longest = (isOne: (one: Visit) => boolean, max: number): FirstPage | undefined =>
    firsts
      .filter(({ first, total }) => isOne(first) && total > 1 && total <= max)
      .toSorted((one, other) => other.total - one.total)[0];
  const isFiltered = (one: Visit): boolean => one.isFirstPage === true && one.isReordered !== true;
  const chosen = [
    longest(isFiltered, whole - 1) ?? longest(isFiltered, whole),
    longest((one) => one.isSelected === true && one.isFirstPage !== true, whole - 1),
    way.isByPlace ? undefined : firsts.find(({ first }) => first.isReordered),
  ].filter((one) => one !== undefined);
  const pages = chosen.map(async (one): Promise<readonly Visit[]> => {
    const place = secondOf(session, way, one);
    return place === undefined ? [] : visit(session, place);
  });
  return (await Promise.all(pages)).flat();
}

function secondOf(session: Session, way: Way, { first, total, length }: FirstPage): Place | undefined {
  const { call, exchange, place } = first;
  const isWhole = length >= total;
  const from = isWhole ? Math.ceil(total / 2) : length;
  // A list that comes whole needs pages by their places, and of another size.
  if (length === 0 || (isWhole && (!way.isByPlace || way.size === undefined))) return undefined;
  const linked = way.isByPlace ? undefined : linkedCall(session, call.operation, exchange, "linked from a view");
  const sized = isWhole && way.size !== undefined ? { [way.size]: String(from) } : {};
  const query = way.choose(1, from, exchange);
  const next = linked ?? (query && { ...call, query: { ...call.query, ...sized, ...query } });
  return (
    next && {
      place: `${place}, the second page`,
      call: next,
      isServed: false,
      continues: { call, exchange, from },
    }
  );
}
