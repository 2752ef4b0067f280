import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { hasFailed } from "../../checks/judge.ts";
import { judgeTarget } from "../../run/judge-target.ts";
import { maxCreated } from "../../target/creations.ts";
import { usualRequests } from "../../target/target.ts";
import { runKillMatrix } from "./kill-matrix.ts";
import { mutants } from "./mutants.ts";
import { arbitraryDialect } from "../../../fixtures/dialect/random-dialect.fixture.ts";
import { randomTrials } from "./random.ts";
import { serve, servedAs } from "./serve.ts";

/** A usual run tries a sample. */
const isWhole = process.env["ORGKIT_ALL"] === "1";

test.describe("the kill matrix", () => {
  test.describe.configure({ mode: "parallel" });

  // All of them: npm run mutants. The same defects run on the independent service in servers.spec.ts.
  const chosen = oneForEachRule().filter((_, index) => isWhole || index % 8 === 0);
  // In halves, so that two processes share the work.
  for (const half of [0, 1]) {
    test(`an obligation that each mutant breaks fails, half ${half + 1}`, async () => {
      test.setTimeout(900_000);
      for (const mutant of chosen.filter((_, index) => index % 2 === half)) {
        const served = await serve(servedAs(mutant));
        const { findings } = await judgeTarget(served.target, { connection: { patience: 300 } });
        await served.stop();
        const failed = new Set(findings.filter(hasFailed).map(({ id, operation }) => `${id} ${operation}`));
        expect.soft(mutant.breaks.filter((name) => failed.has(name)).length, mutant.id).toBeGreaterThan(0);
      }
    });
  }

  test("is the same if the mutants are targets of one run", { tag: "@slow" }, async () => {
    const few = mutants.filter(({ id }) => /^(page-is-text|open-to-any-token|another-success)@/.test(id)).slice(0, 4);
    const { kills } = await runKillMatrix(few, { workers: 2 });
    expect(kills.map(({ missed, surplus }) => [...missed, ...surplus])).toEqual(few.map(() => []));
  });
});

test.describe("no false alarm", () => {
  test.describe.configure({ mode: "parallel" });

  for (const seed of [1, 2]) {
    test(`in random dialects, declared and not, seed ${seed}`, async () => {
      test.setTimeout(400_000);
      const dialects = fc.sample(arbitraryDialect(), { numRuns: isWhole ? 5 : 1, seed });
      for (const trial of randomTrials(dialects)) {
        const served = await serve(trial);
        const { findings, facts } = await judgeTarget(served.target, { connection: { patience: 300 } });
        await served.stop();
        const alarms = findings.filter((finding) => hasFailed(finding) || finding.status === "inconclusive");
        expect.soft(alarms, JSON.stringify(trial)).toEqual([]);
        // Small pages need more than the requests of a usual dialect.
        expect.soft(facts.requests).toBeLessThanOrEqual(1.3 * usualRequests);
        expect.soft(facts.created.length).toBeLessThanOrEqual(maxCreated.conform);
      }
    });
  }
});

/** The fewest mutants that break each requirement. */
function oneForEachRule(): typeof mutants {
  const broken = new Set<string>();
  return mutants.filter(({ breaks }) => {
    const ids = breaks.map((obligation) => obligation.replace(/ .*/, ""));
    const isNew = ids.some((id) => !broken.has(id));
    for (const id of ids) broken.add(id);
    return isNew;
  });
}
