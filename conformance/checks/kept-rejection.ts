import { listOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { answerTo } from "../discovery/answer-to.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, passed, type Outcome } from "./check.ts";

/** How often a request must be rejected while another one succeeds. */
const rounds = 2;

/**
 * Repeats the plain valid request after rejected ones: a cache with too small a key may return their rejection. Other
 * causes are possible (a lock-out), but not if another query, or another operation, succeeds again and again.
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
    // A record may be deleted meanwhile; a token that is valid elsewhere is valid here.
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
