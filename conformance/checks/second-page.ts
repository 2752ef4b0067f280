import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import { nextLink } from "../discovery/next-page.ts";
import { offsetNames, pageNames, sizeNames, valued } from "../discovery/names.ts";
import { heldIn, type Held } from "../places/walk.ts";
import { asksToWait, isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { readPage } from "./readings.ts";
import { failed, type Outcome } from "./check.ts";

/** How many names are common: a service may reject a request with more. */
const maxNames = 6;

/** Requests for page 2 by its number: with some common names, then with the most common one. */
const byNumber = [maxNames, 1].map((count) => valued(pageNames.slice(0, count), "2"));

/** Requests for page 2, in pages of one record: with all common names at once, then with fewer of them. */
const secondPages = [{ ...valued(pageNames, "2"), ...valued([...offsetNames, ...sizeNames], "1") }, ...byNumber];

/** Requests page 2 before anything else: a cache that ignores the query then returns it for every page. */
export async function secondPageFirst(
  session: Session,
  operation: ListOperationId,
  queries = secondPages,
): Promise<Exchange | undefined> {
  for (const query of session.isQuick ? [] : queries) {
    const page = await session.call({ operation, query, label: "before all else" });
    // Several names at once may be rejected.
    if (page instanceof Unavailable) return undefined;
    if (page.response === undefined || isSuccess(page) || asksToWait(page)) return page;
  }
  return undefined;
}

/** Finds a page 2 that says it is page 1, unless pages count from 0 and the last one is repeated beyond the list. */
export async function judgePageNumber(
  session: Session,
  operation: ListOperationId,
  first: Held,
  sample: Success,
): Promise<Outcome | undefined> {
  const page = await secondPageFirst(session, operation, byNumber);
  const second = page && heldIn(page);
  if (page === undefined || second?.number !== 1 || second.records.length === 0) return undefined;
  const known = new Set(first.records.map(canonical));
  if (second.records.some((record) => known.has(canonical(record)))) return undefined;
  const { searchParams } = new URL(page.request.url);
  const query = Object.fromEntries([...searchParams.keys()].map((name) => [name, "1"]));
  const before = await readPage(session, { operation, query, label: "before page 2" });
  if (before === undefined || canonical(before.held.records) === canonical(second.records)) return undefined;
  return failed("page 2, requested by this number, has `meta.page` 1, and the first page 0", page, sample);
}

/** Finds a link to the next page that leads to the same page, twice. */
export async function judgeNextLink(
  session: Session,
  operation: ListOperationId,
  sample: Success,
): Promise<Outcome | undefined> {
  const [link, first, from] = [nextLink(sample), heldIn(sample), new URL(sample.request.url)];
  const isPage = link?.origin === from.origin && link.pathname === from.pathname && link.search !== from.search;
  if (link === undefined || !isPage || first === undefined || first.total <= first.records.length) return undefined;
  for (const label of ["linked as the next page", "linked as the next page, again"]) {
    const next = await readPage(session, { operation, query: Object.fromEntries(link.searchParams), label });
    if (next === undefined || first.records.length === 0) return undefined;
    if (canonical(next.held.records) !== canonical(first.records)) return undefined;
    if (label.endsWith("again"))
      return failed("the link to the next page leads to the same page", sample, next.exchange);
  }
  return undefined;
}
