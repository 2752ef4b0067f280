import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import { offsetNames, pageNames, sizeNames, valued } from "../discovery/names.ts";
import { heldIn, type Held } from "../places/walk.ts";
import { asksToWait, isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, type Outcome } from "./check.ts";

/** How many names are common: a service may reject a request with more. */
const maxNames = 6;

const bySomeNumbers = valued(pageNames.slice(0, maxNames), "2");

/** Requests for page 2, in pages of one record: with all common names at once, then with fewer of them. */
const secondPages = [
  { ...valued(pageNames, "2"), ...valued([...offsetNames, ...sizeNames], "1") },
  bySomeNumbers,
  valued(pageNames.slice(0, 1), "2"),
];

/** Requests page 2 before anything else: a cache that ignores the query then returns it for every page. */
export async function secondPageFirst(session: Session, operation: ListOperationId): Promise<Exchange | undefined> {
  for (const query of session.isQuick ? [] : secondPages) {
    const page = await session.call({ operation, query, label: "before all else" });
    // Several names at once may be rejected.
    if (page instanceof Unavailable) return undefined;
    if (page.response === undefined || isSuccess(page) || asksToWait(page)) return page;
  }
  return undefined;
}

/** Finds a page 2 that says it is page 1. */
export async function judgePageNumber(
  session: Session,
  operation: ListOperationId,
  first: Held,
  sample: Success,
): Promise<Outcome | undefined> {
  const page = await session.call({ operation, query: bySomeNumbers, label: "before all else" });
  const second = page instanceof Unavailable ? undefined : heldIn(page);
  if (page instanceof Unavailable || second?.number !== 1 || second.records.length === 0) return undefined;
  const known = new Set(first.records.map(canonical));
  if (second.records.some((record) => known.has(canonical(record)))) return undefined;
  return failed("page 2, requested by this number, has `meta.page` 1, and the first page 0", page, sample);
}
