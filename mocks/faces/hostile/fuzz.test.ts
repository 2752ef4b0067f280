import { expect, test } from "vitest";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { fuzzControl } from "./fuzz-control.ts";
import { fuzzSandboxes } from "./fuzz-sandboxes.ts";
import { fuzzSimulation } from "./fuzz-simulation.ts";

// A failure tells its seed and path; npm run fuzz -- --part … --seed … --path … repeats it.

test.each(dialectNames())("whatever is called, the dialect %s answers in its own words", async (name) => {
  const { failure, runs } = await fuzzSimulation(loadDialect(name), { runs: 80 });
  expect(failure).toBeUndefined();
  expect(runs).toBe(80);
});

test("whatever the control API is asked, it does it or says what is wrong", async () => {
  expect((await fuzzControl({ runs: 300 })).failure).toBeUndefined();
});

test("whatever comes with the token of a sandbox, no other world shows or changes", async () => {
  expect((await fuzzSandboxes({ runs: 150 })).failure).toBeUndefined();
});
