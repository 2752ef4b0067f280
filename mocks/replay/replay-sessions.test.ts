import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryDeeds, arbitrarySetup, openSession } from "./session.fixture.ts";
import { different, recordedAgain, throughFile } from "./replay.fixture.ts";

describe("whatever is done with a simulation", () => {
  const setups = fc.sample(arbitrarySetup, 40);

  test.each(setups.map((setup, index) => [index, setup] as const))(
    "random session %i is replayed byte for byte",
    async (_, setup) => {
      const { simulation } = await openSession(setup);
      await fc.assert(
        fc.asyncProperty(arbitraryDeeds(simulation), async (deeds) => {
          const session = await openSession(setup);
          await session.run(deeds);
          expect(await different(session.simulation)).toStrictEqual([]);
          const capsule = throughFile(session.simulation);
          expect(await recordedAgain(capsule)).toStrictEqual(capsule);
        }),
        { numRuns: 8 },
      );
    },
  );
});
