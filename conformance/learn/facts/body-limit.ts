import { isSuccess } from "../../target/exchange.ts";
import { numbersIn } from "../generalise/mentions.ts";
import { isSameFailure } from "../generalise/same-failure.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";

/** The greatest body that is sent, in bytes. */
const mostBytes = 2 * 1024 * 1024;

const start = '{"orgkit":"';

/** Sends a body that begins like JSON and never ends, so that it creates nothing whatever its size. */
function askWith(learning: Learning, bytes: number): Promise<Answer | Unset> {
  const content = start + "x".repeat(Math.max(bytes - start.length, 0));
  return learning.ask({ operation: "createUser", text: { type: "application/json", content } });
}

/** What a body gets that is no JSON. */
export const unreadableBody = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const answer = await askWith(learning, start.length);
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset(`a body that is no JSON is answered with ${answer.exchange.response.status}`);
});

/** What a body of another content type gets. */
export const otherMediaType = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const answer = await learning.ask({ operation: "createUser", text: { type: "text/plain", content: "orgkit" } });
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset(`a body of plain text is answered with ${answer.exchange.response.status}`);
});

/** What a body gets that is too large. */
export const tooLarge = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const small = await unreadableBody(learning);
  if (isUnset(small)) return small;
  const large = await askWith(learning, mostBytes);
  if (isUnset(large)) return large;
  return isSameFailure(small, large) ? unset(`a body of ${mostBytes} bytes is refused as a short one is`) : large;
});

export interface BodyLimit {
  readonly bytes: number;
  readonly evidence: readonly Answer[];
}

/** Those of common servers. */
const usualLimits = [1024 * 1024, 100 * 1024, 64 * 1024];

/** The greatest body, to the byte: by what the refusal says, what is usual, or by halves. */
export const bodyLimit = shared(async (learning: Learning): Promise<BodyLimit | Unset> => {
  const small = await unreadableBody(learning);
  const large = await tooLarge(learning);
  if (isUnset(small)) return small;
  if (isUnset(large)) return large;
  let low = start.length;
  let high = mostBytes;
  const named = numbersIn(large.exchange.response.body).slice(0, 2);
  // One byte more than a limit first: where that is not refused, the limit itself need not be tried.
  const tries = [...named, ...usualLimits].flatMap((bytes) => [bytes + 1, bytes]);
  const seen = new Map<number, Answer>([[high, large]]);
  while (high - low > 1) {
    const next = tries.shift() ?? Math.floor((low + high) / 2);
    if (next <= low || next >= high) continue;
    const answer = await askWith(learning, next);
    if (isUnset(answer)) return answer;
    seen.set(next, answer);
    if (isSameFailure(small, answer)) low = next;
    else if (answer.exchange.response.status === large.exchange.response.status) high = next;
    else return unset("bodies of one size are refused in several ways");
  }
  const evidence = [seen.get(low), seen.get(high)].filter((answer) => answer !== undefined);
  return low < 64
    ? unset(`bodies of more than ${low} bytes are refused, which a dialect cannot say`)
    : { bytes: low, evidence };
});
