import { isSuccess } from "../target/exchange.ts";
import { isSameFailure, narrowed, numbersIn } from "./failure-text.ts";
import { alike, certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { operationOf, answersOf, askRejected, type Source } from "./source.ts";
import { memoize } from "../target/memoize.ts";

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
  return askRejected(source, { operation: "createUser", text }, "a body that is not JSON");
});

/** The response to a body that is too large. */
export const tooLarge = memoize(async (source: Source): Promise<Answer> => {
  const small = await unreadableBody(source);
  const large = await askWith(source, maxBytes);
  if (isSameFailure(small, large)) throw new Unset(`a body of ${maxBytes} bytes is rejected like a short one`);
  return large;
});

/** Whether a body was rejected for its size, which shows nothing about its fields, whatever the rejection names. */
export async function isTooLarge(source: Source, rejection: Answer | undefined): Promise<boolean> {
  const known = await ifKnown(tooLarge(source));
  return known !== undefined && rejection !== undefined && isSameFailure(known, rejection);
}

/** Sizes between the limits of common servers: 1 MiB, 100 KiB, 64 KiB. */
const usualTries = [100 * 1024, 1024 * 1024, 100 * 1024 + 1, 1024 * 1024 + 1, 64 * 1024, 64 * 1024 + 1];

/** The maximum size of a body in bytes: from the rejection, from common limits, or by bisection (§8). */
export async function bodyLimit(source: Source): Promise<Found> {
  const small = await unreadableBody(source);
  const large = await tooLarge(source);
  const named = numbersIn(large.exchange.response.body).slice(0, 2);
  const tries = [...named.flatMap((bytes) => [bytes + 1, bytes]), ...usualTries];
  const seen = new Map<number, Answer>([[maxBytes, large]]);
  const found = await narrowed([start.length, maxBytes], tries, between, async (bytes) => {
    const answer = await askWith(source, bytes);
    seen.set(bytes, answer);
    if (isSameFailure(small, answer)) return true;
    if (answer.exchange.response.status === large.exchange.response.status) return false;
    throw new Unset("bodies of one size are rejected in different ways");
  });
  const [max] = found;
  if (max < 64) throw new Unset(`bodies of more than ${max} bytes are rejected, which a dialect cannot express`);
  return certain(
    max,
    found.flatMap((bytes) => seen.get(bytes) ?? []),
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

type Headers = Readonly<Record<string, string>>;

/** A rate limit, as in response headers. */
export interface SeenRate {
  readonly requests: number;
  readonly seconds: number;
  readonly headers: "ratelimit" | "x-ratelimit";
  /** Whether the length of the window was seen, not only its remaining time. */
  readonly isWhole: boolean;
  /** The index of the response that shows it. */
  readonly shownBy: number;
}

interface RateState {
  readonly index: number;
  readonly limit: number;
  readonly remaining: number | undefined;
  /** Seconds until the window ends. */
  readonly reset: number;
}

/** Usual lengths of windows, in seconds. */
const usualWindows = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];

/** The rate limit in the headers of consecutive responses; `undefined` without one. */
export function rateIn(replies: readonly Headers[]): SeenRate | undefined {
  for (const headers of ["ratelimit", "x-ratelimit"] as const) {
    const states = replies.flatMap((reply, index) => rateStateIn(reply, headers, index));
    const [first] = states;
    if (first === undefined) continue;
    const stated = replies.map(windowIn).find((seconds) => seconds !== undefined);
    const fresh = states.find(({ limit, remaining }) => remaining === limit - 1);
    const longest = Math.max(...states.map(({ reset }) => reset));
    const whole = stated ?? fresh?.reset;
    const seconds = whole ?? usualWindows.find((window) => window >= longest) ?? longest;
    if (seconds < 1 || first.limit < 1) continue;
    const shown = (fresh ?? first).index;
    return { requests: first.limit, seconds, headers, isWhole: whole !== undefined, shownBy: shown };
  }
  return undefined;
}

function rateStateIn(reply: Headers, prefix: string, index: number): readonly RateState[] {
  const limit = wholeNumber(reply[`${prefix}-limit`]);
  const reset = wholeNumber(reply[`${prefix}-reset`]);
  const remaining = wholeNumber(reply[`${prefix}-remaining`]);
  // A large number is a timestamp, not a number of seconds.
  if (limit === undefined || reset === undefined || reset > 10_000_000) return [];
  return [{ index, limit, remaining, reset }];
}

/** `RateLimit-Policy: 100;w=60` has the length of the window. */
function windowIn(reply: Headers): number | undefined {
  const policy = reply["ratelimit-policy"] ?? reply["ratelimit-limit"] ?? "";
  return wholeNumber(/\bw=(\d+)/.exec(policy)?.[1]);
}

/** The first integer in a header: some continue with a policy. */
function wholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,12})(?:\s*[,;]|\s*$)/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
