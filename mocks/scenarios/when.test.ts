import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";

const users: TestCall = {};
const invoices: TestCall = { path: "/api/v1/invoices" };
const unknown: TestCall = { path: "/nothing" };

/** `x` for a disturbed request, `.` for an unchanged one. */
async function pattern(scenario: string, calls: readonly TestCall[], seed = 1): Promise<string> {
  const caller = await openTestCaller({ scenarios: [scenario], seed });
  let seen = "";
  for (const call of calls) seen += (await caller.call(call)).why.scenarios === undefined ? "." : "x";
  return seen;
}

describe("a scenario disturbs only the selected requests", () => {
  test.each([
    ["refused", "xxxxxx"],
    ["refused:on=listUsers", "x..x.."],
    ["refused:on=createUser", "......"],
    ["refused:after=4", "....xx"],
    ["refused:times=2", "xx...."],
    ["refused:after=1,times=2", ".xx..."],
    ["refused:on=listInvoices,after=1", "....x."],
    ["refused:rate=0", "......"],
    ["refused:rate=1", "xxxxxx"],
  ])("%s: %s", async (scenario, expected) => {
    expect(await pattern(scenario, [users, invoices, unknown, users, invoices, unknown])).toBe(expected);
  });

  test("HEAD belongs to the operation of GET, and OPTIONS to none", async () => {
    const calls = ["HEAD", "OPTIONS"].map((method) => ({ method }));
    expect(await pattern("refused:on=listUsers", calls)).toBe("x.");
    expect(await pattern("refused", calls)).toBe("x.");
  });

  test("a rate disturbs its share: the same requests in each run, others with another seed", async () => {
    const calls = Array.from({ length: 200 }, () => users);
    const seen = await pattern("refused:rate=0.25", calls);
    expect(Math.abs(seen.replaceAll(".", "").length - 50)).toBeLessThan(15);
    expect(await pattern("refused:rate=0.25", calls)).toBe(seen);
    expect(await pattern("refused:rate=0.25", calls, 2)).not.toBe(seen);
  });

  test("with a rate, only drawn requests count as disturbed", async () => {
    const seen = await pattern(
      "refused:rate=0.25,times=3",
      Array.from({ length: 60 }, () => users),
    );
    expect(seen.replaceAll(".", "")).toBe("xxx");
    expect(seen.startsWith("xxx")).toBe(false);
  });

  test("concurrent requests are counted one by one", async () => {
    const caller = await openTestCaller({ scenarios: ["lost-response:times=2"] });
    const replies = await Promise.all([1, 2, 3, 4].map(() => caller.call()));
    expect(replies.map(({ delivery }) => delivery?.end)).toStrictEqual(["reset", "reset", undefined, undefined]);
  });

  test("an unchanged request does not count as disturbed", async () => {
    const calls = [{ query: "page=0" }, users, users];
    expect(await pattern("malformed-envelope:times=1", calls)).toBe(".x.");
  });
});
