import {
  hasId,
  listOf,
  listOperationIds,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { asksToWait, isSuccess, type Exchange } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import type { Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { ofKnown } from "./ids.ts";
import { responseTo, visit, visitAll, type Exploration, type Place, type Visit } from "./visit.ts";
import { waysOf } from "./way.ts";

// The same requests again: of both accounts in turn, concurrently, and one after the other.

/** The label of requests in turn. */
export const turnLabel = "in turn";

/** The size of a page that no walk asks for. */
const ownSize = "3";

/**
 * Sends the same request with both tokens, one directly after the other, since a cache may confuse the accounts. Lists
 * are requested with a new URL each, for which nothing is cached yet.
 */
export const inTurn: Exploration = {
  id: "in turn",
  looksAt: "both lists and a known id, requested for the second account and then for the first",
  explore: async (session) => {
    if (session.isQuick || (await isAlone(session))) return [];
    const found: Visit[] = [];
    for (const [what, call] of await turns(session)) {
      const again = { ...call, label: turnLabel };
      const theirs: Call = { ...again, as: "second" };
      // The first account's record must be there even if the second account cannot see it.
      const isServed = call.id !== undefined;
      found.push(...(await visit(session, { place: `${what} (second account)`, call: theirs, isServed: false })));
      const place = `${what}, directly after the second account`;
      found.push(...(await visit(session, { place, call: { ...again, as: "first" }, isServed })));
    }
    return found;
  },
};

async function turns(session: Session): Promise<readonly (readonly [what: string, call: Call])[]> {
  const found: (readonly [what: string, call: Call])[] = [];
  for (const operation of readOperationIds) {
    const [id] = knownIds(session.target, operation);
    const plain = hasId(operation) && id !== undefined ? await responseTo(session, { operation }) : undefined;
    if (plain !== undefined && isSuccess(plain)) found.push([`the id "${id}"`, { operation, id }]);
  }
  const lists = listOperationIds.map(async (operation) => {
    const [way] = await waysOf(session, operation);
    return way?.size === undefined
      ? ([`${listOf(operation)} past a cache`, { operation, query: { _: "1732270001" } }] as const)
      : ([`${listOf(operation)} in pages of ${ownSize}`, { operation, query: { [way.size]: ownSize } }] as const);
  });
  return [...(await Promise.all(lists)), ...found];
}

/** Concurrent requests of different kinds. */
export const mixture: Exploration = {
  id: "mixture",
  looksAt: "concurrent requests of all operations",
  explore: async (session) => {
    if (session.isQuick) return [];
    // In reverse order, with the requests that may share a variable.
    const mixed = (await kindsToRead(session)).flat().toReversed();
    return atOnce(session, "a read, concurrently", cycled(mixed, perRound));
  },
};

/** Concurrent requests of one kind: of both accounts to one list, or for two ids. */
export const concurrency: Exploration = {
  id: "concurrency",
  isSpare: true,
  looksAt: "concurrent requests of both accounts to each list, and for two ids",
  explore: async (session) => {
    const found: Visit[] = [];
    for (const [index, kinds] of session.isQuick ? [] : (await kindsToRead(session)).entries())
      found.push(...(await atOnce(session, `${readOperationIds[index]}, concurrently`, cycled(kinds, perRound))));
    return found;
  },
};

/** Of each kind, since a target may process them in any order, but not all at the same time. */
const perRound = 4;

async function isAlone(session: Session): Promise<boolean> {
  return (await responseTo(session, { operation: "listUsers", as: "second" })) === undefined;
}

/** The plain requests of each read operation, of both accounts; for two ids, of the first, which has their records. */
async function kindsToRead(session: Session): Promise<readonly (readonly Call[])[]> {
  const accounts = (await isAlone(session)) ? [{}] : [{}, { as: "second" as const }];
  return readOperationIds.map((operation): readonly Call[] =>
    hasId(operation)
      ? knownIds(session.target, operation)
          .slice(0, 2)
          .map((id) => ({ operation, id }))
      : accounts.map((account) => ({ operation, ...account })),
  );
}

function cycled(kinds: readonly Call[], count: number): readonly Call[] {
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter((call) => call !== undefined);
}

/** Sends requests concurrently. */
export function atOnce(session: Session, place: string, calls: readonly Call[]): Promise<readonly Visit[]> {
  return visitAll(
    session,
    calls.map((call, index): Place => {
      return { place, call: { ...call, label: `${place}, ${index + 1}` }, isServed: true, isRepetition: true };
    }),
  );
}

/** The same request several times: one of several instances may have another version, or be broken. */
export const repetition: Exploration = {
  id: "repetition",
  looksAt: "the plain request of each operation, repeated; then alternating between both accounts and between two ids",
  explore: async (session) =>
    (await Promise.all(readOperationIds.map((operation) => repeated(session, operation)))).flat(),
};

/** The number of requests in a series (another one follows after a failure), for two ids in turn, and of the second account. */
const counts = { series: 3, inTurn: 8, second: 2 } as const;

/** The repeated plain request of a read operation, once per session. */
export const repeated: (session: Session, operation: OperationId) => Promise<readonly Visit[]> = memoize(repeat);

async function repeat(session: Session, operation: OperationId): Promise<readonly Visit[]> {
  if (session.isQuick || !readOperationIds.some((id) => id === operation)) return [];
  const second = operation === "listInvoices" ? series(session, { operation, as: "second" }, 1, counts.second) : [];
  const ids = hasId(operation) ? (await ofKnown(session, operation)).filter(({ exchange }) => isSuccess(exchange)) : [];
  const inTurnOf = ids.slice(0, 2).map(({ id }) => ({ id }));
  const count = inTurnOf.length < 2 ? counts.series : counts.inTurn;
  const first = await series(session, { operation, as: "first" }, 1, count, inTurnOf);
  const isFaulty = count === counts.series && first.some(({ exchange }) => isFault(session, exchange));
  const more = isFaulty ? await series(session, { operation, as: "first" }, counts.series + 1, counts.series) : [];
  return [...first, ...more, ...(await second)];
}

async function series(
  session: Session,
  plain: Call,
  from: number,
  count: number,
  inTurnOf: readonly Pick<Call, "id">[] = [],
): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  const isServed = plain.as === "first";
  const place = `${plain.operation}, repeated${isServed ? "" : " (second account)"}`;
  for (let index = 0; index < count; index += 1) {
    const call = { ...plain, label: `repeated, ${from + index}`, ...inTurnOf[index % inTurnOf.length] };
    const [found] = await visit(session, { place, call, isServed, isRepetition: true });
    if (found === undefined || found.exchange.noReply?.kind === "timeout") break;
    visits.push(found);
  }
  return visits;
}

/** Whether a request met an internal error, also if it succeeded when sent again. */
function isFault(session: Session, exchange: Exchange): boolean {
  const entry = session.entries.find((one) => one.exchange === exchange);
  return [entry?.repeated, exchange].some(
    (one) => one !== undefined && (one.response?.status ?? 0) >= 500 && !asksToWait(one),
  );
}
