import { describe, expect, test } from "vitest";
import { openTestCaller, testCall, testMoment } from "../simulation/caller.fixture.ts";
import { create, different, outcomesOf, throughFile } from "./replay.fixture.ts";

const place = { account: "acct_aurora", kind: "users" } as const;

test("a snapshot is put back again, the clock of the calls kept", async () => {
  const caller = await openTestCaller({ clock: { now: () => testMoment } });
  const { simulation } = caller;
  simulation.clock.freeze(testMoment + 5000);
  const snapshot = simulation.snapshot();
  await create(caller, "a");
  await simulation.restore(snapshot);
  simulation.clock.advance(86_400_000);
  await create(caller, "b");
  simulation.clock.resume();
  await create(caller, "c");
  const { steps } = simulation.capsule("1");
  expect(steps.flatMap((step) => ("call" in step ? [step.call.at - testMoment] : []))).toStrictEqual([
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
  const capsule = throughFile(sandbox);
  expect([capsule.sandbox, capsule.seed]).toStrictEqual([{ account: "acct_brightwater", token: "sandbox-token-1" }, 9]);
  expect(capsule.steps.map((step) => ("call" in step ? step.reply.status : "use"))).toStrictEqual([
    "use",
    200,
    200,
    200,
    401,
  ]);
  expect(await different(sandbox)).toStrictEqual([]);
  expect(main.capsule("1").steps).toStrictEqual([]);
});

describe("what is not the same is told", () => {
  test("call by call, with the status they had", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    await caller.call({ query: "per_page=1" });
    await caller.call({ headers: { prefer: "scenario=reset" } });
    const capsule = throughFile(caller.simulation);
    const outcomes = await outcomesOf({ ...capsule, seed: 2, scenarios: ["refused:on=listUsers"] });
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

  test("of an edit that cannot be made", async () => {
    const caller = await openTestCaller();
    const id = await create(caller, "a");
    await caller.simulation.edits.remove(place, id);
    await caller.simulation.edits.add(place, { id, name: "Again" });
    const capsule = throughFile(caller.simulation);
    const withoutRemoval = capsule.steps.filter((_, index) => index !== 1);
    expect(await outcomesOf({ ...capsule, steps: withoutRemoval })).toMatchObject([
      { differences: [] },
      { what: "edit of users of acct_aurora", differences: [`id: another of the users has the id "${id}"`] },
    ]);
  });

  test("but a scenario nobody knows is a mistake in the capsule", async () => {
    const capsule = throughFile((await openTestCaller()).simulation);
    await expect(outcomesOf({ ...capsule, steps: [{ use: ["rain"] }] })).rejects.toThrow(
      "rain: there is none of this name",
    );
  });
});
