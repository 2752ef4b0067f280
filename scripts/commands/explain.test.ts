import fc from "fast-check";
import { expect, test } from "vitest";
import { explain, explanationText } from "../../conformance/explain/explain.ts";
import { findOpenPoint, openPoints } from "../../fixtures/contract/open-points.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { anyCall } from "../../mocks/adapters/hostile/any-call.fixture.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { explainMock, mockNames } from "./explain.ts";

test.each(builtInDialectNames)("every rule in the log of a mock with the dialect %s is explained", async (name) => {
  const simulation = await createSimulation({ world: "demo", dialect: await openDialect(name) });
  const calls = fc.sample(anyCall(simulation), { numRuns: 30, seed: 20_261_122 });
  const rules = new Set<string>();
  for (const scenarios of [[], ...scenarioKinds.map((kind) => [kind.name])]) {
    simulation.use(scenarios);
    for (const call of calls) {
      const { why } = await simulation.answer(call);
      for (const rule of [why.rule, ...(why.scenarios ?? [])]) rules.add(rule);
    }
  }
  expect(rules.size).toBeGreaterThan(scenarioKinds.length);
  expect([...rules].filter((rule) => (explain(rule) ?? explainMock(rule)) === undefined)).toEqual([]);
});

function textFor(name: string): string | undefined {
  const explanation = explainMock(name);
  return explanation && explanationText(explanation, (_, text) => text);
}

test("every listed name is explained", () => {
  for (const name of mockNames()) expect(textFor(name)?.startsWith(`${name}  `), name).toBe(true);
});

test.each([
  ["paging.users.oversize", /Decides[^]*Values[^]*Default[^]*Left open[^]*Checked by/],
  ["statuses.failure", /statuses\.failure\.notFound: 400 to 499, default `404`/],
  ["lost-response:on=createUser,times=1", /^lost-response {2}a scenario[^]*times: a whole number of 1 or more/],
])("the explanation of %s has what a user can set", (name, text) => {
  expect(textFor(name)).toMatch(text);
});

test("a key is left open by the point nearest to it, wherever that stands", () => {
  const keys = openPoints.flatMap(({ key }) => key ?? []);
  for (const points of [openPoints, openPoints.toReversed()])
    for (const key of keys) expect(findOpenPoint(`${key}.more`, points)?.key).toBe(key);
});

test.each(["paging.banana.oversize", "latencyy", "constructor", "paging.users.toString", "", "name"])(
  "%j is unknown",
  (name) => expect(explainMock(name)).toBeUndefined(),
);
