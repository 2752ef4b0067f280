import { listOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { answerTo } from "../discovery/answer-to.ts";
import type { Call } from "../target/call.ts";
import { asksToWait, isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, passed, type Outcome } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** How often a list must fail directly after a rejected creation. */
const timesSpoiled = 2;

/**
 * Reads a list on the connection on which a creation was rejected: a server that did not read its body takes the body
 * for the beginning of the next request.
 * @returns the reading that failed each time, and the rejection before it
 */
export async function readAfterRejection(session: Session): Promise<readonly Exchange[] | undefined> {
  const evidence: Exchange[] = [];
  for (let round = 1; round <= timesSpoiled && !session.isQuick; round += 1) {
    const label = `on a kept connection, ${round}`;
    const rejection = await session.call({ operation: "createUser", as: "never-issued", isKept: true, label });
    if (rejection instanceof Unavailable || isSuccess(rejection)) return undefined;
    const next = await session.call({ operation: "listUsers", isKept: true, label });
    if (next instanceof Unavailable) return undefined;
    const { status = 0 } = next.response ?? {};
    // A server may close the connection; a token may be locked out, and a gateway may fail.
    if (status < 400 || [401, 403, 429, 503].includes(status)) return undefined;
    const plain = await session.call({ operation: "listUsers", label: `not ${label}` });
    if (plain instanceof Unavailable || !isSuccess(plain)) return undefined;
    evidence.push(rejection, next);
  }
  return session.isQuick ? undefined : evidence;
}

/** The minimum number of creations that get 503, and for how many milliseconds they are left to end. */
const stuck = { times: 2, pause: 1000 };

/** Creations that get 503 each time since one was rejected: it may have kept a lock. */
export async function stuckCreations(session: Session): Promise<readonly AtPlace[]> {
  const sent = session.entries.filter(
    ({ call, exchange }) =>
      call.operation === "createUser" && (call.as ?? "first") === "first" && !asksToWait(exchange),
  );
  const last = sent.findLastIndex(({ exchange }) => isSuccess(exchange));
  const [accepted, after] = [sent[last], sent.slice(last + 1).map(({ exchange }) => exchange)];
  const rejected = after.find(({ response }) => response?.status !== undefined && response.status < 500);
  const failing = after.filter(({ response }) => response?.status === 503);
  if (accepted === undefined || rejected === undefined || failing.length < stuck.times) return [];
  await session.wait(Math.min(stuck.pause, session.patience));
  const again = await session.call({ operation: "createUser", label: "again, after 503" });
  if (again instanceof Unavailable || again.response?.status !== 503) return [];
  const text = `valid creations get 503 each time (${failing.length + 1}), since one was rejected (${rejected.response?.status})`;
  const outcome = failed(text, accepted.exchange, rejected, ...failing.slice(0, 1), again);
  return [{ place: "creations after a rejected one", outcome }];
}

/** How often a request must be rejected while another one succeeds. */
const rounds = 2;

/**
 * Repeats the plain valid request after rejected ones, since a cache whose key lacks the token returns their rejection.
 * A lock-out would look the same, unless another query or operation keeps succeeding.
 */
export async function judgeAgain(
  session: Session,
  operation: OperationId,
  sample: Success,
  when: string,
): Promise<Outcome> {
  const evidence: Exchange[] = [];
  const ask = async (round: number, query?: Call["query"]): Promise<ReturnType<typeof answerTo> | undefined> => {
    const exchange = await session.call({ operation, label: `${when}, ${round}`, ...(query && { query }) });
    if (exchange instanceof Unavailable) return undefined;
    evidence.push(exchange);
    return answerTo(exchange, sample);
  };
  const isServedElsewhere = async (round: number): Promise<boolean> => {
    // A record may have been deleted meanwhile, but a token cannot be valid for only one operation.
    if (![401, 403].includes(evidence.at(-1)?.response?.status ?? 0)) return false;
    const other = listOperationIds.find((id) => id !== operation) ?? operation;
    const exchange = await session.call({ operation: other, label: `${when} of ${operation}, ${round}` });
    if (exchange instanceof Unavailable) return false;
    evidence.push(exchange);
    return isSuccess(exchange);
  };
  const first = await ask(1);
  if (first === "served") return passed("served", ...evidence);
  for (let round = 1; round <= rounds; round += 1) {
    const isServedOtherwise =
      (await ask(round, { orgkitNoSuchParameter: String(round) })) === "served" || (await isServedElsewhere(round));
    if (first !== "rejected" || !isServedOtherwise || (await ask(round + 1)) !== "rejected") {
      return inconclusive("not accepted, which may be temporary, or a lock-out", ...evidence);
    }
  }
  return failed(
    "the valid request is rejected repeatedly, but accepted with another query or by another operation: a cache returns an earlier rejection",
    ...evidence,
  );
}
