import { describe, expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

async function delays(scenario: string, calls: number): Promise<readonly number[]> {
  const caller = await openTestCaller({ scenarios: [scenario] });
  const seen: number[] = [];
  for (let call = 0; call < calls; call += 1) seen.push((await caller.call()).delivery?.delayMs ?? 0);
  return seen;
}

describe("latency", () => {
  test.each([
    ["latency", 300],
    ["latency:ms=800", 800],
    ["latency:ms=0", 0],
    ["latency:max=0", 0],
    ["latency:min=7,max=7", 7],
    ["latency:median=120,sigma=0", 120],
  ])("%s is always %d", async (scenario, expected) => {
    expect(await delays(scenario, 3)).toStrictEqual([expected, expected, expected]);
  });

  test("of a range stays in it and reaches both its ends", async () => {
    const seen = new Set(await delays("latency:min=50,max=53", 60));
    expect(seen).toStrictEqual(new Set([50, 51, 52, 53]));
  });

  test("that is log-normal has its median in the middle, and a tail", async () => {
    const seen = (await delays("latency:median=100,sigma=0.6", 201)).toSorted((one, other) => one - other);
    expect(seen[100]).toBeGreaterThan(85);
    expect(seen[100]).toBeLessThan(115);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(seen[199]).toBeGreaterThan(250);
  });

  test("changes nothing but the delivery", async () => {
    const [plain, slow] = [await openTestCaller(), await openTestCaller({ scenarios: ["latency"] })];
    const expected = await plain.call();
    expect(await slow.call()).toStrictEqual({
      ...expected,
      delivery: { delayMs: 300, bodyMs: 0 },
      why: { ...expected.why, scenarios: ["latency"] },
    });
  });
});
