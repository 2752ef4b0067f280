import { memoize } from "../target/memoize.ts";
import { hasId, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { asksToWait, isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { ofKnown } from "./ids.ts";
import type { Exploration, Visit } from "./visit.ts";

/** The same request several times: one of several instances may have another version, or be broken. */
export const repetition: Exploration = {
  id: "repetition",
  looksAt: "the plain request of each operation, repeated; then alternating between both accounts and between two ids",
  explore: async (session) =>
    (await Promise.all(readOperationIds.map((operation) => repeated(session, operation)))).flat(),
};

/** The number of requests in a series; another one follows after a failure. */
const perSeries = 3;

/** If two ids are requested in turn. */
const inTurnOfTwo = 8;

/** For the second account. */
const others = 2;

/** The repeated plain request of a read operation, once per session. */
export const repeated: (session: Session, operation: OperationId) => Promise<readonly Visit[]> = memoize(repeat);

async function repeat(session: Session, operation: OperationId): Promise<readonly Visit[]> {
  if (session.isQuick || !readOperationIds.some((id) => id === operation)) return [];
  const second = series(session, operation, "second", 1, operation === "listInvoices" ? others : 0);
  const ids = hasId(operation) ? (await ofKnown(session, operation)).filter(({ exchange }) => isSuccess(exchange)) : [];
  const inTurn = ids.slice(0, 2).map(({ id }) => ({ id }));
  const count = inTurn.length < 2 ? perSeries : inTurnOfTwo;
  const first = await series(session, operation, "first", 1, count, inTurn);
  const isFaulty = count === perSeries && faultsIn(session, first).length > 0;
  const more = isFaulty ? await series(session, operation, "first", perSeries + 1, perSeries) : [];
  return [...first, ...more, ...(await second)];
}

async function series(
  session: Session,
  operation: OperationId,
  as: "first" | "second",
  from: number,
  count: number,
  inTurn: readonly Pick<Call, "id">[] = [],
): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  for (let index = 0; index < count; index += 1) {
    const call = { operation, as, label: `repeated, ${from + index}`, ...inTurn[index % inTurn.length] };
    const exchange = await session.call(call);
    if (exchange instanceof Unavailable || exchange.noReply?.kind === "timeout") break;
    const place = `${operation}, repeated${as === "second" ? " (second account)" : ""}`;
    visits.push({ operation, place, call, exchange, isServed: as === "first", isRepetition: true });
  }
  return visits;
}

/** The internal errors in a series, also of requests that succeeded when sent again. */
function faultsIn(session: Session, visits: readonly Visit[]): readonly Exchange[] {
  const isFault = (exchange: Exchange): boolean => (exchange.response?.status ?? 0) >= 500 && !asksToWait(exchange);
  return visits.flatMap(({ exchange }) => {
    const entry = session.entries.find((one) => one.exchange === exchange);
    return [entry?.repeated, exchange]
      .filter((one) => one !== undefined)
      .filter(isFault)
      .slice(0, 1);
  });
}
