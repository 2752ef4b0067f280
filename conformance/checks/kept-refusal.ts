import type { OperationId } from "../../fixtures/contract/operations.ts";
import { answerTo } from "../discovery/answer-to.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, passed, type Outcome } from "./check.ts";

/** How often a request must be rejected while the same request with another query succeeds. */
const rounds = 2;

/**
 * Repeats the plain valid request after rejected ones: a cache with too small a key may return their rejection. Other
 * causes are possible (a lock-out), but not if another query succeeds again and again.
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
  const first = await ask(1);
  if (first === "served") return passed("served", ...evidence);
  for (let round = 1; round <= rounds; round += 1) {
    const isServedOtherwise = (await ask(round, { orgkitNoSuchParameter: String(round) })) === "served";
    if (first !== "refused" || !isServedOtherwise || (await ask(round + 1)) !== "refused") {
      return inconclusive("not accepted, which may be temporary, or a lock-out", ...evidence);
    }
  }
  return failed(
    "the valid request is rejected repeatedly, but accepted with another query: a cache returns an earlier rejection",
    ...evidence,
  );
}
