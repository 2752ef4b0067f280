import type { Facts } from "../log/facts.ts";
import type { Ask } from "../log/experiment.ts";
import type { AccountName, Exchange, Page, Place } from "../log/model.ts";
import { countPlainRecords, isRandomAccess, pageProbe, queryFor, sizeQuery } from "./walk.ts";

/** Page sizes at which most lists of users come whole; some targets have no pages of the larger one. */
const largeSizes = [100, 50];

/** The maximum number of pages that are read to find a user; more where only each page leads to the next. */
const maxPages = 6;
const maxLinkedPages = 10;

/**
 * Reads the users of an account, as far as a few requests show them: the first pages, and the end of the list.
 * @param isEnough whether its first page shows all that is asked for
 */
export async function readUsers(
  ask: Ask,
  facts: Facts,
  as: AccountName,
  moment: NonNullable<Place["moment"]>,
  isEnough: (first: Page) => boolean = () => false,
): Promise<readonly Exchange[]> {
  const paging = facts.paging("listUsers");
  const size = largeSizes.find((one) => one > countPlainRecords("listUsers", facts) && !isWithoutEffect(one, facts));
  const sized = queryFor(sizeQuery(paging, size));
  const probe = { operation: "listUsers", as, ...sized } as const;
  const lists: Exchange[] = [];
  let last = await ask({ ...probe, place: { moment } });
  lists.push(last);
  const page = facts.page(last);
  const isRejected = size !== undefined && sized.query !== undefined && isWithoutEffect(size, facts);
  if (page === undefined) return isRejected ? readUsers(ask, facts, as, moment, isEnough) : lists;
  if (isEnough(page)) return lists;
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

/** Whether the target rejects pages of this size, or has them no larger than usual. */
function isWithoutEffect(size: number, facts: Facts): boolean {
  const { size: name = "" } = facts.paging("listUsers");
  const usual = countPlainRecords("listUsers", facts);
  return facts.log.some((one) => {
    if (one.operation !== "listUsers" || one.probe.query?.[name] !== String(size)) return false;
    const page = facts.page(one);
    const status = one.response?.status ?? 0;
    if (page === undefined) return status >= 400 && status < 429;
    return page.records.length < page.total && page.records.length <= usual && (one.place.page ?? 1) === 1;
  });
}
