import { describe, expect, test } from "vitest";
import { adjustableClock, frozenClock, type AdjustableClock } from "../service/clock.ts";
import { openTestCaller, testMoment, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";

async function open(scenario: string): Promise<{ readonly caller: TestCaller; readonly clock: AdjustableClock }> {
  const clock = adjustableClock(frozenClock(testMoment));
  return { caller: await openTestCaller({ scenarios: [scenario], clock }), clock };
}

async function ask(caller: TestCaller, calls: number, call: TestCall = {}): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (let count = 0; count < calls; count += 1) {
    const { status, headers } = await caller.call(call);
    seen.push(status === 200 ? 200 : headers["retry-after"]);
  }
  return seen;
}

describe("too-many-requests", () => {
  test("answers so many calls, then none until the pause has passed by the clock", async () => {
    const { caller, clock } = await open("too-many-requests:calls=2,retryAfter=10");
    expect(await ask(caller, 4)).toStrictEqual([200, 200, "10", "10"]);
    clock.advance(4001);
    expect(await ask(caller, 1)).toStrictEqual(["6"]);
    clock.advance(5998);
    expect(await ask(caller, 1)).toStrictEqual(["1"]);
    clock.advance(1);
    expect(await ask(caller, 3)).toStrictEqual([200, 200, "10"]);
  });

  test("by its bare name refuses at once, and after each pause answers one call", async () => {
    const { caller, clock } = await open("too-many-requests");
    expect(await ask(caller, 2)).toStrictEqual(["30", "30"]);
    clock.advance(30_000);
    expect(await ask(caller, 2)).toStrictEqual([200, "30"]);
  });

  test("counts anew in each window", async () => {
    const { caller, clock } = await open("too-many-requests:calls=2,window=5");
    expect(await ask(caller, 2)).toStrictEqual([200, 200]);
    clock.advance(5000);
    expect(await ask(caller, 3)).toStrictEqual([200, 200, "30"]);
  });

  test("counts each account for itself, and no call without a good token", async () => {
    const { caller } = await open("too-many-requests:calls=1");
    expect(await ask(caller, 2)).toStrictEqual([200, "30"]);
    expect(await ask(caller, 2, { token: "cedar-token-9e15b7" })).toStrictEqual([200, "30"]);
    expect((await caller.call({ token: "nobody-0001" })).status).toBe(401);
    expect((await caller.call({ path: "/nothing" })).status).toBe(404);
  });

  test.each([
    ["date", "Sun, 01 Mar 2026 12:30:30 GMT"],
    ["none", undefined],
  ])("names the pause as %s: %s", async (format, expected) => {
    const { caller } = await open(`too-many-requests:format=${format}`);
    expect(await ask(caller, 1)).toStrictEqual([expected]);
  });

  test("refuses in the dialect's words and says why", async () => {
    const { caller } = await open("too-many-requests");
    const { status, headers, body, why } = await caller.call();
    expect([status, headers["content-type"], headers["access-control-expose-headers"]]).toStrictEqual([
      429,
      "application/problem+json",
      "*",
    ]);
    expect(body).toContain("Too many calls; try again in 30 seconds.");
    expect(why).toStrictEqual({
      operation: "listUsers",
      rule: "statuses.failure.tooManyRequests",
      scenarios: ["too-many-requests"],
    });
  });

  test("keeps the pause, once begun, whatever the rate", async () => {
    const { caller } = await open("too-many-requests:rate=0.1");
    const seen = await ask(caller, 60);
    const first = seen.indexOf("30");
    expect(first).toBeGreaterThan(0);
    expect(new Set(seen.slice(first))).toStrictEqual(new Set(["30"]));
  });
});
