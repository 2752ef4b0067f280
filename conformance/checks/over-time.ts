import { hasId, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { sizeNames } from "../discovery/names.ts";
import { anyTime, placeOf, servedIn } from "../places/places.ts";
import { heldIn, type Held } from "../places/walk.ts";
import { isGood, type Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import { knownIds } from "../target/target.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, passed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** One of several responses to the same request. */
interface Reading {
  readonly call: Call;
  readonly exchange: Exchange;
  readonly held: Held;
  /** Computed when needed: a run reads a long list often, and most readings have the same total. */
  readonly records: () => ReadonlySet<string>;
  /** The records as a text, in any order. */
  readonly text: () => string;
}

/** The responses of a run by request, in order. */
function readings({ entries, target }: Session, operation: OperationId): readonly (readonly Reading[])[] {
  const [id] = hasId(operation) ? knownIds(target, operation) : [];
  const all = entries.flatMap(({ call, exchange }) => {
    const isPlain = call.operation === operation && call.path === undefined && isGood(call);
    return (isPlain ? readingOf(call, exchange) : undefined) ?? [];
  });
  // A call without an id is for the first known one.
  return [...Map.groupBy(all, ({ call }) => anyTime(id === undefined ? call : { id, ...call })).values()];
}

function readingOf(call: Call, exchange: Exchange): Reading | undefined {
  const held = heldIn(exchange);
  if (held === undefined) return undefined;
  const records = once(() => new Set(held.records.map(canonical)));
  return { call, exchange, held, records, text: once(() => [...records()].toSorted().join("\n")) };
}

function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
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
  const [ofFirst, ofSecond] = [false, true].map((isTheirs) =>
    once(
      () =>
        new Set(requests.flat().flatMap((one) => (isSecond(one) === isTheirs ? one.held.records.map(canonical) : []))),
    ),
  );
  const places = requests.map(async (all): Promise<readonly AtPlace[]> => {
    for (const [index, one] of all.entries()) {
      const later = all.slice(index + 1);
      // A list that is empty, and then shows an earlier record again, was never emptied.
      const isEmpty = isList && one.held.total === 0 && one.held.records.length === 0;
      const isLower = (other: Reading): boolean => isLess(one, other) && (isEmpty || isLess(one, all[0] ?? other));
      const before = all.slice(0, index).findLast((other) => (isList ? isLower(other) : isMixed(one, other)));
      const isAgain = isEmpty ? sharesRecord : saysSame;
      const after = before && later.find((other) => (isList ? isAgain(other, before) : isBetween(before, one, other)));
      if (before === undefined || after === undefined) continue;
      // The other account's records belong to SCOPE-01.
      const foreign = (isSecond(one) ? ofFirst : ofSecond)?.();
      if ([...one.records()].some((record) => foreign?.has(record))) continue;
      const isLag = isList && one.held.total > 0 && before.held.total - one.held.total <= fewRecords;
      if (isLag && !(await stillVaries(session, one.call))) return [];
      const text = `\`meta.total\` was ${before.held.total}, then ${one.held.total}, then ${after.held.total}`;
      const how = isList
        ? `the same records were there before and after, but not in between`
        : `with the same record: the numbers belong to another response`;
      const outcome = failed(`${text}, ${how}`, before.exchange, one.exchange, after.exchange);
      return [{ place: `${placeOf(one.call)}, read ${all.length} times`, outcome }];
    }
    return [];
  });
  return (await Promise.all(places)).flat();
}

/** Other clients may have created or deleted this many. */
const fewRecords = 5;

/** How often to read a list again. */
const maxAgain = 8;

/** Whether a list has different totals even now: a replica may lack the latest users for a moment. */
async function stillVaries(session: Session, call: Call): Promise<boolean> {
  const totals = new Set<number>();
  for (let count = 1; count <= maxAgain && totals.size < 2; count += 1) {
    const again = await session.call({ ...call, label: `again ${count}, after all else` });
    const held = again instanceof Unavailable ? undefined : heldIn(again);
    if (held !== undefined) totals.add(held.total);
  }
  return totals.size > 1;
}

function isSecond({ call }: Reading): boolean {
  return call.as === "second";
}

function isLess(one: Reading, other: Reading): boolean {
  return one.held.total < other.held.total && [...other.records()].some((record) => !one.records().has(record));
}

function isMixed(one: Reading, other: Reading): boolean {
  return canonical(one.held) !== canonical(other.held) && one.text() === other.text();
}

/** Whether a total falls and rises, or the reverse. */
function isBetween({ held: before }: Reading, one: Reading, after: Reading): boolean {
  const [falls, rises] = [one.held.total - before.total, after.held.total - one.held.total];
  return falls * rises < 0 && one.text() === after.text();
}

function sharesRecord(one: Reading, other: Reading): boolean {
  return [...one.records()].some((record) => other.records().has(record));
}

function saysSame(one: Reading, other: Reading): boolean {
  return one.held.total === other.held.total && one.held.number === other.held.number && one.text() === other.text();
}

/** A page that was empty once: earlier responses have records that the same request gets now. */
export async function emptyOnce(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const sorted = (await servedIn(session, operation)).filter(({ isReordered = false }) => isReordered);
  const views = new Set(sorted.map(({ call }) => anyTime(call)));
  // Without a position, the first page of the whole list.
  const isFirst = (call: Call): boolean =>
    views.has(anyTime(call)) || Object.keys(call.query ?? {}).every((name) => sizeNames.includes(name));
  const order = new Map(session.entries.map(({ exchange }, index) => [exchange, index]));
  const at = ({ exchange }: Reading): number => order.get(exchange) ?? 0;
  const all = readings(session, operation).flat();
  for (const one of all.filter(({ held }) => held.records.length === 0)) {
    const isAlike = ({ call }: Reading): boolean =>
      isFirst(one.call) || canonical(call.query ?? {}) === canonical(one.call.query ?? {});
    const earlier = all.filter(
      (other) =>
        at(other) < at(one) && isSecond(other) === isSecond(one) && other.held.records.length > 0 && isAlike(other),
    );
    if (earlier.length === 0) continue;
    const now = await session.call({ ...one.call, label: "again, since it was empty" });
    const again = now instanceof Unavailable ? undefined : readingOf(one.call, now);
    const before = again && earlier.findLast((other) => sharesRecord(other, again));
    if (again === undefined || before === undefined) continue;
    const text = "the list was empty, and before and after it had the same records";
    return [{ place: placeOf(one.call), outcome: failed(text, before.exchange, one.exchange, again.exchange) }];
  }
  return [];
}

/** The plain list if it equals an earlier filtered one: the filter of one request was kept for the next. */
export async function keepsFilter(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const plain = readings(session, operation).find(
    ([first]) => first?.call.query === undefined && first?.call.as !== "second",
  );
  const [first] = plain ?? [];
  if (plain === undefined || first === undefined) return [];
  const order = new Map(session.entries.map(({ exchange }, index) => [exchange, index]));
  const views = served.filter(({ call, isFirstPage = false }) => isFirstPage && call.as !== "second");
  for (const view of views) {
    const held = heldIn(view.exchange);
    if (held === undefined || held.total >= first.held.total || (held.total === 0 && first.held.total < fewRecords))
      continue;
    const kept = plain.find(
      ({ exchange, held: now }) =>
        (order.get(exchange) ?? 0) > (order.get(view.exchange) ?? 0) &&
        now.total === held.total &&
        canonical(now.records) === canonical(held.records),
    );
    if (kept === undefined) continue;
    const text = `\`meta.total\` was ${first.held.total}; after ${view.place} the list without parameters has its total, ${held.total}`;
    return [
      {
        place: `${operation} after ${view.place}`,
        outcome: failed(text, first.exchange, view.exchange, kept.exchange),
      },
    ];
  }
  return [];
}

/** How often a token has to be rejected between successes. */
const enoughTimes = 2;

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

/** The first pages of other views that number a list differently from the plain list. */
export async function findOtherNumbering(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const plain = await session.call({ operation });
  const first = plain instanceof Unavailable ? undefined : heldIn(plain)?.number;
  if (plain instanceof Unavailable || first === undefined) return [];
  return served.flatMap(({ call, place, exchange, isFirstPage = false }): readonly AtPlace[] => {
    const held = heldIn(exchange);
    if (
      !isFirstPage ||
      call.as === "second" ||
      held?.number === undefined ||
      held.records.length === 0 ||
      held.number === first
    )
      return [];
    const text = `\`meta.page\` is ${held.number}, and ${first} in the plain list: both are the first page`;
    return [{ place, outcome: failed(text, plain, exchange) }];
  });
}
