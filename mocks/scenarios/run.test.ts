import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";
import { scenarioKinds } from "./catalogue.ts";
import { disturbed } from "./scenarios.fixture.ts";

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
    ["refused:after=4", "....xx"],
    ["refused:after=1,times=2", ".xx..."],
    ["refused:on=listInvoices,after=1", "....x."],
    ["refused:rate=0", "......"],
  ])("%s: %s", async (scenario, expected) => {
    expect(await pattern(scenario, [users, invoices, unknown, users, invoices, unknown])).toBe(expected);
  });

  test("HEAD belongs to the operation of GET, and preflights are never disturbed", async () => {
    expect(await pattern("refused:on=listUsers", [{ method: "HEAD" }, { method: "OPTIONS" }])).toBe("x.");
  });

  test("a rate disturbs its share: the same requests in each run, others with another seed", async () => {
    const calls = Array.from({ length: 200 }, () => users);
    const seen = await pattern("refused:rate=0.25", calls);
    expect(Math.abs(seen.replaceAll(".", "").length - 50)).toBeLessThan(15);
    expect(await pattern("refused:rate=0.25", calls)).toBe(seen);
    expect(await pattern("refused:rate=0.25", calls, 2)).not.toBe(seen);
  });

  test("concurrent requests are counted one by one", async () => {
    const caller = await openTestCaller({ scenarios: ["lost-response:times=2"] });
    const replies = await Promise.all([1, 2, 3, 4].map(() => caller.call()));
    expect(replies.map(({ delivery }) => delivery?.end)).toStrictEqual(["reset", "reset", undefined, undefined]);
  });

  test("an unchanged request does not count as disturbed", async () => {
    expect(await pattern("malformed-envelope:times=1", [{ query: "page=0" }, users, users])).toBe(".x.");
  });
});

const json = { "content-type": "application/json" };
const calls: readonly TestCall[] = [
  users,
  { query: "page=2" },
  { method: "HEAD" },
  { method: "POST", headers: json, body: '{"email":"a@new.example","name":"A"}' },
  { method: "POST", headers: json, body: "{" },
  invoices,
  { path: "/api/v1/invoices", token: "cedar-token-9e15b7" },
  { path: "/api/v1/subscriptions/sub_k9p34y6n" },
  unknown,
  { token: "nobody-0001" },
  { headers: { prefer: "code=503" } },
  { headers: { prefer: 'scenario="malformed-envelope"' } },
];

test.each(scenarioKinds)(
  "$name works by its name alone and with its examples, and a reset starts it over",
  async (kind) => {
    for (const scenario of [kind.name, ...kind.examples]) {
      const caller = await disturbed(scenario);
      const play = () =>
        caller.seen(({ status, delivery }) => ({ status, delivery }), [users, users, invoices, unknown]);
      const first = await play();
      await caller.simulation.reset();
      expect(await play()).toStrictEqual(first);
    }
  },
);

test("any two can be combined, in either order: each request gets a response with a reason", async () => {
  const texts = scenarioKinds.flatMap(({ name, examples }) => [name, `${name}:rate=0.5`, ...examples]);
  const anyCalls = fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), fc.constantFrom(...texts), anyCalls, async (one, other, sequence) => {
      const caller = await disturbed([one, other]);
      for (const { status, body, delivery, why } of await caller.seen((reply) => reply, sequence)) {
        if (status === 0) expect(["reset", "refused", "never"]).toContain(delivery?.end);
        else expect(status).toBeGreaterThanOrEqual(200);
        if (delivery?.end === "cut") expect(body).not.toBe("");
        expect(why.rule).not.toBe("");
        if (delivery !== undefined) expect(why.scenarios).toBeDefined();
      }
    }),
    { numRuns: 60 },
  );
});
