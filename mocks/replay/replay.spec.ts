import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { arbitrarySteps, arbitrarySetup, openSession } from "./session.fixture.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { replay } from "./replay.ts";
import { replayAdapters, type ReplayAdapter } from "./adapters.ts";

const setups = fc.sample(arbitrarySetup, 12);

/** The differences in the replay of a session; none if all is well. */
async function differencesOf(simulation: Simulation, adapter: ReplayAdapter): Promise<readonly string[]> {
  const found = [];
  for await (const { what, differences, unsent } of replay(simulation.recording("1.2.3"), adapter)) {
    found.push(...differences.map((difference) => `${what}: ${difference}`));
    if (unsent !== undefined) expect(`${adapter}: ${unsent}`).toMatch(/^msw: /);
  }
  return found;
}

async function judge(setup: (typeof setups)[number], adapter: ReplayAdapter, numRuns: number): Promise<void> {
  const { simulation } = await openSession(setup);
  await fc.assert(
    fc.asyncProperty(arbitrarySteps(simulation), async (deeds) => {
      const session = await openSession(setup);
      await session.run(deeds);
      expect(await differencesOf(session.simulation, adapter)).toEqual([]);
    }),
    { numRuns },
  );
}

for (const adapter of replayAdapters.filter((name) => name !== "simulation")) {
  for (const [index, setup] of setups.entries()) {
    test(`random session ${index} is replayed byte for byte on ${adapter}`, () => judge(setup, adapter, 5));
  }
}
