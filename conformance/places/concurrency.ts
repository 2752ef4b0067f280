import { hasId, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import type { Exploration, Visit } from "./visit.ts";

/** Concurrent requests of different kinds. */
export const mixture: Exploration = {
  id: "mixture",
  looksAt: "concurrent requests of all operations",
  explore: async (session) => {
    if (session.isQuick) return [];
    // In reverse order, with the requests that may share a variable.
    const mixed = (await kindsToRead(session)).flat().toReversed();
    return atOnce(session, { place: "a read, concurrently", calls: cycled(mixed, perRound) });
  },
};

/** Concurrent requests of one kind: of both accounts to one list, or for two ids. */
export const concurrency: Exploration = {
  id: "concurrency",
  isSpare: true,
  looksAt: "concurrent requests of both accounts to each list, and for two ids",
  explore: async (session) => {
    const found: Visit[] = [];
    for (const [index, kinds] of session.isQuick ? [] : (await kindsToRead(session)).entries()) {
      const round = { place: `${readOperationIds[index]}, concurrently`, calls: cycled(kinds, perRound) };
      found.push(...(await atOnce(session, round)));
    }
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

/** The requests of each read operation, of both accounts. */
async function kindsToRead(session: Session): Promise<readonly (readonly Call[])[]> {
  const own = readOperationIds.map((operation) => kindsOf(session, operation));
  const isAlone = (await session.call({ operation: "listUsers", as: "second" })) instanceof Unavailable;
  return own.map((kinds) => (isAlone ? kinds : kinds.flatMap(withSecond)));
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
