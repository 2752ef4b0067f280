import fc from "fast-check";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { maxCreated } from "../../conformance/target/connection.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { learnDirectly, roundtripWorld } from "./trial.fixture.ts";

const world = await roundtripWorld();
const random = fc.sample(arbitraryDialect(), { numRuns: 3, seed: 9 });
const dialects = [
  ...(await Promise.all(
    builtInDialectNames.map(async (name) => ({
      name,
      spoken: await openDialect(name),
      allowWrites: true,
    })),
  )),
  { name: "offset, reading only,", spoken: await openDialect("offset"), allowWrites: false },
  ...random.map((spoken, index) => ({ name: `random ${index}`, spoken, allowWrites: true })),
];

test.each(dialects)("a mock with the dialect learned of $name replies alike", async ({ spoken, allowWrites }) => {
  const { learned, text, comparison, methods } = await learnDirectly(spoken, world, allowWrites);
  const { otherStatus, otherShape, otherValues, requests } = comparison;
  expect([...otherStatus, ...otherShape]).toEqual([]);
  // Texts for people may differ.
  expect(otherValues.length).toBeLessThan(requests / 2);
  const outOfRequests = [...learned.missing].filter(([, { lack }]) => lack === "more-requests");
  expect(outOfRequests.map(([key]) => key)).toEqual([]);
  expect(learned.created.length).toBeLessThanOrEqual(maxCreated);
  expect(dialectSchema.safeParse(parse(text)).success).toBe(true);
  if (!allowWrites) expect(methods).toEqual(["GET", "OPTIONS"]);
});
