import { operationPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { unknownId } from "../discovery/unknown-id.ts";
import { leftSegment, nearIds } from "../places/ids.ts";
import { describe } from "../target/envelope.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { leavesOf } from "../target/record-values.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { haveSameRecord, recordsIn, served, type ServedId } from "./served-ids.ts";

/** Judges the responses to an unknown id, and to ids similar to a known one. */
export async function judgeUnknownIds(session: Session, operation: OperationId): Promise<Outcome> {
  const known = await served(session, operation);
  const unknown = unknownId(session.target, operation);
  const own = judgeUnknown(operation, await session.call({ operation, id: unknown }), unknown, known);
  if (own.status !== "passed") return own;
  const places = (await answersToNear(session, operation)).map(async ({ words, id, answer }): Promise<AtPlace> => {
    const outcome = judgeUnknown(operation, answer, id, known);
    const isPath = outcome.status === "failed" && id.startsWith(leftSegment) && (await resolvesPaths(session));
    return {
      place: `the known id ${words}`,
      outcome: isPath ? passed("the server resolves `..` in every path, so it is the known id") : outcome,
    };
  });
  return overPlaces(own, await Promise.all(places));
}

/** The responses to ids similar to the first known one, directly after that one: a cache may confuse them. */
export const answersToNear = memoize(async (session: Session, operation: OperationId) => {
  const [first = ""] = knownIds(session.target, operation);
  const others = new Set([
    unknownId(session.target, operation),
    ...(await served(session, operation)).map(({ id }) => id),
  ]);
  const near = nearIds(first, session.target.allowWrites)
    .filter(({ id }) => !others.has(id))
    .filter((_, index) => !session.isQuick || index % oneInQuick === 0);
  if (!session.isQuick) await session.call({ operation, label: "before similar ids" });
  return Promise.all(
    near.map(async ({ words, id, raw }) => {
      const call = raw === undefined ? { operation, id } : { operation, path: operationPath(operation) + raw };
      return { words, id, answer: await session.call(call) };
    }),
  );
});

/** Whether the path of another operation is found after a segment that `..` leaves. */
async function resolvesPaths(session: Session): Promise<boolean> {
  const operation = "listUsers";
  const path = operationPath(operation).replace(/[^/]+$/, (name) => encodeURIComponent(leftSegment) + name);
  const attempt = await session.call({ operation, path });
  return !(attempt instanceof Unavailable) && isSuccess(attempt);
}

/** A quick run tries every Nth similar id. */
const oneInQuick = 8;

/** Judges the response to an unknown id. */
function judgeUnknown(
  operation: OperationId,
  attempt: Exchange | Unavailable,
  id: string,
  known: readonly ServedId[],
): Outcome {
  if (attempt instanceof Unavailable) return lacking(attempt);
  if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no response", attempt);
  const { status } = attempt.response;
  if (status === 429 || status >= 500) return inconclusive(`responded with ${status}, which is inconclusive`, attempt);
  const found = `the unknown id "${id}" returned`;
  if (!isSuccess(attempt)) return passed(`${found} ${status}`, attempt);
  const compared = known.map((one) => ({ one, isSame: haveSameRecord(one, { id, exchange: attempt, isGiven: true }) }));
  const same = compared.find(({ isSame }) => isSame === true)?.one;
  if (same !== undefined) return failed(`${found} the record of the known id "${same.id}"`, same.exchange, attempt);
  if (compared.some(({ isSame }) => isSame === undefined)) {
    return inconclusive(lookAlike(operation), ...known.map(({ exchange }) => exchange), attempt);
  }
  const other = idOfAnother(attempt, id, known);
  if (other !== undefined) return failed(`${found} the record of another id, "${other}"`, attempt);
  return passed(`${found} ${describe(recordsIn(attempt))}, none of a known id`, attempt);
}

/**
 * The id of a record in a response, if it is not the requested one: at the path of known records' ids, and of the same
 * length. A placeholder has none.
 */
function idOfAnother(attempt: Success, id: string, known: readonly ServedId[]): string | undefined {
  const leaves = known.flatMap((one) => recordsIn(one.exchange).map((record) => [one.id, leavesOf(record)] as const));
  const [first] = leaves;
  const places = [...(first?.[1].keys() ?? [])].filter((place) =>
    leaves.every(([own, values]) => String(values.get(place)) === own),
  );
  if (leaves.length < 2) return undefined;
  const carried = recordsIn(attempt).flatMap((record) => places.map((place) => `${leavesOf(record).get(place) ?? ""}`));
  const isOther = (text: string): boolean =>
    text.toLowerCase() !== id.trim().toLowerCase() && leaves.some(([own]) => own.length === text.length);
  return carried.find(isOther);
}

export function lookAlike(operation: OperationId): string {
  return `the records are equal, but nothing in them identifies a ${operations[operation].record}`;
}
