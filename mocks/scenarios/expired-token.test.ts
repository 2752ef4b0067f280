import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";

async function statuses(caller: TestCaller, calls: number, call: TestCall = {}): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let count = 0; count < calls; count += 1) seen.push((await caller.call(call)).status);
  return seen;
}

describe("expired-token", () => {
  test.each([
    ["expired-token", [401, 401, 401, 401]],
    ["expired-token:calls=2", [200, 200, 401, 401]],
    ["expired-token:after=1", [200, 401, 401, 401]],
    ["expired-token:times=1", [401, 200, 200, 200]],
  ])("%s: %j", async (scenario, expected) => {
    const caller = await openTestCaller({ scenarios: [scenario] });
    expect(await statuses(caller, 4)).toStrictEqual(expected);
  });

  test("counts each token for itself, and only good ones", async () => {
    const caller = await openTestCaller({ scenarios: ["expired-token:calls=1"] });
    expect(await statuses(caller, 2)).toStrictEqual([200, 401]);
    expect(await statuses(caller, 2, { token: "cedar-token-9e15b7" })).toStrictEqual([200, 401]);
    const unknown = await caller.call({ token: "nobody-0001" });
    expect([unknown.why.rule, unknown.why.scenarios]).toStrictEqual(["AUTH-04", undefined]);
  });

  test("stays, once a share of the calls was meant", async () => {
    const caller = await openTestCaller({ scenarios: ["expired-token:rate=0.1"] });
    const seen = await statuses(caller, 60);
    const first = seen.indexOf(401);
    expect(first).toBeGreaterThan(0);
    expect(new Set(seen.slice(first))).toStrictEqual(new Set([401]));
  });

  test("is the very refusal of a token whose time is over", async () => {
    const caller = await openTestCaller({ scenarios: ["expired-token"] });
    const plain = await openTestCaller();
    const expected = await plain.call({ token: "aurora-expired-0b2c" });
    const { why, ...reply } = await caller.call();
    expect({ ...reply, why: { ...why, scenarios: undefined } }).toStrictEqual({
      ...expected,
      why: { ...expected.why, scenarios: undefined },
    });
    expect(reply.headers["www-authenticate"]).toContain('error="invalid_token"');
  });
});
