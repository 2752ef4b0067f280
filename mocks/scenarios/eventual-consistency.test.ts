import { describe, expect, test } from "vitest";
import { adjustableClock, frozenClock } from "../service/clock.ts";
import {
  openTestCaller,
  readEnvelope,
  testMoment,
  type TestCaller,
  type TestSetup,
} from "../simulation/caller.fixture.ts";

const clock = adjustableClock(frozenClock(testMoment));

async function open(scenario: string, setup: TestSetup = {}): Promise<TestCaller> {
  clock.resume();
  return openTestCaller({ scenarios: [scenario], clock, ...setup });
}

function create(caller: TestCaller, name = "a"): ReturnType<TestCaller["create"]> {
  return caller.create({ email: `${name}@new.example`, name });
}

async function totals(caller: TestCaller, lists: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let list = 0; list < lists; list += 1) seen.push(readEnvelope(await caller.call()).meta.total);
  return seen;
}

describe("eventual-consistency", () => {
  test.each([
    ["eventual-consistency", [47, 47, 47, 48]],
    ["eventual-consistency:calls=1", [47, 48, 48, 48]],
    ["eventual-consistency:ms=5000", [47, 47, 47, 47]],
    ["eventual-consistency:ms=5000,calls=2", [47, 47, 48, 48]],
  ])("%s: %j users in the next lists", async (scenario, expected) => {
    const caller = await open(scenario);
    expect((await create(caller)).status).toBe(201);
    expect(await totals(caller, 4)).toStrictEqual(expected);
  });

  test("ends by the clock", async () => {
    const caller = await open("eventual-consistency:ms=5000");
    await create(caller);
    clock.advance(4999);
    expect(await totals(caller, 1)).toStrictEqual([47]);
    clock.advance(1);
    expect(await totals(caller, 1)).toStrictEqual([48]);
  });

  test("keeps each user back for its own time, whatever the reply shows of it", async () => {
    const caller = await open("eventual-consistency:calls=2", { dialect: { createUser: { returns: "nothing" } } });
    await create(caller, "a");
    expect(await totals(caller, 1)).toStrictEqual([47]);
    await create(caller, "b");
    expect(await totals(caller, 3)).toStrictEqual([47, 48, 49]);
  });

  test("holds the email taken meanwhile", async () => {
    const caller = await open("eventual-consistency");
    await create(caller);
    expect((await create(caller)).status).toBe(409);
  });

  test("says which lists lack somebody, and no other", async () => {
    const caller = await open("eventual-consistency:calls=1");
    const why = async () => {
      const reply = await caller.call();
      return [reply.why.rule, reply.why.scenarios];
    };
    const plain = ["statuses.success.listUsers", undefined];
    expect(await why()).toStrictEqual(plain);
    expect((await create(caller)).why.scenarios).toStrictEqual(["eventual-consistency:calls=1"]);
    expect(await why()).toStrictEqual(["scenario", ["eventual-consistency:calls=1"]]);
    expect(await why()).toStrictEqual(plain);
  });

  test.each([
    ["another scenario is put in force", (caller: TestCaller) => caller.simulation.use("latency")],
    ["all scenarios end", (caller: TestCaller) => caller.simulation.use()],
  ])("is over once %s", async (_, end) => {
    const caller = await open("eventual-consistency");
    await create(caller);
    end(caller);
    expect(await totals(caller, 1)).toStrictEqual([48]);
  });

  test("works for one creation alone, by its Prefer header", async () => {
    const caller = await openTestCaller();
    await caller.create(
      { email: "a@new.example", name: "A" },
      { headers: { prefer: 'scenario="eventual-consistency:calls=1"' } },
    );
    expect(await totals(caller, 2)).toStrictEqual([47, 48]);
  });
});
