import { expect, test } from "vitest";
import { jsonBatches } from "./json-batches.ts";

function sizes(items: readonly unknown[]): readonly number[] {
  const batches = [...jsonBatches(items)].map((text): unknown => JSON.parse(text));
  expect(batches.flat()).toStrictEqual(items);
  return batches.map((batch) => (Array.isArray(batch) ? batch.length : -1));
}

test("a list is written in parts of a thousand, an empty one as one part", () => {
  expect(sizes(Array.from({ length: 2001 }, (_, index) => index))).toStrictEqual([1000, 1000, 1]);
  expect(sizes([1, 2])).toStrictEqual([2]);
  expect(sizes([])).toStrictEqual([0]);
});

test("few long items are a part, too", () => {
  const long = "x".repeat(3 * 1024 * 1024);
  expect(sizes([long, long, long])).toStrictEqual([2, 1]);
});
