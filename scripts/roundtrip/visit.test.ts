import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { differentResponses, visitRecovery } from "./visit-recovery.fixture.ts";
import { isVisitable, learnVisit, type Visit } from "./visit.fixture.ts";
import { tokens, roundtripWorld } from "./world.fixture.ts";

const seed = 6;
const world = roundtripWorld();
const directory = openTemporaryDirectory();

function missed(visit: Visit): readonly string[] {
  return visitRecovery(visit)
    .filter(({ outcome }) => outcome === "unset" || outcome === "wrong")
    .map(({ key, outcome, detail }) => `${key} ${outcome}: ${detail}`);
}

async function expectRecovered(visit: Visit): Promise<void> {
  expect(missed(visit)).toEqual([]);
  expect(await differentResponses(visit, world)).toEqual([]);
  expect(dialectSchema.safeParse(parse(visit.text)).success).toBe(true);
  expect(visit.text).not.toContain(tokens.good);
}

describe("everything a recorded visit shows of the mock's dialect is learned from the HAR file alone", () => {
  test.each(dialectNames())("%s", async (name) => {
    await expectRecovered(await learnVisit(loadDialect(name), world, join(directory.path, `${name}.har`)));
  });

  const dialects = fc.sample(arbitraryDialect().filter(isVisitable), { numRuns: 8, seed });
  test.each(dialects.map((spoken, index) => ({ index, spoken })))(
    `npm run learn:har -- --random 8 --seed ${seed} --only $index`,
    async ({ index, spoken }) => {
      await expectRecovered(await learnVisit(spoken, world, join(directory.path, `${index}.har`)));
    },
  );
});

test("a key that the visit does not show is listed with what to record", async () => {
  const { composed, text } = await learnVisit(loadDialect("reference"), world, join(directory.path, "reference.har"));
  expect(composed.unset.get("limits.bodyBytes")?.give).toContain("a recording of POST /api/v1/users with bodies");
  expect(composed.unset.get("statuses.failure.expiredToken")?.give).toBe("a recording of an expired token");
  expect(text).toMatch(/as far as \d+ recorded exchanges of reference\.har show it/);
  expect(text).toMatch(/\(entry \d+ of reference\.har\) → 200/);
});
