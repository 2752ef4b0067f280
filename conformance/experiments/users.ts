import type { Facts } from "../log/facts.ts";
import type { Ask } from "../log/experiment.ts";
import type { AccountName, Exchange, Place } from "../log/model.ts";
import { isRandomAccess, pageProbe, queryFor, sizeQuery } from "./walk.ts";

/** A page size at which most lists of users come whole. */
const largeSize = 100;

/** The maximum number of pages that are read to find a user; more where only each page leads to the next. */
const maxPages = 6;
const maxLinkedPages = 10;

/** Reads the users of an account, as far as a few requests show them: the first pages, and the end of the list. */
export async function readUsers(
  ask: Ask,
  facts: Facts,
  as: AccountName,
  moment: NonNullable<Place["moment"]>,
  isFirstOnly = false,
): Promise<readonly Exchange[]> {
  const paging = facts.paging("listUsers");
  const sized = queryFor(isRejectedSize(facts) ? {} : sizeQuery(paging, largeSize));
  const probe = { operation: "listUsers", as, ...sized } as const;
  const lists: Exchange[] = [];
  let last = await ask({ ...probe, place: { moment } });
  lists.push(last);
  const page = facts.page(last);
  if (page === undefined) return isRejectedSize(facts) && sized.query ? readUsers(ask, facts, as, moment) : lists;
  if (isFirstOnly) return lists;
  const length = Math.max(page.records.length, 1);
  const pages = Math.ceil(page.total / length);
  const most = isRandomAccess(paging) ? maxPages : maxLinkedPages;
  // New users are usually at an end of a long list.
  const isLong = isRandomAccess(paging) && pages > maxPages;
  const numbers = isLong ? [pages] : Array.from({ length: Math.min(pages, most) - 1 }, (_, index) => index + 2);
  for (const number of numbers) {
    const next = pageProbe(facts, probe, paging, number, length, last);
    if (next === undefined) break;
    last = await ask({ ...next, place: { moment, page: number } });
    lists.push(last);
  }
  // Nothing follows a last page that is not full.
  const beyond =
    isLong && facts.page(last)?.records.length === length && pageProbe(facts, probe, paging, pages + 1, length, last);
  if (beyond) lists.push(await ask({ ...beyond, place: { moment, page: pages + 1, isBeyondLast: true } }));
  return lists;
}

/** Whether the target rejects large pages. */
function isRejectedSize(facts: Facts): boolean {
  const { size = "" } = facts.paging("listUsers");
  return facts.log.some(({ operation, probe, response }) => {
    const status = response?.status ?? 0;
    const isLarge = operation === "listUsers" && probe.query?.[size] === String(largeSize);
    return isLarge && status >= 400 && status < 429;
  });
}
