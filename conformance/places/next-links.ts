import type { ListOperationId, OperationId } from "../../fixtures/contract/operations.ts";
import { nextLink } from "../discovery/next-page.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import type { Call } from "../target/call.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { heldIn, type ReadPage, type Walk } from "./walk.ts";

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
  const found = await Promise.all(
    (session.isQuick ? chosen.slice(0, 1) : chosen).map(async (page): Promise<readonly FollowedLink[]> => {
      const link = linkOn(session, page.exchange);
      const call = linkedCall(session, operation, page.exchange, `the link of page ${page.index + 1}`);
      const led = call && (await session.call(call));
      if (link === undefined || led === undefined || led instanceof Unavailable) return [];
      const { pathname, search } = link;
      const problem = problemOf(led, page, pages, count);
      return [{ from: page.index + 1, link: `${pathname}${search}`, problem, evidence: [page.exchange, led] }];
    }),
  );
  return found.flat();
}

/** The request that follows the link to the next page, if there is one. */
export function linkedCall(
  session: Session,
  operation: OperationId,
  exchange: Exchange,
  label: string,
): Call | undefined {
  const link = linkOn(session, exchange);
  if (link === undefined) return undefined;
  const { pathname, search, searchParams } = link;
  const path = pathname.slice(new URL(session.target.baseUrl).pathname.replace(/\/$/, "").length);
  const query = search === "" ? {} : { query: Object.fromEntries(searchParams) };
  return { operation, path, ...query, label };
}

/** The link to the next page, if it is below the base URL; others are not followed. */
function linkOn({ target }: Session, exchange: Exchange): URL | undefined {
  const link = nextLink(exchange);
  const base = new URL(`${target.baseUrl}/`);
  return link?.origin === base.origin && link.pathname.startsWith(base.pathname) ? link : undefined;
}

/** Starts two concurrent walks of a list whose pages link the next. @returns their second pages if they differ */
export async function walkConcurrently(
  session: Session,
  operation: ListOperationId,
  { route: { way }, count }: Walk,
): Promise<readonly Exchange[] | undefined> {
  if (way.isByPlace || count < 2 || session.isQuick) return undefined;
  const ask = async (query: Call["query"], label: string): Promise<Exchange | undefined> => {
    const page = await session.call({ operation, ...(query && { query }), label });
    return page instanceof Unavailable ? undefined : page;
  };
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

/** How often the walks must differ: other clients may write. */
const rounds = 2;

function textOf(exchange: Exchange): string {
  return (heldIn(exchange)?.records ?? []).map(canonical).join("\n");
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
