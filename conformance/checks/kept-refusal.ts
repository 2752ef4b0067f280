import type { OperationId } from "../../fixtures/contract/operations.ts";
import { answerTo } from "../discovery/answer-to.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, passed, type Outcome } from "./check.ts";

/** How often a request is refused, and served with another query, before that is no chance. */
const rounds = 2;

/**
 * Makes the plain good call again, after requests that were refused: a cache may know too little of a request, and keep
 * their refusal for it. Others may be why it is refused (a lock-out); where another query escapes that again and again,
 * they are not.
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
