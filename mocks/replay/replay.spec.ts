import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { arbitraryDeeds, arbitrarySetup, openSession } from "./session.fixture.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { replay } from "./replay.ts";
import { replayFaces, type ReplayFace } from "./faces.ts";

const setups = fc.sample(arbitrarySetup, 12);

/** What a replay of a session says of calls that are not answered the same; nothing, where all is well. */
async function differencesOf(simulation: Simulation, face: ReplayFace): Promise<readonly string[]> {
  const found = [];
  for await (const { what, differences, unsent } of replay(simulation.capsule("1.2.3"), face)) {
    found.push(...differences.map((difference) => `${what}: ${difference}`));
    if (unsent !== undefined) expect(`${face}: ${unsent}`).toMatch(/^msw: /);
  }
  return found;
}

async function judge(setup: (typeof setups)[number], face: ReplayFace, numRuns: number): Promise<void> {
  const { simulation } = await openSession(setup);
  await fc.assert(
    fc.asyncProperty(arbitraryDeeds(simulation), async (deeds) => {
      const session = await openSession(setup);
      await session.run(deeds);
      expect(await differencesOf(session.simulation, face)).toEqual([]);
    }),
    { numRuns },
  );
}

for (const face of replayFaces.filter((name) => name !== "simulation")) {
  for (const [index, setup] of setups.entries()) {
    test(`random session ${index} is replayed byte for byte on ${face}`, () => judge(setup, face, 5));
  }
}
