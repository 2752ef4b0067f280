import { beforeAll, expect, test } from "vitest";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { outcomesOf, throughFile } from "../../mocks/replay/replay.fixture.ts";
import { parseRecording, type Recording } from "../../mocks/simulation/recorder/recording.ts";
import { openTestCaller } from "../../mocks/simulation/caller.fixture.ts";
import { recordingSummary } from "./recording-summary.ts";

let recording: Recording;

/** A recording with every possible member. */
beforeAll(async () => {
  const users = [{ id: "usr_1", name: "A", email: "a@b.example", createdAt: "{{now - 3 days}}", age: 3 }];
  const tokens = [{ token: "a-token-1", expiresAt: "{{now + 3 days}}" }];
  const world = worldSchema.parse({ name: "tiny", accounts: [{ id: "acct", name: "A", tokens, users }] });
  const rate = { requests: 2, seconds: 60, headers: "ratelimit", retryAfter: "date" };
  const caller = await openTestCaller({ world, dialect: { limits: { rate } } });
  const { simulation } = caller;
  simulation.use("eventual-consistency:ms=1000", "maintenance:after=9");
  const token = "a-token-1";
  await caller.create({ name: "B", email: "b@b.example" }, { token });
  await simulation.edits.add({ account: "acct", kind: "users" }, { id: "usr_2", name: "C" });
  await simulation.restore(simulation.snapshot());
  await caller.call({ query: "page=1", token });
  const whole = throughFile(simulation);
  const from = { calls: 3, scenarios: ["latency"], records: simulation.snapshot(), standing: hidden };
  const { clock: _, ...records } = from.records;
  recording = { ...whole, from: { ...from, records } };
});

const hidden = {
  windows: [{ token: "a-token-1", endsAt: 1_800_000_000_000, used: 1 }],
  hidden: [{ account: "acct", id: "usr_1", readings: 2, until: 1_800_000_000_000 }],
};

/** All copies of a value with one number changed. */
function* withOther(value: unknown, numbers: readonly number[]): Generator<unknown, void> {
  if (typeof value === "number") yield* numbers;
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const other of withOther(member, numbers)) {
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    }
  }
}

test("a recording with any number is replayed or rejected with a reason", async () => {
  const faults: unknown[] = [];
  let rejected = 0;
  for (const value of withOther(recording, [1e300, -1e300, Number.MAX_SAFE_INTEGER, -1, 0.5])) {
    try {
      const parsed = parseRecording({ path: "x.json", value, position: () => "x.json" });
      recordingSummary(parsed);
      await outcomesOf(parsed);
    } catch (error) {
      if (error instanceof InputError) rejected += 1;
      else faults.push(error);
    }
  }
  expect(faults).toStrictEqual([]);
  expect(rejected).toBeGreaterThan(0);
});

test("a record nested too deeply for a schema is rejected", () => {
  const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  const edit = { place: { account: "acct", kind: "users" }, after: { index: 0, record: { id: "usr_3", deep } } };
  const value = { ...recording, steps: [{ edit }] };
  expect(() => parseRecording({ path: "x.json", value, position: () => "x.json" })).toThrow(
    "x.json: it is nested too deep",
  );
});

test("a timestamp that no clock shows is reported with its place", () => {
  const step = recording.steps.find((one) => "call" in one);
  const value = { ...recording, steps: [{ ...step, call: { ...step?.call, at: 1e300 } }] };
  expect(() => parseRecording({ path: "x.json", value, position: () => "x.json" })).toThrow(
    "x.json steps[0].call.at: too big: expected number to be <=253402300799999",
  );
});
