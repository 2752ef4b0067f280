import { isSuccess } from "../target/exchange.ts";
import { isSameFailure, numbersIn } from "./failure-text.ts";
import { rateIn } from "./generalize/rate.ts";
import { alike, certain, likely, Unset, type Answer, type Found } from "./observation.ts";
import { operationOf } from "./operation-of.ts";
import { memoize } from "../target/memoize.ts";
import { answersOf, askRejected, type IsEquivalent, type Source } from "./source.ts";

/** The maximum size of bodies to send, in bytes. */
const maxBytes = 2 * 1024 * 1024;

const start = '{"orgkit":"';

/** Sends incomplete JSON, so that it creates nothing whatever its size. */
function askWith(source: Source, bytes: number): Promise<Answer> {
  const content = start + "x".repeat(Math.max(bytes - start.length, 0));
  const text = { type: "application/json", content };
  return askRejected(source, { operation: "createUser", text }, "a body that is not JSON");
}

/** The response to a body that is not JSON. */
export const unreadableBody = memoize((source: Source): Promise<Answer> => {
  const text = { type: "application/json", content: start };
  const isAsGood: IsEquivalent = ({ call }) =>
    call.as === undefined && call.text !== undefined && isJsonType(call.text.type);
  return askRejected(source, { operation: "createUser", text }, "a body that is not JSON", isAsGood);
});

/** Whether a content type is a JSON type. */
export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
}

/** No service rejects a shorter body as too large. */
const likelyLimit = 16 * 1024;

/** The response to a body that is too large. */
export const tooLarge = memoize(async (source: Source): Promise<Answer> => {
  const recorded = source.recorded?.find(
    ({ exchange: { request, response } }) => response.status === 413 && (request.body?.length ?? 0) > likelyLimit,
  );
  if (recorded !== undefined && source.isClosed === true) return recorded;
  const small = await unreadableBody(source);
  const large = await askWith(source, maxBytes);
  if (isSameFailure(small, large)) throw new Unset(`a body of ${maxBytes} bytes is rejected like a short one`);
  return large;
});

/** Sizes between the limits of common servers: 1 MiB, 100 KiB, 64 KiB. */
const usualTries = [100 * 1024, 1024 * 1024, 100 * 1024 + 1, 1024 * 1024 + 1, 64 * 1024, 64 * 1024 + 1];

/** The maximum size of a body in bytes: from the rejection, from common limits, or by bisection (§8). */
export async function bodyLimit(source: Source): Promise<Found> {
  const small = await unreadableBody(source);
  const large = await tooLarge(source);
  let low = start.length;
  let high = maxBytes;
  const named = numbersIn(large.exchange.response.body).slice(0, 2);
  const tries = [...named.flatMap((bytes) => [bytes + 1, bytes]), ...usualTries];
  const seen = new Map<number, Answer>([[high, large]]);
  while (high - low > 1) {
    const next = tries.shift() ?? between(low, high);
    if (next <= low || next >= high) continue;
    const answer = await askWith(source, next);
    seen.set(next, answer);
    if (isSameFailure(small, answer)) low = next;
    else if (answer.exchange.response.status === large.exchange.response.status) high = next;
    else throw new Unset("bodies of one size are rejected in different ways");
  }
  if (low < 64) throw new Unset(`bodies of more than ${low} bytes are rejected, which a dialect cannot express`);
  return certain(
    low,
    [seen.get(low), seen.get(high)].filter((answer) => answer !== undefined),
  );
}

/** The next size to try: most limits are whole KiB. */
function between(low: number, high: number): number {
  const kib = Math.floor((low + high) / 2048) * 1024;
  if (kib > low && kib < high) return kib;
  return low % 1024 === 0 ? low + 1 : Math.floor((low + high) / 2);
}

/** From the headers of all successes so far (§8). Limits that no header mentions are not provoked. */
export function rateLimit(source: Source): Found {
  const answers = answersOf(source).filter(
    ({ call, exchange }) => (call.as ?? "first") === "first" && operationOf(call) !== undefined && isSuccess(exchange),
  );
  const seen = rateIn(answers.map(({ exchange }) => exchange.response.headers));
  if (seen === undefined) throw new Unset("no header announces a limit, and orgkit does not provoke one");
  const { isWhole, shownBy, ...value } = seen;
  alike(answers, ({ exchange }) => exchange.response.headers[`${value.headers}-limit`] ?? null);
  const shown = answers.filter((_, index) => index === shownBy);
  const note = "the `Retry-After` of a 429 was not seen";
  return isWhole
    ? certain(value, shown, note)
    : likely(value, shown, `${note}; the window is at least as long as the longest wait`);
}
