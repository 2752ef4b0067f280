import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain, explanationText } from "../../conformance/explain/explain.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { arbitraryCall } from "../../mocks/adapters/hostile/any-call.fixture.ts";
import { scenarioKinds } from "../../mocks/scenarios/catalogue.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { explainMock, mockNames } from "./explain.ts";

function mockText(name: string): string | undefined {
  const explanation = explainMock(name);
  return explanation && explanationText(explanation, (_, text) => text);
}

test.each(dialectNames())("every rule in the log of a mock with the dialect %s is explained", async (name) => {
  const simulation = await createSimulation({ world: "demo", dialect: loadDialect(name) });
  const named = new Set<string>();
  for (const scenarios of [[], ...scenarioKinds.map((kind) => [kind.name])]) {
    simulation.use(scenarios);
    for (const { method, path: target, headers, body = "" } of fc.sample(arbitraryCall(simulation), {
      numRuns: 60,
      seed: 20_261_122,
    })) {
      const [path = "", query = ""] = target.split("?");
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      const { why } = await simulation.answer({ method, path, query, headers, body: bytes });
      for (const one of [why.rule, ...(why.scenarios ?? [])]) named.add(one);
    }
  }
  expect(named.size).toBeGreaterThan(scenarioKinds.length);
  const unexplained = [...named].filter((one) => (explain(one) ?? explainMock(one)) === undefined);
  expect(unexplained).toEqual([]);
});

test("every listed name is explained", () => {
  for (const name of mockNames()) expect(mockText(name)).toMatch(new RegExp(`^${name.replace("*", "\\*")}  `));
});

describe("the text", () => {
  test("of a key has its meaning, its values, its open point and its check", () => {
    const text = mockText("paging.users.oversize");
    for (const label of ["Decides", "Values", "Default", "Left open", "Checked by"])
      expect(text).toContain(`  ${label}`);
  });

  test("of a group of keys lists each of them", () => {
    expect(mockText("statuses.failure")).toContain("statuses.failure.notFound: 400 to 499, default `404`");
    expect(mockText("limits.rate")).toContain("limits.rate.headers");
  });

  test("of a scenario has its effect and options, also if it is written with options", () => {
    const text = mockText("lost-response:on=createUser,times=1");
    expect(text).toMatch(/^lost-response {2}a scenario/);
    expect(text).toContain("times: a whole number of 1 or more");
    expect(text).toContain("Try         orgkit mock --scenario lost-response");
  });

  test.each(["paging.banana.oversize", "latencyy", "constructor", "paging.users.toString", "", "name"])(
    "%j is unknown",
    (name) => expect(mockText(name)).toBeUndefined(),
  );
});
