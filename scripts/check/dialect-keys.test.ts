import { sample } from "fast-check";
import { expect, test } from "vitest";
import { type Json, valueAt } from "../../fixtures/json.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.fixture.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { keysBelow, nodeOf } from "../generate/schema-keys.ts";

/**
 * Keys for which one value is enough: schemas must match the world, names are tried one by
 * one if unknown parameters are rejected, the first page has no other value than 0, and members beside the records are drawn at once.
 */
const drawnAlike =
  /^records\.|^requests\.unknownParameters$|^paging\.\*\.parameters\.first$|^responses\.(?:members|headers|ids)\./;

const drawn: readonly Json[] = JSON.parse(JSON.stringify(sample(arbitraryDialect(), { numRuns: 300, seed: 1 })));

const keys = keysBelow(nodeOf(dialectSchema))
  .map(({ path }) => path)
  .filter((path) => (path.includes(".") || path === "errors") && !drawnAlike.test(path));

test.each(keys)("dialects drawn at random have more than one value of %s", (key) => {
  const values = new Set(drawn.map((dialect) => JSON.stringify(valueAt(dialect, key.replace("*", "users")))));
  values.delete(JSON.stringify(undefined));
  expect(values.size).toBeGreaterThan(1);
});
