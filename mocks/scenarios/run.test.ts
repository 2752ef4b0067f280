import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { inputErrorOf } from "../../fixtures/files/temporary-directory.fixture.ts";
import { openTestCaller, testCall, type TestCall } from "../simulation/caller.fixture.ts";
import { scenarioKinds } from "./catalogue.ts";
import { parseScenario, parseScenarios } from "./parse.ts";
import { runScenarios, startScenarios } from "./run.ts";
import { defineScenario } from "./scenario.ts";
import { openScenarios } from "./scenarios.fixture.ts";

const users: TestCall = {};
const invoices: TestCall = { path: "/api/v1/invoices" };
const unknown: TestCall = { path: "/nothing" };

/** `x` for a disturbed request, `.` for an unchanged one. */
async function drawPattern(scenario: string, calls: number | readonly TestCall[], seed = 1): Promise<string> {
  const replies = await (await openScenarios(scenario, { seed })).send(calls);
  return replies.map(({ why }) => (why.scenarios === undefined ? "." : "x")).join("");
}

describe("a scenario disturbs only the selected requests", () => {
  const mixed = [users, invoices, unknown, users, invoices, unknown];

  test.each([
    ["refused", mixed, "xxxxxx"],
    ["refused:on=listUsers", mixed, "x..x.."],
    ["refused:after=4", mixed, "....xx"],
    ["refused:after=1,times=2", mixed, ".xx..."],
    ["refused:on=listInvoices,after=1", mixed, "....x."],
    ["refused:rate=0", mixed, "......"],
    ["refused:on=listUsers", [{ method: "HEAD" }, { method: "OPTIONS" }], "x."],
    ["malformed-envelope:times=1", [{ query: "page=0" }, users, users], ".x."],
  ])("%s of %j: %s", async (scenario, calls, expected) => {
    expect(await drawPattern(scenario, calls)).toBe(expected);
  });

  test("a rate disturbs its share: the same requests in each run, others with another seed", async () => {
    const pattern = await drawPattern("refused:rate=0.25", 200);
    expect(Math.abs(pattern.replaceAll(".", "").length - 50)).toBeLessThan(15);
    expect(await drawPattern("refused:rate=0.25", 200)).toBe(pattern);
    expect(await drawPattern("refused:rate=0.25", 200, 2)).not.toBe(pattern);
  });

  test("concurrent requests are counted one by one", async () => {
    const caller = await openTestCaller({ scenarios: ["lost-response:times=2"] });
    const replies = await Promise.all([1, 2, 3, 4].map(() => caller.call()));
    expect(replies.map(({ delivery }) => delivery?.end)).toStrictEqual(["reset", "reset", undefined, undefined]);
  });
});

test("a scenario can send another request on, and counts as disturbing then", async () => {
  const kind = defineScenario({
    name: "first-page",
    summary: "Respond to each page with the first one.",
    options: () => z.object({}),
    examples: [],
    start:
      () =>
      ({ call }, next) =>
        next({ ...call, query: "page=1" }),
  });
  const scenarios = startScenarios([{ text: "first-page", kind, options: {} }]);
  const { simulation, ...caller } = await openTestCaller();
  const occasion = Object({ call: testCall({ query: "page=2" }), number: 1, seed: 1, operation: "listUsers" });
  const { why, ...reply } = await runScenarios(occasion, scenarios, (call) => simulation.answer(call));
  expect(await caller.call()).toMatchObject(reply);
  expect(why.scenarios).toStrictEqual(["first-page"]);
});

test.each([
  [[], undefined],
  [
    ["latency", "maintenance", "slow-body"],
    ["latency", "maintenance"],
  ],
  [["latency:rate=0", "slow-body"], ["slow-body"]],
  [
    ["server-errors:served=true", "slow-body"],
    ["server-errors:served=true", "slow-body"],
  ],
])("of %j, a response lists those that took part", async (scenarios, expected) => {
  const { why } = await (await openTestCaller({ scenarios })).call();
  expect([why.scenarios, why.operation]).toStrictEqual([expected, "listUsers"]);
});

test.each([
  ["", "name: unknown scenario; expected one of latency, slow-body"],
  ["toString", "toString: unknown scenario"],
  ["latency:", "after the colon: "],
  ["latency:200", "200: "],
  ["latency:toString=1", "toString: unknown option of latency; expected one of ms, min, max, on, rate, after, times"],
  ["latency:ms=", 'ms: expected number, received string, got ""'],
  ["latency:ms=600001", "ms: "],
  ["latency:min=2", "latency: "],
  ["latency:ms=1,max=1", "latency: "],
  ["redirect-to-login:status=200", "status: "],
  ["respond:json={a}", "json: "],
  ["refused:on=users", "on: "],
  ["refused:rate=2", "rate: "],
])("the scenario %j is reported: %s", (text, problem) => {
  expect(inputErrorOf(() => parseScenario(text))).toContain(`Cannot use scenario "${text}":\n  ${problem}`);
});

test("scenarios keep their order, and are limited, since they nest", () => {
  const texts = Array.from({ length: 50 }, (_, index) => `latency:ms=${index},on=listUsers,rate=0.25,after=2,times=3`);
  expect(parseScenarios(texts).map(({ text }) => text)).toStrictEqual(texts);
  expect(inputErrorOf(() => parseScenarios([...texts, "reset"]))).toContain("expected 50 at most, got 51");
});

test.each(scenarioKinds)("$name works by its name and as in its examples; a reset starts it over", async (kind) => {
  for (const scenario of [kind.name, ...kind.examples]) {
    const caller = await openScenarios(scenario);
    const play = async () =>
      (await caller.send([users, invoices, unknown])).map(({ status, delivery }) => ({ status, delivery }));
    const first = await play();
    await caller.simulation.reset();
    expect(await play()).toStrictEqual(first);
  }
});
