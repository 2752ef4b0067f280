import { isList, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/values/text.ts";
import { canonical } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import { isOfWholeList, isPlain, groupByRun, hasValidToken, readAccount } from "../log/exchanges.ts";
import type { Exchange, Page } from "../log/model.ts";
import { dropFresh } from "../log/parameter-names.ts";
import { failed, passed, type Check, markCertain, type Rule } from "../log/rule.ts";
import { countCreated } from "../log/ledger.ts";

/** What is seen of a list with one request: its total, and a page of it. */
interface Sighting extends Page {
  /** Whether the page is the whole list. */
  readonly isWhole: boolean;
}

/** With more records than these that come back, nobody else has removed them and added them again. */
const maxReturning = 2;

/** TOTAL-01: what is listed stays listed: no list is empty or shorter for a while, and then whole again (§2). */
export const judgeStability: Rule = function* (exchanges, facts) {
  const firstPages = exchanges.filter(
    (one) => isList(one.operation) && hasValidToken(one) && isOfWholeList(one) && (one.place.page ?? 1) === 1,
  );
  for (const group of Map.groupBy(firstPages, ({ operation, as }) => `${operation} ${as}`).values()) {
    const sightings = group
      .flatMap((one) => facts.page(one) ?? [])
      .map((page): Sighting => ({ ...page, isWhole: page.records.length === page.total }));
    const [first] = sightings;
    const failure = findGap(sightings, facts) ?? findReturn(sightings, facts);
    if (failure !== undefined) yield failure;
    else if (first !== undefined && sightings.length > 1)
      yield passed("TOTAL-01", first.exchange, "the list stays the same");
  }
};

/** How often a list must have been seen whole for a gap in it to be certain: others may have added many just before. */
const enoughSightings = 2;

/**
 * A list that is empty, or has less than half of its records, and before and after it all of them; or so at once after a
 * creation, or at the end empty. A copy of the list may lack the users that this run created.
 */
function findGap(sightings: readonly Sighting[], facts: Facts): Check | undefined {
  for (const [index, { exchange, total, records }] of sightings.entries()) {
    const created = countCreated(exchange, facts);
    const before = sightings.slice(0, index).filter((one) => one.total > 1 && 2 * total < one.total - created);
    const full = before.at(-1);
    if (full === undefined || (total === 0 && records.length > 0)) continue;
    const after = sightings.slice(index + 1).find((one) => one.total >= full.total);
    const isCreation = exchange.place.moment === "after";
    const when = isCreation ? "after the creation of a user" : "then";
    const message = `the list has ${full.total} records, and ${when} ${total === 0 ? "none" : `only ${total}`}`;
    const evidence = [full.exchange, ...(after === undefined ? [] : [after.exchange])];
    const check = failed("TOTAL-01", exchange, message, evidence);
    // A list that stays empty may have been emptied by another client.
    if (after !== undefined) return isCreation || before.length >= enoughSightings ? markCertain(check) : check;
    if (isShrinking(sightings.slice(0, index), total)) continue;
    if (isCreation) return check;
    if (total === 0 && index === sightings.length - 1) return check;
  }
  return undefined;
}

/** Whether a list already had fewer records before it had this few: others remove them one after the other. */
function isShrinking(before: readonly Sighting[], few: number): boolean {
  const totals = before.map(({ total }) => total);
  const most = Math.max(...totals);
  return totals.slice(totals.indexOf(most)).some((total) => total < most && total > few);
}

/** Records that whole lists show, then one does not, and then they show them again. */
function findReturn(sightings: readonly Sighting[], facts: Facts): Check | undefined {
  const whole = sightings.filter(({ isWhole }) => isWhole);
  const [first] = whole;
  if (first === undefined || !isList(first.exchange.operation)) return undefined;
  if (!facts.identity(first.exchange.operation).isReliable) return undefined;
  const missingIn = new Map<string, Sighting>();
  for (const [index, list] of whole.entries()) {
    const keys = new Set(list.keys);
    const returned = first.keys.filter((key) => keys.has(key) && missingIn.has(key));
    const [key] = returned;
    const gap = key === undefined ? undefined : missingIn.get(key);
    if (key !== undefined && gap !== undefined) {
      const message = `the list has lost a record (${key.slice(0, 60)}), and then has it again`;
      const check = failed("TOTAL-01", gap.exchange, message, [first.exchange, list.exchange]);
      return returned.length > maxReturning ? markCertain(check) : check;
    }
    if (index > 0) for (const missing of first.keys) if (!keys.has(missing)) missingIn.set(missing, list);
  }
  return undefined;
}

/** TOTAL-01: a filter applies to its own request only (§2). */
export const judgeStickyFilters: Rule = function* (exchanges, facts) {
  const runs = groupByRun(exchanges).flatMap((run) =>
    [...Map.groupBy(run, ({ as, operation }) => `${as} ${operation}`).values()].filter(([one]) => one?.as === "first"),
  );
  for (const own of runs) {
    const [before] = own;
    const filters = own.filter(({ place }) => place.isFiltered === true && place.page === undefined);
    const last = filters.at(-1);
    if (before === undefined || last === undefined || !isPlain(before)) continue;
    const next = own.find(
      ({ number, place }) => place.view === undefined && (number > last.number || place.isConcurrent === true),
    );
    const [all, list] = [before, next].map((one) => one && facts.page(one));
    if (next === undefined || list === undefined || all === undefined) continue;
    const sticky = filters
      .flatMap((one) => facts.page(one) ?? [])
      .find((view) => view.total < all.total && view.total === list.total && recordsText(view) === recordsText(list));
    if (sticky === undefined) {
      yield passed("TOTAL-01", next, "the list is whole after its filters");
      continue;
    }
    const view = sticky.exchange.request.url.replace(/^[^?]*/, "");
    const message = `after \`${view}\`, the list without it has only ${list.total} of ${all.total} records, too`;
    const failure = failed("TOTAL-01", next, message, [before, sticky.exchange]);
    // Others may have removed a few records meanwhile, where the filter is ignored, or all, where it finds none.
    yield list.total > 0 && 2 * list.total < all.total ? markCertain(failure) : failure;
  }
};

/**
 * PAGE-01: a request gets the same page each time, with as many records, as long as the list has as many (§1, §2). A
 * cache that takes one page, or one size, for another shows so.
 */
export const judgeSamePages: Rule = function* (exchanges, facts) {
  const pages = exchanges.flatMap((one) => {
    const { path, method, headers } = one.probe;
    const isUsual = hasValidToken(one) && [path, method, headers].every((member) => member === undefined);
    const page = isUsual && isList(one.operation) && isFixed(one, one.operation, facts) ? facts.page(one) : undefined;
    return page === undefined || page.total === 0 ? [] : [page];
  });
  const same = Map.groupBy(pages, ({ exchange, total }) => `${exchange.as} ${total} ${readUrl(exchange, facts)}`);
  for (const [first, ...others] of same.values()) {
    const other = others.find((one) => first !== undefined && isOtherPage(first, one, facts));
    if (first === undefined || other === undefined) continue;
    const [was, is] = [first, other].map(({ number, keys }) => `page ${number} with ${counted(keys.length, "record")}`);
    const message = `the same request gets ${was}, and then ${is}, of a list of ${other.total}`;
    const failure = failed("PAGE-01", other.exchange, message, [first.exchange]);
    // A later page may be the last one, and a total older than its records.
    yield isFirst(other, facts) ? markCertain(failure) : failure;
  }
};

/** Whether the total decides how many records a page has: behind a cursor, others may have removed some. */
function isFixed({ place, probe }: Exchange, operation: ListOperationId, facts: Facts): boolean {
  return (
    probe.query === undefined || place.page === 1 || ["page", "offset", "none"].includes(facts.paging(operation).style)
  );
}

/** A URL without what was made up for caches, where that changes nothing. */
function readUrl({ operation, request }: Exchange, facts: Facts): string {
  return facts.ignoresUnknown(operation) ? dropFresh(request.url) : request.url;
}

/** Whether a page has another number, or at most half of the records, and more than a list that lags may lack. */
function isOtherPage(one: Page, other: Page, facts: Facts): boolean {
  const [fewer = 0, more = 0] = [one, other].map(({ keys }) => keys.length).toSorted((some, rest) => some - rest);
  const isLagging =
    (isFirst(other, facts) ? other.total : more) - fewer <= maxLagging + countCreated(other.exchange, facts);
  return (fewer > 0 && one.number !== other.number) || (more > 0 && 2 * fewer <= more && !isLagging);
}

/** Whether a page has the number of the list's first one. */
function isFirst({ number, exchange: { operation, as } }: Page, facts: Facts): boolean {
  return isList(operation) && facts.firstPage(operation, readAccount({ as }))?.number === number;
}

/** How many records of others may be counted before they are listed, or listed before they are counted. */
const maxLagging = 1;

/** READ-01: an order that a request asked for is not that of the next list without one (§4). */
export const judgeStickyOrders: Rule = function* (exchanges, facts) {
  for (const run of groupByRun(exchanges)) {
    const pages = run.flatMap((one) => (one.as === "first" && isList(one.operation) && facts.page(one)) || []);
    const plain = pages.filter(({ exchange }) => isPlain(exchange));
    const sorted = plain.map((list) => {
      const earlier = pages.filter(
        ({ exchange: { number, place } }) => number < list.exchange.number && place.page === 1,
      );
      return earlier.findLast(({ exchange: { place } }) => place.view !== undefined && place.isAgain !== true);
    });
    const [list, other] = plain;
    const [view, opposite] = sorted;
    if (list === undefined || other === undefined || view === undefined || opposite === undefined) continue;
    const isSame = [view, opposite].every((one, index) => startsWith(plain[index]?.keys ?? [], one.keys));
    const isSorted = view.keys.join() !== opposite.keys.join();
    const message = "the list without an order has that of the request before it, in both orders";
    if (isSame && isSorted)
      yield failed("READ-01", list.exchange, message, [view.exchange, opposite.exchange, other.exchange]);
    else if (isSorted) yield passed("READ-01", list.exchange, "an order applies to its own request only");
  }
};

/** A view may have been asked for in smaller pages. */
function startsWith(keys: readonly string[], start: readonly string[]): boolean {
  return start.length > 1 && start.every((key, index) => keys[index] === key);
}

function recordsText({ records }: Page): string {
  return records.map(canonical).join("\n");
}
