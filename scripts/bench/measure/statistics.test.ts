import { expect, test } from "vitest";
import { median, quantile, ratiosByRound, spreadOf } from "./statistics.ts";

test("the middle of an odd number of values, and between the two in the middle of an even one", () => {
  expect([median([9, 1, 5]), median([4, 1, 3, 2])]).toStrictEqual([5, 2.5]);
});

test("a spread does not depend on the order of the rounds", () => {
  expect(spreadOf([30, 10, 20])).toStrictEqual({ median: 20, least: 10, greatest: 30 });
});

test.each([
  [0, 10],
  [0.25, 20],
  [0.99, 49.6],
  [1, 50],
])("the quantile %d lies in proportion between its neighbours", (share, value) => {
  expect(quantile([10, 20, 30, 40, 50], share)).toBeCloseTo(value);
});

test("what is not known in one round is not known", () => {
  expect(median([1, Number.NaN, 3])).toBeNaN();
});

test("no values have no median", () => {
  expect(() => median([])).toThrow(new RangeError("there is no quantile of no values"));
});

test("ratios are taken within a round, so a slow round does not count", () => {
  expect(ratiosByRound([50, 5, 50], [100, 10, 100])).toStrictEqual({ median: 0.5, least: 0.5, greatest: 0.5 });
});
