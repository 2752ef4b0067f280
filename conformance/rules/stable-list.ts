import { isList } from "../../fixtures/contract/operations.ts";
import { canonical } from "../target/records.ts";
import { isOfWholeList, isPlain, type Facts } from "../log/facts.ts";
import type { Exchange, Page, Place } from "../log/model.ts";
import { failed, passed, type Check } from "../log/rule.ts";
import { groupByRun, markCertain, hasValidToken } from "./selection.ts";

/** What is seen of a list with one request: its total, and a page of it. */
interface Sighting extends Page {
  /** Whether the page is the whole list. */
  readonly isWhole: boolean;
}

/** With more records than these that come back, nobody else has removed them and added them again. */
const maxReturning = 2;

/** TOTAL-01: what is listed stays listed: no list is empty or shorter for a while, and then whole again (§2). */
export function* judgeStability(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
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
}

/** How often a list must have been seen whole for a gap in it to be certain: others may have added many just before. */
const enoughSightings = 2;

/**
 * A list that is empty, or has less than half of its records, and before and after it all of them; or empty at the end.
 * A copy of the list may lack the users that this run created.
 */
function findGap(sightings: readonly Sighting[], facts: Facts): Check | undefined {
  for (const [index, { exchange, total, records }] of sightings.entries()) {
    const created = facts.countCreated(exchange);
    const before = sightings.slice(0, index).filter((one) => one.total > 1 && 2 * total < one.total - created);
    const full = before.at(-1);
    if (full === undefined || (total === 0 && records.length > 0)) continue;
    const after = sightings.slice(index + 1).find((one) => one.total >= full.total);
    const isCreation = exchange.place.moment === "after";
    const when = isCreation ? "after the creation of a user" : "then";
    const message = `the list has ${full.total} records, and ${when} ${total === 0 ? "none" : `only ${total}`}`;
    const evidence = [full.exchange, ...(after === undefined ? [] : [after.exchange])];
    const check = failed("TOTAL-01", exchange, message, evidence);
    if (isCreation) return markCertain(check);
    if (after !== undefined) return before.length < enoughSightings ? check : markCertain(check);
    if (total === 0 && index === sightings.length - 1) return check;
  }
  return undefined;
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

/** What a request asked for applies to itself only (§2, §4). */
interface Stickiness {
  readonly requirement: "TOTAL-01" | "READ-01";
  readonly isView: (place: Place) => boolean;
  /** Whether a later list is what a view of it was, and not what it was before. */
  readonly holds: (all: Page, view: Page, rest: Page) => boolean;
  readonly words: (all: Page, rest: Page) => string;
}

const stickiness: readonly Stickiness[] = [
  {
    requirement: "TOTAL-01",
    isView: ({ isFiltered, page }) => isFiltered === true && page === undefined,
    holds: (all, view, rest) => view.total < all.total && rest.total === view.total,
    words: (all, rest) => `has only ${rest.total} of ${all.total} records`,
  },
  {
    requirement: "TOTAL-01",
    isView: ({ size, page, view }) => size === 1 && page === 1 && view === undefined,
    holds: (all, _, rest) => all.keys.length > 1 && rest.keys.length === 1 && rest.total >= all.total,
    words: (all, rest) => `has only ${rest.keys.length} of ${all.keys.length} records on its first page`,
  },
];

/** TOTAL-01: a filter and a size apply to their own request only (§2). */
export function* judgeStickyViews(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const byOperation = Map.groupBy(
      run.filter(({ as }) => as === "first"),
      ({ operation }) => operation,
    );
    for (const [own, { requirement, isView, holds, words }] of pairs([...byOperation.values()], stickiness)) {
      const views = own.filter(({ place }) => isView(place));
      const last = views.at(-1);
      if (last === undefined) continue;
      const next = own.find(
        ({ number, place }) =>
          !isView(place) && place.view === undefined && (number > last.number || place.isConcurrent === true),
      );
      const list = next && facts.page(next);
      const before = findBefore(own, isView, facts);
      const all = before && facts.page(before);
      if (next === undefined || list === undefined || before === undefined || all === undefined) continue;
      const sticky = views
        .flatMap((one) => facts.page(one) ?? [])
        .find((view) => holds(all, view, list) && recordsText(view) === recordsText(list));
      if (sticky === undefined) {
        yield passed(requirement, next, "the list is whole after its views");
        continue;
      }
      const view = sticky.exchange.request.url.replace(/^[^?]*/, "");
      const message = `after \`${view}\`, the list without it ${words(all, list)}, too`;
      const failure = failed(requirement, next, message, [before, sticky.exchange]);
      // Others may have removed a few records meanwhile, where the filter is ignored.
      yield 2 * list.total < all.total ? markCertain(failure) : failure;
    }
  }
}

function pairs<One, Other>(some: readonly One[], others: readonly Other[]): readonly (readonly [One, Other])[] {
  return some.flatMap((one) => others.map((other) => [one, other] as const));
}

/** The plain list that a run begins with; before a size, which leaves the total as it is, also the first of all. */
function findBefore(run: readonly Exchange[], isView: Stickiness["isView"], facts: Facts): Exchange | undefined {
  const [first] = run;
  if (first === undefined || isPlain(first)) return first;
  return isView({ size: 1, page: 1 }) ? facts.plain(first.operation)[0] : undefined;
}

/** READ-01: an order that a request asked for is not that of the next list without one (§4). */
export function* judgeStickyOrders(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
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
}

/** A view may have been asked for in smaller pages. */
function startsWith(keys: readonly string[], start: readonly string[]): boolean {
  return start.length > 1 && start.every((key, index) => keys[index] === key);
}

function recordsText({ records }: Page): string {
  return records.map(canonical).join("\n");
}
