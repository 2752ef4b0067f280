import { listOperationIds, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { operationOf } from "../discovery/source.ts";
import { callKey, isGood, type Call } from "../target/call.ts";
import { isSuccess } from "../target/exchange.ts";
import { requestsOf, type Entry } from "../target/recorder.ts";
import type { Session } from "../target/session.ts";
import { memoize } from "../target/memoize.ts";
import { usualRequests } from "../target/target.ts";
import { concurrency, inTurn, mixture, repetition } from "./again.ts";
import { ids } from "./ids.ts";
import { listWalks } from "./list-walks.ts";
import { namedAccounts } from "./named-accounts.ts";
import { isThere, type Reading } from "./trails.ts";
import { views } from "./views.ts";
import type { Exploration, Served, Visit } from "./visit.ts";
import { writes } from "./writes.ts";

/** The pages of both lists, with several page sizes. */
const pages: Exploration = {
  id: "pages",
  looksAt:
    "every page of both lists (only some of a long list) and the page after the last, in pages of 1, 2, the default and the maximum size",
  explore: async (session) => {
    const walks = listOperationIds.map(async (operation) => {
      const { trails } = await listWalks(session, operation);
      return trails.flatMap(({ readings }) => readings.flatMap((reading) => visitsOf(operation, reading)));
    });
    return (await Promise.all(walks)).flat();
  },
};

function visitsOf(operation: ListOperationId, reading: Reading): readonly Visit[] {
  return reading.walk.pages.map(({ index, call, exchange }) => {
    const isServed = isThere(reading, index);
    const query = new URLSearchParams(call.query).toString();
    const place = `page ${index + 1}${isServed ? "" : ", beyond the last,"} of ${operation}${query === "" ? "" : ` (?${query})`}`;
    return { operation, place, call, exchange, isServed };
  });
}

/** The dimensions that a run explores, in order. */
export const explorations: readonly Exploration[] = [
  pages,
  ids,
  views,
  inTurn,
  namedAccounts,
  mixture,
  concurrency,
  repetition,
  writes,
];

/** After more requests than this, too few of a run's would be left for the writes at its end. */
const maxBeforeSpare = usualRequests - 61;

/** Every place of the run, explored once, by the first check that asks. */
export const visits = memoize(async (session: Session): Promise<readonly Visit[]> => {
  const found: Visit[] = [];
  for (const { explore, looksAt, isSpare = false } of explorations) {
    const sent = requestsOf(session.entries);
    if (isSpare && sent > maxBeforeSpare) leftOut.set(session, `${looksAt} (after ${sent} requests)`);
    else found.push(...(await explore(session)));
  }
  return found;
});

const leftOut = new WeakMap<Session, string>();

/** The places that a long run has left out so far, in words. */
export function placesLeftOut(session: Session): string | undefined {
  return leftOut.get(session);
}

/** All responses to a valid token for an operation in the run so far. */
export async function servedIn(session: Session, operation: OperationId): Promise<readonly Served[]> {
  await visits(session);
  const all = await servedAfter(session, String(session.entries.length));
  return all.get(operation) ?? [];
}

/** Memoized until the run has more responses, since all rules read these. */
const servedAfter = memoize(async (session: Session, _count: string) => {
  const found = await visits(session);
  const visited = new Map(found.map((visit) => [visit.exchange, visit]));
  const lasting = found.filter(({ isRepetition = false }) => !isRepetition);
  const known = new Map(lasting.map((visit) => [anyTime(visit.call), visit]));
  const order = new Map([...known.keys()].map((key, index) => [key, index]));
  const placed = inOneOrder(session.entries).flatMap(({ call, exchange }) => {
    const operation = operationOf(call);
    if (operation === undefined || !isGood(call) || !isSuccess(exchange)) return [];
    const isPlain = (call.query ?? call.id ?? call.path ?? call.body ?? call.text ?? call.headers) === undefined;
    const key = anyTime(call);
    const visit = visited.get(exchange) ??
      known.get(key) ?? { operation, call, place: placeOf(call), isServed: isPlain };
    return [{ operation, at: order.get(key) ?? order.size, visit: { ...visit, exchange } }];
  });
  const inOrder = placed.toSorted((one, other) => one.at - other.at);
  const byOperation = Map.groupBy(inOrder, ({ operation }) => operation);
  return new Map([...byOperation].map(([operation, some]) => [operation, some.map(({ visit }): Served => visit)]));
});

/** Short requests first: the order must not depend on which concurrent response came first. */
export function inOneOrder(entries: readonly Entry[]): readonly Entry[] {
  const key = ({ call }: Entry): string => `${call.label ?? ""} ${callKey(unlabeled(call))}`;
  const keyed = entries.map((entry) => ({ entry, key: key(entry) }));
  const compare = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1);
  return keyed.toSorted((one, other) => compare(one.key, other.key)).map(({ entry }) => entry);
}

/** What a call requests, in words to follow "on": `listUsers?page=2 (second account)`. */
export function placeOf({ operation, as, query, id, path }: Call): string {
  const names = Object.keys(query ?? {});
  const asked =
    names.length > 3
      ? ` with ${names.length} parameters`
      : names.length > 0
        ? `?${new URLSearchParams(query).toString()}`
        : "";
  const which = path ?? (id === undefined ? operation : `${operation} of "${id}"`);
  return `${which}${asked}${as === "second" ? " (second account)" : ""}`;
}

/** The key of a place, the same for repeated calls. */
export function anyTime(call: Call): string {
  return callKey(call.operation === "createUser" ? call : unlabeled(call));
}

const withoutLabels = new WeakMap<Call, Call>();

/** The same object for the same call, so that its key is computed once. */
function unlabeled(call: Call): Call {
  const { label: _, ...rest } = call;
  const known = withoutLabels.get(call) ?? rest;
  withoutLabels.set(call, known);
  return known;
}
