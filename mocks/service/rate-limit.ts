import type { RateLimit } from "../../fixtures/dialect/requests.ts";
import { counted } from "../../fixtures/values/text.ts";
import { Failure } from "./reply.ts";

interface Window {
  readonly endsAt: number;
  used: number;
}

type Headers = Readonly<Record<string, string>>;

/** Counts the requests of each token in fixed windows (§8). */
export class RateLimiter {
  readonly #limit: RateLimit | null;
  readonly #windows = new Map<string, Window>();

  constructor(limit: RateLimit | null) {
    this.#limit = limit;
  }

  /**
   * Counts one request.
   * @param now milliseconds since 1970
   * @returns the rate limit headers, `undefined` for none
   * @throws Failure if the limit is exceeded
   */
  count(token: string, now: number): Headers | undefined {
    const limit = this.#limit;
    if (limit === null) return undefined;
    const window = this.#currentWindow(token, limit, now);
    window.used += 1;
    const headers = rateLimitHeaders(limit, window, now);
    if (window.used <= limit.requests) return headers;
    const message = `At most ${counted(limit.requests, "request")} in ${counted(limit.seconds, "second")}.`;
    const allHeaders = { ...headers, ...retryAfter("seconds", window.endsAt, now) };
    throw new Failure("tooManyRequests", message, { rule: "limits.rate", headers: allHeaders });
  }

  /** Forgets all counts. */
  clear(): void {
    this.#windows.clear();
  }

  #currentWindow(token: string, limit: RateLimit, now: number): Window {
    const current = this.#windows.get(token);
    if (current !== undefined && now < current.endsAt) return current;
    const next = { endsAt: now + limit.seconds * 1000, used: 0 };
    this.#windows.set(token, next);
    return next;
  }
}

function rateLimitHeaders(limit: RateLimit, window: Window, now: number): Headers {
  if (limit.headers === "none") return {};
  const { headers: prefix } = limit;
  return {
    [`${prefix}-limit`]: String(limit.requests),
    [`${prefix}-remaining`]: String(Math.max(limit.requests - window.used, 0)),
    [`${prefix}-reset`]: String(Math.ceil((window.endsAt - now) / 1000)),
  };
}

/** `Retry-After`: seconds to wait, a date, or not at all (RFC 9110 §10.2.3). */
type RetryAfterForm = "seconds" | "date" | "none";

/**
 * The header `Retry-After`, rounded up to whole seconds, so that clients who follow it are never too early.
 * @param timestamp when to come back, milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function retryAfter(form: RetryAfterForm, timestamp: number, now: number): Readonly<Record<string, string>> {
  if (form === "none") return {};
  const seconds = String(Math.ceil((timestamp - now) / 1000));
  return { "retry-after": form === "seconds" ? seconds : new Date(timestamp + 999).toUTCString() };
}
