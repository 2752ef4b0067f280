import { sample } from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dialectKeys } from "../../conformance/discovery/inferences.ts";
import { arbitraryDialect } from "../../fixtures/dialect/random-dialect.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { keysBelow } from "../generate/schema/keys.ts";
import { nodeOf } from "../generate/schema/node.ts";

/** Every key that can be written, but for what a dialect says of itself; `*` stands for each list. */
const keys = keysBelow(nodeOf(dialectSchema))
  .map(({ path }) => path)
  .filter((path) => path.includes(".") || path === "errors");

const learned = new Set(dialectKeys.map((key) => key.replace(/^paging\.(users|invoices)\./, "paging.*.")));

/** What one value has to do for: schemas must fit the world that is served, and no judge provokes a limit. */
const drawnAlike = new Set([
  "records.user",
  "records.subscription",
  "records.invoice",
  "statuses.failure.tooManyRequests",
]);

const membersSchema = z.record(z.string(), z.unknown());

/** The value at a key, of the first list where it stands for each; `undefined` where a dialect has no such place. */
function valueAt(dialect: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>((value, name) => {
    const members = membersSchema.safeParse(value);
    return members.data?.[name === "*" ? "users" : name];
  }, dialect);
}

describe.each(keys)("the key %s of the dialect", (key) => {
  test("is learned: an inference tells it, or what it is a part of", () => {
    expect([...learned].filter((known) => key === known || key.startsWith(`${known}.`))).toHaveLength(1);
  });
});

describe("dialects drawn at random", () => {
  const drawn = sample(arbitraryDialect(), { numRuns: 300, seed: 1 }).map((input) => dialectSchema.parse(input));

  test.each(keys.filter((key) => !drawnAlike.has(key)))("have more than one value of %s", (key) => {
    const values = new Set(drawn.map((dialect) => JSON.stringify(valueAt(dialect, key))));
    values.delete(JSON.stringify(undefined));
    expect(values.size).toBeGreaterThan(1);
  });
});
