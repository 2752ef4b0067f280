import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { adjustableClock, frozenClock } from "../service/clock.ts";
import { openTestCaller, testTimestamp, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";
import { scenarioKinds } from "./catalogue.ts";
import { parseScenario } from "./parse.ts";

const json = { "content-type": "application/json" };
const calls: readonly TestCall[] = [
  {},
  { query: "page=2" },
  { method: "HEAD" },
  { method: "POST", headers: json, body: '{"email":"a@new.example","name":"A"}' },
  { method: "POST", headers: json, body: '{"email":"b@new.example","name":"B"}' },
  { method: "POST", headers: json, body: "{" },
  { path: "/api/v1/invoices" },
  { path: "/api/v1/invoices", token: "cedar-token-9e15b7" },
  { path: "/api/v1/subscriptions/sub_k9p34y6n" },
  { path: "/nothing" },
  { token: "nobody-0001" },
  { method: "OPTIONS" },
  { headers: { prefer: "code=503" } },
  { headers: { prefer: 'scenario="malformed-envelope"' } },
];

const texts = scenarioKinds.flatMap(({ name, examples }) => [name, ...examples]);
const anyScenario = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom(...scenarioKinds).map(({ name }) => `${name}:rate=0.5`),
);
const anyCalls = fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 12 });

async function run(
  scenarios: readonly string[],
  sequence: readonly TestCall[],
  seed = 1,
): Promise<{ readonly caller: TestCaller; readonly replies: readonly Reply[] }> {
  const clock = adjustableClock(frozenClock(testTimestamp));
  const caller = await openTestCaller({ scenarios, seed, clock });
  const replies: Reply[] = [];
  for (const call of sequence) {
    replies.push(await caller.call(call));
    clock.advance(700);
  }
  return { caller, replies };
}

describe.each(scenarioKinds)("$name", ({ name, examples }) => {
  test("works by its name alone, and with its examples", () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const text of [name, ...examples]) expect(parseScenario(text).text).toBe(text);
  });

  test("starts again when it is activated again, and at a reset", async () => {
    const sequence = calls.filter(({ method, headers }) => method === undefined && headers === undefined);
    const { caller, replies } = await run([examples.at(-1) ?? name], sequence);
    await caller.simulation.reset();
    const again: Reply[] = [];
    for (const call of sequence) {
      again.push(await caller.call(call));
      caller.simulation.clock.advance(700);
    }
    expect(again.map(({ status, delivery }) => [status, delivery])).toStrictEqual(
      replies.map(({ status, delivery }) => [status, delivery]),
    );
  });
});

describe("whatever scenarios are active", () => {
  test.each(["latency:max=100", "server-errors", "server-errors:every=5", "malformed-envelope", "reset:rate=0.5"])(
    "another seed gives other faults: %s",
    async (scenario) => {
      const sequence = Array.from({ length: 30 }, () => ({}));
      const [first, second] = [await run([scenario], sequence, 1), await run([scenario], sequence, 2)];
      expect(second.replies).not.toStrictEqual(first.replies);
    },
  );

  test("any two can be combined, in either order: each request gets a response with a reason", async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, anyScenario, anyCalls, async (one, other, sequence) => {
        for (const scenarios of [
          [one, other],
          [other, one],
        ]) {
          const { replies } = await run(scenarios, sequence);
          for (const { status, body, delivery, why } of replies) {
            if (status === 0) expect(["reset", "refused", "never"]).toContain(delivery?.end);
            else expect(status).toBeGreaterThanOrEqual(200);
            if (delivery?.end === "cut") expect(body).not.toBe("");
            expect(why.rule).not.toBe("");
            if (delivery !== undefined) expect(why.scenarios).toBeDefined();
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("delays add up", async () => {
    const delay = fc.integer({ min: 0, max: 5000 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 3 }), async (pairs) => {
        const scenarios = pairs.flatMap(([late, slow]) => [`latency:ms=${late}`, `slow-body:ms=${slow}`]);
        const { replies } = await run(["truncated-body", ...scenarios], [{}]);
        const sum = (index: 0 | 1): number => pairs.reduce((total, pair) => total + pair[index], 0);
        expect(replies[0]?.delivery).toStrictEqual({ delayMs: sum(0), bodyMs: sum(1), end: "cut" });
        expect(replies[0]?.why.scenarios).toStrictEqual(["truncated-body", ...scenarios]);
      }),
      { numRuns: 20 },
    );
  });
});
