import { expect, test } from "vitest";
import { z } from "zod";
import { outcomesOf } from "../replay/replay.fixture.ts";
import { parseRecording, type Recording } from "../simulation/recorder/recording.ts";
import { testCall } from "../simulation/caller.fixture.ts";
import { createControl } from "./control.ts";
import { openTestControl, type TestControl } from "./control.fixture.ts";

const limit = 2_000_000;
const users = "accounts/acct_aurora/users";

async function recordingOf({ ask }: TestControl): Promise<Recording> {
  return parseRecording({ path: "x", value: (await ask("GET recording")).json, position: () => "x" });
}

test("any number of edits of a large record is limited: the oldest are dropped, which is shown", async () => {
  const mock = await openTestControl({ memoryBytes: limit });
  const { simulation, ask } = mock;
  for (let index = 0; index < 100; index += 1) {
    await ask(`PUT ${users}/usr_2z8iq9y7jz`, { id: "usr_2z8iq9y7jz", text: `${index}${"x".repeat(50_000)}` });
    expect(simulation.memory.budget.used).toBeLessThanOrEqual(limit);
  }
  let undone = 0;
  while ((await ask("POST undo")).status === 200) undone += 1;
  expect(undone).toBeGreaterThan(3);
  expect(undone).toBeLessThan(40);
  expect(simulation.memory.budget.used).toBeLessThanOrEqual(limit);
  expect(await ask("POST undo")).toMatchObject({
    status: 409,
    json: { detail: expect.stringMatching(/Older edits were dropped/) },
  });
  expect((await ask("POST redo")).status).toBe(200);
  const recording = await recordingOf(mock);
  expect(recording.from).toBeDefined();
  expect(await outcomesOf(recording)).toStrictEqual([]);
});

test("a recording of 240 restored snapshots is limited, starts later, and can be replayed", async () => {
  const mock = await openTestControl();
  const { ask, simulation } = mock;
  await ask(`PUT ${users}/usr_2z8iq9y7jz`, { id: "usr_2z8iq9y7jz", text: "x".repeat(1_000_000) });
  await ask("PUT snapshots/large");
  for (let index = 0; index < 240; index += 1) {
    expect((await ask("POST snapshots/large/restore")).status).toBe(204);
    await simulation.answer(testCall({ query: "per_page=1" }));
  }
  const recording = await recordingOf(mock);
  expect(JSON.stringify(recording).length).toBeLessThan(40_000_000);
  expect(recording.from).toMatchObject({ calls: expect.any(Number) });
  const outcomes = await outcomesOf(recording);
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.filter(({ differences }) => differences.length > 0)).toStrictEqual([]);
});

test("sandboxes share one budget: the oldest requests of all are dropped first, and a closed one releases its share", async () => {
  const { ask, control, simulation } = await openTestControl({ capacity: 10, memoryBytes: limit });
  const opened = z.object({ id: z.string(), token: z.string() });
  const sandboxes = [];
  for (let index = 0; index < 10; index += 1) {
    const sandbox = opened.parse((await ask("POST sandboxes", {})).json);
    sandboxes.push(sandbox);
    for (let call = 0; call < 40; call += 1) {
      const made = testCall({ token: sandbox.token, path: `/${"long-path/".repeat(500)}${call}` });
      await control.sandboxes.simulationOf(made).answer(made);
      expect(simulation.memory.budget.used).toBeLessThanOrEqual(limit);
    }
  }
  const dropped = [];
  for (const { id } of sandboxes) {
    const { json } = await ask(`GET journal?limit=1&sandbox=${id}`);
    dropped.push(z.object({ dropped: z.number(), total: z.literal(40) }).parse(json).dropped);
  }
  expect(dropped[0]).toBe(40);
  expect(dropped.at(-1)).toBe(0);
  expect(dropped).toStrictEqual(dropped.toSorted((one, other) => other - one));
  for (const { id } of sandboxes) await ask(`DELETE sandboxes/${id}`);
  expect((await ask("GET state")).json).toMatchObject({ memory: { bytes: 0, limit } });
});

test("a sandbox or snapshot without room is rejected with what to do, and others keep their data", async () => {
  const { ask, simulation } = await openTestControl({ capacity: 1000, memoryBytes: limit });
  await simulation.answer(testCall());
  await ask(`PUT ${users}/usr_2z8iq9y7jz`, { id: "usr_2z8iq9y7jz", text: "x".repeat(700_000) });
  expect((await ask("PUT snapshots/one")).status).toBe(204);
  expect((await ask("PUT snapshots/two")).status).toBe(204);
  const rejected = {
    status: 409,
    json: { detail: expect.stringMatching(/The snapshot does not fit .* larger --memory/) },
  };
  expect(await ask("PUT snapshots/three")).toMatchObject(rejected);
  expect((await ask("PUT snapshots/two")).status).toBe(204);
  let opened = 0;
  while ((await ask("POST sandboxes", { scenarios: [] })).status === 201) opened += 1;
  expect(opened).toBeGreaterThan(3);
  expect((await ask("POST sandboxes", {})).json).toMatchObject({
    detail: expect.stringMatching(/The sandbox does not fit/),
  });
  expect((await ask("DELETE snapshots/one")).status).toBe(204);
  expect((await ask("POST sandboxes", {})).status).toBe(201);
  expect((await ask("POST sandboxes", { scenarios: ["no-such"] })).status).toBe(422);
  expect(simulation.memory.budget.used).toBeLessThanOrEqual(limit);
});

test("a response longer than the maximum string is not an error of the mock", async () => {
  const { simulation, control } = await openTestControl();
  const tooLong = createControl(
    { ...simulation, recording: () => JSON.parse("x".repeat(2 ** 30)) },
    control.sandboxes,
    {
      version: "1",
      url: () => "",
      contract: () => "",
    },
  );
  const reply = await tooLong.answer({ method: "GET", path: "recording", query: "", body: "" });
  expect([reply.status, reply.body]).toStrictEqual([413, expect.stringContaining("request less")]);
});
