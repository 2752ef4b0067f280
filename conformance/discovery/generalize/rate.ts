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
