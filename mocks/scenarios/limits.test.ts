import { expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { disturbed, statusOf } from "./scenarios.fixture.ts";

const cedar = { token: "cedar-token-9e15b7" };
const pauseOf = ({ status, headers }: Reply): unknown => (status === 429 ? headers["retry-after"] : status);

test.each<readonly [scenario: string, steps: readonly (readonly [waitMs: number, seen: readonly unknown[]])[]]>([
  [
    "too-many-requests:calls=2,retryAfter=10",
    [
      [0, [200, 200, "10", "10"]],
      [4001, ["6"]],
      [5998, ["1"]],
      [1, [200, 200, "10"]],
    ],
  ],
  [
    "too-many-requests",
    [
      [0, ["30", "30"]],
      [30_000, [200, "30"]],
    ],
  ],
  ["too-many-requests:format=date", [[0, ["Sun, 01 Mar 2026 12:30:30 GMT"]]]],
  ["too-many-requests:format=none", [[0, [undefined]]]],
  ["too-many-requests:times=1", [[0, ["30", 200, 200]]]],
  ["expired-token", [[0, [401, 401]]]],
  ["expired-token:calls=2", [[0, [200, 200, 401, 401]]]],
  ["expired-token:after=1", [[0, [200, 401, 401]]]],
  ["expired-token:times=1", [[0, [401, 200, 200]]]],
])("%s: %j", async (scenario, steps) => {
  const caller = await disturbed(scenario);
  for (const [waitMs, expected] of steps) {
    caller.clock.advance(waitMs);
    expect(await caller.seen(pauseOf, expected.length)).toStrictEqual(expected);
  }
});

test.each([
  ["too-many-requests:calls=1", [200, 429, 200, 429, 401, 404]],
  ["expired-token:calls=1", [200, 401, 200, 401, 401, 401]],
])("%s counts each client separately, and only requests with a valid token", async (scenario, expected) => {
  const calls = [{}, {}, cedar, cedar, { token: "nobody-0001" }, { path: "/nothing" }];
  expect(await (await disturbed(scenario)).seen(statusOf, calls)).toStrictEqual(expected);
});

test.each([
  ["too-many-requests:rate=0.05", 429],
  ["expired-token:rate=0.05", 401],
])("%s continues once started, whatever the rate", async (scenario, status) => {
  const seen = await (await disturbed(scenario)).seen(statusOf, 100);
  const first = seen.indexOf(status);
  expect(first).toBeGreaterThan(0);
  expect(new Set(seen.slice(first))).toStrictEqual(new Set([status]));
});

test("too-many-requests rejects in the dialect's format with the reason", async () => {
  const { headers, body, why } = await (await disturbed("too-many-requests")).call();
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(body).toContain("Too many requests; try again in 30 seconds.");
  expect(why).toMatchObject({ rule: "limits.rate", scenarios: ["too-many-requests"] });
});

test("expired-token equals the rejection of an expired token", async () => {
  const { why, ...expected } = await (await openTestCaller()).call({ token: "aurora-expired-0b2c" });
  expect(await (await disturbed("expired-token")).call()).toStrictEqual({
    ...expected,
    why: { ...why, scenarios: ["expired-token"] },
  });
});
