import { hasId, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import type { Exploration, Visit } from "./visit.ts";

/** Concurrent requests: of both accounts to one list, for two ids, and all of them at once. */
export const concurrency: Exploration = {
  id: "concurrency",
  isSpare: true,
  looksAt: "concurrent requests of both accounts, for two ids and of all operations",
  explore: async (session) => {
    if (session.isQuick) return [];
    const found: Visit[] = [];
    for (const round of await rounds(session)) found.push(...(await atOnce(session, round)));
    return found;
  },
};

/** Requests that are sent concurrently. */
export interface Round {
  readonly place: string;
  readonly calls: readonly Call[];
}

/** Of each kind, since a target may process them in any order, but not all at the same time. */
const perRound = 4;

async function rounds(session: Session): Promise<readonly Round[]> {
  const own = readOperationIds.map((operation) => kindsOf(session, operation));
  const isAlone = (await session.call({ operation: "listUsers", as: "second" })) instanceof Unavailable;
  const both = own.map((kinds) => (isAlone ? kinds : kinds.flatMap(withSecond)));
  const named = readOperationIds.map((operation, index): Round => {
    return { place: `${operation}, concurrently`, calls: cycled(both[index] ?? [], perRound) };
  });
  // The other order, with the requests that may share a variable.
  const mixed = cycled(both.flat().toReversed(), perRound);
  return [...named, { place: "a read, concurrently", calls: mixed }];
}

/** The different plain requests of an operation: one for each of two ids. */
function kindsOf({ target }: Session, operation: OperationId): readonly Call[] {
  if (!hasId(operation)) return [{ operation }];
  return knownIds(target, operation)
    .slice(0, 2)
    .map((id) => ({ operation, id }));
}

/** The second account may not have the records with the known ids. */
function withSecond(call: Call): readonly Call[] {
  return call.id === undefined ? [call, { ...call, as: "second" }] : [call];
}

function cycled(kinds: readonly Call[], count: number): readonly Call[] {
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((call) => call !== undefined);
}

export async function atOnce(session: Session, { place, calls }: Round): Promise<readonly Visit[]> {
  const sent = calls.map((call, index) => ({ ...call, label: `${place}, ${index + 1}` }));
  const exchanges = await Promise.all(sent.map((call) => session.call(call)));
  return sent.flatMap((call, index) => {
    const exchange = exchanges[index];
    if (exchange === undefined || exchange instanceof Unavailable) return [];
    return [{ operation: call.operation, place, call, exchange, isServed: true, isRepetition: true }];
  });
}
