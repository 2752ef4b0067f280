import { hasId, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { sizeNames } from "../discovery/names.ts";
import { anyTime, placeOf, servedIn } from "../places/places.ts";
import type { Held } from "../places/walk.ts";
import { isGood, type Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { canonical } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { failed, passed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";
import { pageAt, readPage, timesIn, type Reading } from "./readings.ts";

/** The responses of a run by request, in order. */
function readings({ entries, target }: Session, operation: OperationId): readonly (readonly Reading[])[] {
  const [id] = hasId(operation) ? knownIds(target, operation) : [];
  const all = entries.flatMap(({ call, exchange }) => {
    const isPlain = call.operation === operation && call.path === undefined && isGood(call);
    return (isPlain ? pageAt(call, exchange) : undefined) ?? [];
  });
  // A call without an id is for the first known one.
  return [...Map.groupBy(all, ({ call }) => anyTime(id === undefined ? call : { id, ...call })).values()];
}

/** How often a request must fail, or a token be rejected, between successes, beyond coincidence. */
export const enoughTimes = 2;

/**
 * Whether a valid token is rejected now and then. It is not a lock-out if no wrong token was sent since the last
 * success.
 */
export function rejectedInTurn({ entries }: Session, operation: OperationId): AtPlace {
  const rejected: Exchange[] = [];
  const accepted = new Set<string>();
  for (const { call, exchange } of entries) {
    if (!isGood(call)) accepted.clear();
    else if (call.operation !== operation) continue;
    else if (isSuccess(exchange)) accepted.add(anyTime(call));
    // A cache may return the rejection of another request.
    else if (exchange.response?.status === 401 && accepted.delete(anyTime(call))) rejected.push(exchange);
  }
  const place = `${operation} with a valid token`;
  if (rejected.length < enoughTimes) return { place, outcome: passed("accepted each time") };
  const text = `the valid token was rejected ${rejected.length} times directly after it was accepted, with no wrong token in between`;
  return { place, outcome: failed(text, ...rejected.slice(0, 3)) };
}

// Computed when needed: a run reads a long list often, and most readings have the same total.
export const recordsOf = memoize(({ records }: Held): ReadonlySet<string> => new Set(records.map(canonical)));

/** The records as a text, in any order. */
const textOf = memoize((held: Held): string => [...recordsOf(held)].toSorted().join("\n"));

function found(place: string, text: string, ...evidence: readonly Reading[]): readonly AtPlace[] {
  return [{ place, outcome: failed(text, ...evidence.map(({ exchange }) => exchange)) }];
}

/**
 * Finds requests whose responses alternate. In a list, existing records disappear (with the lowest total so far) and
 * return. A single record stays the same, but numbers beside it come from another response.
 */
export async function findAlternating(
  session: Session,
  operation: OperationId,
  isList: boolean,
): Promise<readonly AtPlace[]> {
  const requests = readings(session, operation);
  const places = requests.map(async (all): Promise<readonly AtPlace[]> => {
    for (const [index, one] of all.entries()) {
      const [earlier, later] = [all.slice(0, index), all.slice(index + 1)];
      const triple = isList ? lossIn(earlier, one, later) : mixtureIn(earlier, one, later);
      if (triple === undefined) continue;
      const [before, after] = triple;
      // The other account's records belong to SCOPE-01.
      const foreign = requests.flat().filter((other) => isSecond(other) !== isSecond(one));
      if (foreign.some((other) => sharesRecord(one, other))) continue;
      const isLag = isList && one.held.total > 0 && before.held.total - one.held.total <= fewRecords;
      if (isLag && !(await stillVaries(session, one.call))) return [];
      const text = `\`meta.total\` was ${before.held.total}, then ${one.held.total}, then ${after.held.total}`;
      const how = isList
        ? "the same records were there before and after, but not in between"
        : "with the same record: the numbers belong to another response";
      return found(`${placeOf(one.call)}, read ${all.length} times`, `${text}, ${how}`, before, one, after);
    }
    return [];
  });
  return (await Promise.all(places)).flat();
}

type Around = readonly [before: Reading, after: Reading] | undefined;

/** Readings before and after one that lacks records of both. */
function lossIn(earlier: readonly Reading[], one: Reading, later: readonly Reading[]): Around {
  // A list that is empty, and then shows an earlier record again, was never emptied.
  const isEmpty = one.held.total === 0 && one.held.records.length === 0;
  const isLess = (other: Reading): boolean =>
    one.held.total < other.held.total && [...recordsOf(other.held)].some((record) => !recordsOf(one.held).has(record));
  const before = earlier.findLast((other) => isLess(other) && (isEmpty || isLess(earlier[0] ?? other)));
  const after = before && later.find((other) => (isEmpty ? sharesRecord(other, before) : saysSame(other, before)));
  return before && after && [before, after];
}

/** Readings before and after one with the same record, while a total falls and rises, or the reverse. */
function mixtureIn(earlier: readonly Reading[], one: Reading, later: readonly Reading[]): Around {
  const before = earlier.findLast(
    ({ held }) => canonical(held) !== canonical(one.held) && textOf(held) === textOf(one.held),
  );
  const step = one.held.total - (before?.held.total ?? 0);
  const after = later.find(({ held }) => step * (held.total - one.held.total) < 0 && textOf(held) === textOf(one.held));
  return before && after && [before, after];
}

/** Other clients may have created or deleted this many. */
const fewRecords = 5;

/** How often to read a list again. */
const maxAgain = 8;

/** Whether a list has different totals even now: a replica may lack the latest users for a moment. */
async function stillVaries(session: Session, call: Call): Promise<boolean> {
  const totals = new Set<number>();
  for (let count = 1; count <= maxAgain && totals.size < 2; count += 1) {
    const again = await readPage(session, { ...call, label: `again ${count}, after all else` });
    if (again !== undefined) totals.add(again.held.total);
  }
  return totals.size > 1;
}

function isSecond({ call }: Reading): boolean {
  return call.as === "second";
}

function sharesRecord({ held: one }: Reading, { held: other }: Reading): boolean {
  return [...recordsOf(one)].some((record) => recordsOf(other).has(record));
}

function saysSame({ held: one }: Reading, { held: other }: Reading): boolean {
  return one.total === other.total && one.number === other.number && textOf(one) === textOf(other);
}

/** A page that was empty once: earlier responses have records that the same request gets now. */
export async function emptyOnce(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const sorted = (await servedIn(session, operation)).filter(({ isReordered = false }) => isReordered);
  const views = new Set(sorted.map(({ call }) => anyTime(call)));
  // Without a position, the first page of the whole list.
  const isFirst = (call: Call): boolean =>
    views.has(anyTime(call)) || Object.keys(call.query ?? {}).every((name) => sizeNames.includes(name));
  const timeOf = timesIn(session);
  const all = readings(session, operation).flat();
  for (const one of all.filter(({ held }) => held.records.length === 0)) {
    const earlier = all.filter(
      (other) =>
        timeOf(other.exchange) < timeOf(one.exchange) &&
        isSecond(other) === isSecond(one) &&
        (isFirst(one.call) || canonical(other.call.query ?? {}) === canonical(one.call.query ?? {})),
    );
    if (earlier.every(({ held }) => held.records.length === 0)) continue;
    const again = await readPage(session, { ...one.call, label: "again, since it was empty" });
    const before = again && earlier.findLast((other) => sharesRecord(other, again));
    if (again === undefined || before === undefined) continue;
    const text = "the list was empty, and before and after it had the same records";
    return found(placeOf(one.call), text, before, one, again);
  }
  return [];
}

/** The plain list if it equals an earlier filtered one: the filter of one request was kept for the next. */
export async function keepsFilter(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const timeOf = timesIn(session);
  const plain = readings(session, operation).find(
    ([first]) => first !== undefined && first.call.query === undefined && !isSecond(first),
  );
  const [first] = plain ?? [];
  for (const { call, exchange, place, isFirstPage = false } of served) {
    const view = isFirstPage && call.as !== "second" ? pageAt(call, exchange) : undefined;
    if (first === undefined || view === undefined || view.held.total >= first.held.total) continue;
    if (view.held.total === 0 && first.held.total < fewRecords) continue;
    const kept = plain?.find(
      (other) =>
        timeOf(other.exchange) > timeOf(exchange) &&
        other.held.total === view.held.total &&
        canonical(other.held.records) === canonical(view.held.records),
    );
    if (kept === undefined) continue;
    const text = `\`meta.total\` was ${first.held.total}; after ${place} the list without parameters has its total, ${view.held.total}`;
    return found(`${operation} after ${place}`, text, first, view, kept);
  }
  return [];
}
