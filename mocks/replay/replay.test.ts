import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  openTestCaller,
  testCall,
  testTimestamp,
  type TestCaller,
  type TestSetup,
} from "../simulation/caller.fixture.ts";
import { create, different, outcomesOf, recordedAgain, throughFile } from "./replay.fixture.ts";
import { arbitrarySteps, arbitrarySetup, openSession } from "./session.fixture.ts";

const place = { account: "acct_aurora", kind: "users" } as const;

test("a snapshot is restored, and the clock follows the requests", async () => {
  const caller = await openTestCaller({ clock: { now: () => testTimestamp } });
  const { simulation } = caller;
  simulation.clock.freeze(testTimestamp + 5000);
  const snapshot = simulation.snapshot();
  await create(caller, "a");
  await simulation.restore(snapshot);
  simulation.clock.advance(86_400_000);
  await create(caller, "b");
  simulation.clock.resume();
  await create(caller, "c");
  const { steps } = simulation.recording("1");
  expect(steps.flatMap((step) => ("call" in step ? [step.call.at - testTimestamp] : []))).toStrictEqual([
    5000, 86_405_000, 0,
  ]);
  expect(await different(simulation)).toStrictEqual([]);
});

test("a sandbox is replayed with its account, token, seed and scenarios", async () => {
  const { simulation: main } = await openTestCaller({ scenarios: ["latency:max=50"] });
  const sandbox = await main.fork("acct_brightwater", "sandbox-token-1", 9);
  sandbox.use("moving-page");
  const call = { token: "sandbox-token-1" };
  await sandbox.answer(testCall(call));
  await sandbox.answer(testCall({ ...call, query: "page=2&per_page=5" }));
  await sandbox.answer(testCall({ ...call, path: "/api/v1/subscriptions/sub_wbsg06md" }));
  await sandbox.answer(testCall({ token: "brightwater-token-c83d20" }));
  const recording = throughFile(sandbox);
  expect([recording.sandbox, recording.seed]).toStrictEqual([
    { account: "acct_brightwater", token: "sandbox-token-1" },
    9,
  ]);
  expect(recording.steps.map((step) => ("call" in step ? step.reply.status : "use"))).toStrictEqual([
    "use",
    200,
    200,
    200,
    401,
  ]);
  expect(await different(sandbox)).toStrictEqual([]);
  expect(main.recording("1").steps).toStrictEqual([]);
});

describe("differences are reported", () => {
  test("request by request, with the recorded status", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    await caller.call({ query: "per_page=1" });
    await caller.call({ headers: { prefer: "scenario=reset" } });
    const recording = throughFile(caller.simulation);
    const outcomes = await outcomesOf({ ...recording, seed: 2, scenarios: ["refused:on=listUsers"] });
    expect(outcomes).toStrictEqual([
      {
        what: "1 POST /api/v1/users",
        recorded: "201",
        differences: [expect.stringMatching(/^body\.data\[0\]\.id: expected "usr_/)],
      },
      {
        what: "2 GET /api/v1/users?per_page=1",
        recorded: "200",
        differences: expect.arrayContaining(["status: expected 200, got 0"]),
      },
      { what: "3 GET /api/v1/users", recorded: "reset", differences: [] },
    ]);
  });

  test("of an edit that is not possible", async () => {
    const caller = await openTestCaller();
    const id = await create(caller, "a");
    await caller.simulation.edits.remove(place, id);
    await caller.simulation.edits.add(place, { id, name: "Again" });
    const recording = throughFile(caller.simulation);
    const withoutRemoval = recording.steps.filter((_, index) => index !== 1);
    expect(await outcomesOf({ ...recording, steps: withoutRemoval })).toMatchObject([
      { differences: [] },
      { what: "edit of users of acct_aurora", differences: [`id: another of the users has "${id}"`] },
    ]);
  });

  test("but an unknown scenario is a mistake in the recording", async () => {
    const recording = throughFile((await openTestCaller()).simulation);
    await expect(outcomesOf({ ...recording, steps: [{ use: ["rain"] }] })).rejects.toThrow("rain: unknown scenario");
  });
});

describe("more requests than the maximum", () => {
  async function busy(setup: TestSetup): Promise<TestCaller> {
    const caller = await openTestCaller(setup);
    await create(caller, "early");
    for (let index = 0; index < 2100; index += 1) await caller.call({ query: "per_page=1&page=48" });
    await create(caller, "late");
    await caller.call({ query: "per_page=2&page=24" });
    return caller;
  }

  test("are dropped, and the rest is replayed from the state after them", async () => {
    const { simulation } = await busy({});
    const { from, steps } = simulation.recording("1");
    expect([from?.calls, steps.length]).toStrictEqual([1000, 1103]);
    expect(await different(simulation)).toStrictEqual([]);
    const recording = throughFile(simulation);
    expect(await recordedAgain(recording)).toStrictEqual(recording);
  });

  test("with used rate limits, and users that no list shows yet", async () => {
    const { simulation } = await busy({
      dialect: { limits: { rate: { requests: 2050, seconds: 3600 } } },
      scenarios: ["eventual-consistency:calls=1500"],
    });
    const { from } = throughFile(simulation);
    expect(from?.standing).toMatchObject({
      windows: [{ token: "aurora-token-4f7a91", used: 1000 }],
      hidden: [{ account: "acct_aurora", readings: 501, until: null }],
    });
    expect(await different(simulation)).toStrictEqual([]);
  });

  test("the state of scenarios is lost", async () => {
    const { simulation } = await busy({ scenarios: ["server-errors:times=1001"] });
    expect((await different(simulation)).length).toBeGreaterThan(900);
  });
});

test.each(fc.sample(arbitrarySetup, 40).map((setup, index) => [index, setup] as const))(
  "random session %i is replayed byte for byte",
  async (_, setup) => {
    const { simulation } = await openSession(setup);
    await fc.assert(
      fc.asyncProperty(arbitrarySteps(simulation), async (deeds) => {
        const session = await openSession(setup);
        await session.run(deeds);
        expect(await different(session.simulation)).toStrictEqual([]);
        const recording = throughFile(session.simulation);
        expect(await recordedAgain(recording)).toStrictEqual(recording);
      }),
      { numRuns: 8 },
    );
  },
);
