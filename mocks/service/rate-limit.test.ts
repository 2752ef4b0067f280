import { expect, test } from "vitest";
import type { RateLimit } from "../../fixtures/dialect/limits.ts";
import { Failure } from "./failure.ts";
import { RateLimiter } from "./rate-limit.ts";

const start = Date.UTC(2026, 2, 1, 12, 30, 0, 250);
const limit: RateLimit = { requests: 2, seconds: 10, headers: "ratelimit" };

/** The remaining number after each request; nothing if the limit is exceeded. */
function left(limiter: RateLimiter, calls: readonly (readonly [after: number, token?: string])[]): unknown {
  return calls.map(([after, token = "a"]) => {
    const result = limiter.count(token, start + after);
    return result instanceof Failure ? result.kind : Number(result?.["ratelimit-remaining"]);
  });
}

const rejected = "tooManyRequests";

test.each<readonly [what: string, requests: number, calls: Parameters<typeof left>[1], expected: readonly unknown[]]>([
  [
    "lets through as many calls as it may, then none until it ends",
    2,
    [[0], [1], [2], [9_999], [10_000], [10_001], [10_002], [19_999], [20_000]],
    [1, 0, rejected, rejected, 1, 0, rejected, rejected, 1],
  ],
  [
    "begins with the first call, not with the end of the last window",
    2,
    [[0], [15_000], [24_999], [25_000]],
    [1, 1, 0, 1],
  ],
])("a window %s", (_, requests, calls, expected) => {
  expect(left(new RateLimiter({ ...limit, requests }), calls)).toStrictEqual(expected);
});

test("a request above the limit is rejected, with when to come back", () => {
  const limiter = new RateLimiter({ ...limit, requests: 1, headers: "none" });
  limiter.count("a", start);
  const headers = { "retry-after": "10" };
  expect(limiter.count("a", start + 500)).toMatchObject({ kind: rejected, rule: "limits.rate", headers });
});

test.each([
  [1, "10"],
  [1000, "9"],
  [9_001, "1"],
  [9_999, "1"],
])("after %d ms a client may come back in %s s, rounded up", (after, seconds) => {
  const limiter = new RateLimiter({ ...limit, requests: 1 });
  limiter.count("a", start);
  expect(limiter.count("a", start + after)).toMatchObject({
    headers: { "ratelimit-limit": "1", "ratelimit-remaining": "0", "ratelimit-reset": seconds, "retry-after": seconds },
  });
});

test("a request above the limit is rejected, with when to come back", () => {
  const limiter = new RateLimiter({ ...limit, requests: 1, headers: "none" });
  limiter.count("a", start);
  const headers = { "retry-after": "10" };
  expect(limiter.count("a", start + 500)).toMatchObject({ kind: rejected, rule: "limits.rate", headers });
});
