import { describe, expect, test } from "vitest";
import type { RateLimit } from "../../fixtures/dialect/limits.ts";
import { Failure } from "./failure.ts";
import { RateLimiter } from "./rate-limit.ts";

const start = Date.UTC(2026, 2, 1, 12, 30, 0, 250);
const limit: RateLimit = { requests: 2, seconds: 10, headers: "ratelimit", retryAfter: "seconds" };

function standing(limiter: RateLimiter, now: number, token = "a"): string {
  const result = limiter.count(token, now);
  return result instanceof Failure ? result.kind : `${result?.["ratelimit-remaining"]} left`;
}

describe("a window", () => {
  test("lets through as many calls as it may, then none until it ends", () => {
    const limiter = new RateLimiter(limit);
    const seen = [0, 1, 2, 9_999, 10_000, 10_001, 10_002, 19_999, 20_000].map((after) =>
      standing(limiter, start + after),
    );
    expect(seen).toStrictEqual([
      "1 left",
      "0 left",
      "tooManyRequests",
      "tooManyRequests",
      "1 left",
      "0 left",
      "tooManyRequests",
      "tooManyRequests",
      "1 left",
    ]);
  });

  test("begins with the first call, not with the end of the last window", () => {
    const limiter = new RateLimiter(limit);
    const seen = [0, 15_000, 24_999, 25_000].map((after) => standing(limiter, start + after));
    expect(seen).toStrictEqual(["1 left", "1 left", "0 left", "1 left"]);
  });

  test("belongs to one token", () => {
    const limiter = new RateLimiter({ ...limit, requests: 1 });
    const seen = ["a", "b", "a", "b", "__proto__"].map((token) => standing(limiter, start, token));
    expect(seen).toStrictEqual(["0 left", "0 left", "tooManyRequests", "tooManyRequests", "0 left"]);
  });

  test("is not there where the dialect sets no limit", () => {
    const limiter = new RateLimiter(null);
    const seen = Array.from({ length: 50 }, () => limiter.count("a", start));
    expect(seen).toStrictEqual(Array.from({ length: 50 }, () => undefined));
  });
});

describe("the headers of a call that passes", () => {
  test.each([
    ["none", {}],
    ["ratelimit", { "ratelimit-limit": "2", "ratelimit-remaining": "1", "ratelimit-reset": "10" }],
    ["x-ratelimit", { "x-ratelimit-limit": "2", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "10" }],
  ] as const)("%s: %j", (headers, expected) => {
    expect(new RateLimiter({ ...limit, headers }).count("a", start)).toStrictEqual(expected);
  });

  test.each([
    [1, "10"],
    [999, "10"],
    [1000, "9"],
    [9_999, "1"],
  ])("after %d ms the window resets in %s s, rounded up", (after, reset) => {
    const limiter = new RateLimiter(limit);
    limiter.count("a", start);
    expect(limiter.count("a", start + after)).toMatchObject({ "ratelimit-reset": reset });
  });
});

describe("the failure of a call too many", () => {
  function refused(changes: Partial<RateLimit>, after = 500): unknown {
    const limiter = new RateLimiter({ ...limit, requests: 1, ...changes });
    limiter.count("a", start);
    const result = limiter.count("a", start + after);
    return result instanceof Failure ? { kind: result.kind, rule: result.rule, headers: result.headers } : result;
  }

  test.each([
    ["none", {}],
    ["seconds", { "retry-after": "10" }],
    ["date", { "retry-after": "Sun, 01 Mar 2026 12:30:11 GMT" }],
  ] as const)("tells when to come back as %s: %j", (retryAfter, headers) => {
    expect(refused({ headers: "none", retryAfter })).toStrictEqual({
      kind: "tooManyRequests",
      rule: "limits.rate",
      headers,
    });
  });

  test("tells where the caller stands", () => {
    expect(refused({}, 9_001)).toMatchObject({
      headers: { "ratelimit-limit": "1", "ratelimit-remaining": "0", "ratelimit-reset": "1", "retry-after": "1" },
    });
  });
});
