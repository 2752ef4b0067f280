import { describe, expect, test } from "vitest";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { openTestCaller, testTimestamp } from "../caller.fixture.ts";
import { recordingText } from "./recording.ts";
import { create, different } from "../../replay/replay.fixture.ts";

describe("a recording", () => {
  test("has the start of a simulation", async () => {
    const { simulation } = await openTestCaller({ seed: 5, scenarios: ["latency:ms=1"], dialect: { name: "mine" } });
    expect(simulation.recording("1.2.3")).toStrictEqual({
      recording: 1,
      orgkit: "1.2.3",
      seed: 5,
      startedAt: testTimestamp,
      scenarios: ["latency:ms=1"],
      steps: [],
      dialect: simulation.dialect,
      world: loadWorld("demo", 1),
    });
  });

  test("numbers requests in the order of their arrival, without preflights", async () => {
    const caller = await openTestCaller();
    await Promise.all([caller.call(), caller.call({ method: "OPTIONS" }), create(caller, "a"), caller.call()]);
    const calls = caller.simulation
      .recording("1")
      .steps.map((step) => "call" in step && [step.call.number, step.call.method]);
    expect(calls).toStrictEqual([
      [1, "GET"],
      [2, "POST"],
      [3, "GET"],
    ]);
    expect(caller.simulation.journal.entries().map(({ number }) => number)).toStrictEqual([1, 2, 3]);
  });

  test("has no secret in headers, query, path, body or response, and gets the same responses", async () => {
    const caller = await openTestCaller();
    const [secret, password] = ["9Qx-real-secret-77", "hunter2"];
    for (const authorization of [`Bearer ${secret}`, secret, `Basic ${secret}`, "Bearer", "bearer", ""]) {
      await caller.call({ headers: { authorization }, query: `api_key=${secret}` });
    }
    const names = ["x-auth", "x-session-token", "private-token", "x-api-key", "cookie", "proxy-authorization"];
    await caller.call({ headers: Object.fromEntries(names.map((name) => [name, secret])) });
    await caller.call({ query: `token=${secret}&client_secret=${secret}&refresh_token=${secret}` });
    await caller.call({ path: `/api/v1/users/${secret}`, query: `q=${btoa(`x:${secret}`)}` });
    const user = { email: "a@x.example", name: secret, password, otp: secret };
    await caller.call({ method: "POST", body: JSON.stringify(user) });
    await caller.call({ method: "POST", body: new TextEncoder().encode(`\uFEFF${secret}`) });
    const text = recordingText(caller.simulation.recording("1"));
    for (const leak of [secret, password, btoa(`x:${secret}`)]) expect(text).not.toContain(leak);
    expect(await different(caller.simulation)).toStrictEqual([]);
    expect(JSON.stringify(caller.simulation.journal.entries())).not.toContain(password);
  });

  test("keeps the valid token, even if a longer one was tried before it", async () => {
    const caller = await openTestCaller();
    const good = caller.simulation.accounts[0]?.tokens[0]?.token ?? "";
    for (const token of [`${good}0rgk1tx7`, good.slice(0, -1), good]) await caller.call({ token });
    const [, , last] = caller.simulation.recording("1").steps;
    expect(last).toMatchObject({ call: { headers: { authorization: `Bearer ${good}` } } });
    expect(await different(caller.simulation)).toStrictEqual([]);
  });

  test("starts again at a reset", async () => {
    const caller = await openTestCaller({ scenarios: ["server-errors:after=1,times=1"] });
    caller.simulation.use();
    const id = await create(caller, "a");
    await caller.simulation.reset();
    expect(await create(caller, "a")).toBe(id);
    await caller.call();
    const recording = caller.simulation.recording("1");
    expect([recording.steps.length, recording.from]).toStrictEqual([2, undefined]);
    expect(await different(caller.simulation)).toStrictEqual([]);
  });

  test("starts again with another world or dialect, from the current state", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    await caller.simulation.adopt({ world: loadWorld("demo", 1), dialect: loadDialect("enveloped") });
    expect(caller.simulation.recording("1").from?.calls).toBe(1);
    await create(caller, "b");
    await create(caller, "a");
    expect(await different(caller.simulation)).toStrictEqual([]);
    await caller.simulation.reset();
    await create(caller, "a");
    expect(caller.simulation.recording("1").from).toBeUndefined();
    expect(await different(caller.simulation)).toStrictEqual([]);
  });
});
