import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCaller, type TestSetup } from "../simulation/caller.fixture.ts";
import { create, different, recordedAgain, throughFile } from "./replay.fixture.ts";

describe("more calls than are kept", () => {
  async function busy(setup: TestSetup): Promise<TestCaller> {
    const caller = await openTestCaller(setup);
    await create(caller, "early");
    for (let index = 0; index < 2100; index += 1) await caller.call({ query: "per_page=1&page=48" });
    await create(caller, "late");
    await caller.call({ query: "per_page=2&page=24" });
    return caller;
  }

  test("are dropped, and the rest is replayed from how things stood", async () => {
    const { simulation } = await busy({});
    const { from, steps } = simulation.capsule("1");
    expect([from?.calls, steps.length]).toStrictEqual([1000, 1103]);
    expect(await different(simulation)).toStrictEqual([]);
    const capsule = throughFile(simulation);
    expect(await recordedAgain(capsule)).toStrictEqual(capsule);
  });

  test("with windows of a rate limit that are half used, and users no list shows yet", async () => {
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

  test("cannot tell what scenarios remembered of them", async () => {
    const { simulation } = await busy({ scenarios: ["server-errors:times=1001"] });
    expect((await different(simulation)).length).toBeGreaterThan(900);
  });
});
