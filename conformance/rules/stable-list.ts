import { isList } from "../../fixtures/contract/operations.ts";
import { canonical } from "../target/records.ts";
import { isOfWholeList, isPlain, type Facts } from "../log/facts.ts";
import type { Exchange, Page } from "../log/model.ts";
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
    const created = exchange.operation === "listUsers" ? countCreations(exchange, facts) : 0;
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

/** The number of users that were created before an exchange. */
function countCreations({ number }: Exchange, { log, createdMarkers }: Facts): number {
  return log.filter((one) => one.number < number && createdMarkers.has(one.marker ?? "")).length;
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
export function* judgeStickyFilters(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const [before] = run;
    const after = run.at(-1);
    const filtered = run.filter(({ place }) => place.isFiltered === true && place.page === undefined);
    if (before === undefined || after === undefined || filtered.length === 0 || !isPlain(before) || !isPlain(after))
      continue;
    const [all, rest] = [facts.page(before), facts.page(after)];
    if (all === undefined || rest === undefined) continue;
    const sticky = filtered.find((one) => {
      const some = facts.page(one);
      return (
        some !== undefined &&
        some.total < all.total &&
        rest.total === some.total &&
        recordsText(rest) === recordsText(some)
      );
    });
    if (sticky === undefined) yield passed("TOTAL-01", after, "the list is whole after its filters");
    else {
      const message = `after \`${sticky.place.view ?? ""}\`, the list without it still has only ${rest.total} of ${all.total} records`;
      const failure = failed("TOTAL-01", after, message, [before, sticky]);
      // Others may have removed a few records meanwhile, where the filter is ignored.
      yield 2 * rest.total < all.total ? markCertain(failure) : failure;
    }
  }
}

function recordsText({ records }: Page): string {
  return records.map(canonical).join("\n");
}
