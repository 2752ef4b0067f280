import fc from "fast-check";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { maxRequests } from "../../conformance/learn/learn-from.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { recoveryOf } from "./recovery.fixture.ts";
import { learnDirectly, type Trial } from "./trial.fixture.ts";
import { roundtripWorld } from "./world.fixture.ts";

const seed = 9;
/** `npm run test:slow` learns five random dialects, `npm test` two. */
const count = process.env["ORGKIT_ALL"] === "1" ? 5 : 2;
const world = roundtripWorld();

/** Visible keys that were not recovered. */
function missed(trial: Trial, allowWrites: boolean): readonly string[] {
  return recoveryOf(trial, allowWrites)
    .filter(({ outcome }) => outcome === "unset" || outcome === "wrong")
    .map(({ key, outcome, detail }) => `${key} ${outcome}: ${detail}`);
}

function expectSound({ learned, text }: Trial): void {
  expect(learned.requests).toBeLessThanOrEqual(maxRequests);
  expect(learned.created.length).toBeLessThanOrEqual(maxCreated.learn);
  expect(dialectSchema.safeParse(parse(text)).success).toBe(true);
}

describe("all visible keys of the mock's dialect are learned again", () => {
  test.each(dialectNames())("%s", async (name) => {
    const trial = await learnDirectly(loadDialect(name), world, { allowWrites: true });
    expect(missed(trial, true)).toEqual([]);
    expectSound(trial);
  });

  const dialects = fc.sample(arbitraryDialect(), { numRuns: 5, seed }).slice(0, count);
  test.each(dialects.map((spoken, index) => ({ index, spoken })))(
    `npm run learn:roundtrip -- --random 5 --seed ${seed} --only $index`,
    async ({ spoken }) => {
      const trial = await learnDirectly(spoken, world, { allowWrites: true });
      expect(missed(trial, true)).toEqual([]);
      expectSound(trial);
    },
  );

  // Dialects with many tries, clashing values, or equal failures.
  test.each([
    { from: 7, index: 14 },
    { from: 77, index: 11 },
    { from: 2, index: 90 },
  ])("npm run learn:roundtrip -- --random 100 --seed $from --only $index", async ({ from, index }) => {
    const [spoken] = fc.sample(arbitraryDialect(), { numRuns: 100, seed: from }).slice(index);
    if (spoken === undefined) throw new Error("no such dialect");
    const trial = await learnDirectly(spoken, world, { allowWrites: true });
    expect(missed(trial, true)).toEqual([]);
    expectSound(trial);
  });

  test.each(dialects.map((spoken, index) => ({ index, spoken })))("reading only: $index", async ({ spoken }) => {
    const trial = await learnDirectly(spoken, world, { allowWrites: false });
    expect(missed(trial, false)).toEqual([]);
    expectSound(trial);
    expect(trial.methods).toEqual(["GET", "OPTIONS"]);
  });
});

test("the comparison detects a wrong value, a missing one and a schema that accepts anything", async () => {
  const spoken = loadDialect("reference");
  const trial = await learnDirectly(spoken, world, { allowWrites: false });
  const found = new Map(trial.composed.found);
  found.delete("sorting.style");
  found.set("auth.schemeCase", { value: "exact", exchanges: [] });
  found.set("records.user", { value: {}, exchanges: [] });
  const keys = missed({ ...trial, composed: { ...trial.composed, found } }, false).map((text) => text.split(":")[0]);
  expect(keys.toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
    "auth.schemeCase wrong",
    "records.user wrong",
    "sorting.style unset",
  ]);
});
