import { describe, expect, test } from "vitest";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { openTestCaller, testMoment } from "../test-caller.ts";
import { capsuleText } from "./capsule.ts";
import { create, different } from "../../replay/test-replay.ts";

describe("a capsule", () => {
  test("holds what a simulation was started from", async () => {
    const { simulation } = await openTestCaller({ seed: 5, scenarios: ["latency:ms=1"], dialect: { name: "mine" } });
    expect(simulation.capsule("1.2.3")).toStrictEqual({
      capsule: 1,
      orgkit: "1.2.3",
      seed: 5,
      startedAt: testMoment,
      scenarios: ["latency:ms=1"],
      steps: [],
      dialect: simulation.dialect,
      world: loadWorld("demo", 1),
    });
  });

  test("numbers calls in the order of their arrival, preflights left out", async () => {
    const caller = await openTestCaller();
    await Promise.all([caller.call(), caller.call({ method: "OPTIONS" }), create(caller, "a"), caller.call()]);
    const calls = caller.simulation
      .capsule("1")
      .steps.map((step) => "call" in step && [step.call.number, step.call.method]);
    expect(calls).toStrictEqual([
      [1, "GET"],
      [2, "POST"],
      [3, "GET"],
    ]);
    expect(caller.simulation.journal.entries().map(({ number }) => number)).toStrictEqual([1, 2, 3]);
  });

  test("holds no token but those of the world, and is answered the same without", async () => {
    const caller = await openTestCaller();
    for (const authorization of [
      "Bearer real-secret-1",
      "real-secret-1",
      "Basic real-secret-1",
      "Bearer",
      "bearer",
      "",
    ]) {
      await caller.call({ headers: { authorization }, query: "api_key=real-secret-1" });
    }
    expect(capsuleText(caller.simulation.capsule("1"))).not.toContain("real-secret");
    expect(await different(caller.simulation)).toStrictEqual([]);
  });

  test("begins anew with a reset, whole", async () => {
    const caller = await openTestCaller({ scenarios: ["server-errors:after=1,times=1"] });
    caller.simulation.use();
    const id = await create(caller, "a");
    caller.simulation.reset();
    expect(await create(caller, "a")).toBe(id);
    await caller.call();
    const capsule = caller.simulation.capsule("1");
    expect([capsule.steps.length, capsule.from]).toStrictEqual([2, undefined]);
    expect(await different(caller.simulation)).toStrictEqual([]);
  });

  test("begins anew with another world or dialect, from how things stood", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    caller.simulation.adopt({ world: loadWorld("demo", 1), dialect: loadDialect("enveloped") });
    expect(caller.simulation.capsule("1").from?.calls).toBe(1);
    await create(caller, "b");
    await create(caller, "a");
    expect(await different(caller.simulation)).toStrictEqual([]);
    caller.simulation.reset();
    await create(caller, "a");
    expect(caller.simulation.capsule("1").from).toBeUndefined();
    expect(await different(caller.simulation)).toStrictEqual([]);
  });
});
