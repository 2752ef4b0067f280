import { expect, test } from "vitest";
import { areNumberedTogether } from "./one-numbering.ts";

const ids = (numbers: readonly number[], template = "#"): readonly string[] =>
  numbers.map((number) => template.replace("#", String(number)));
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("numbers that continue the other account's, or fill its gaps, are of one sequence", () => {
  const mine = { ids: ids(numbers(1, 45)), total: 45 };
  expect(areNumberedTogether(mine, { ids: ids(numbers(70, 78)), total: 33 })).toBe(true);
  expect(areNumberedTogether({ ids: ids(numbers(70, 78)), total: 33 }, mine)).toBe(true);
  const odd = numbers(1, 40).filter((number) => number % 3 !== 0);
  const rest = numbers(1, 40).filter((number) => number % 3 === 0);
  expect(areNumberedTogether({ ids: ids(odd), total: odd.length }, { ids: ids(rest), total: 13 })).toBe(true);
});

test("numbers from 1 in each account, other ids, and lists seen in part prove nothing", () => {
  const mine = { ids: ids(numbers(1, 45)), total: 45 };
  expect(areNumberedTogether(mine, { ids: ids(numbers(52, 60)), total: 60 })).toBe(false);
  expect(areNumberedTogether(mine, { ids: ids(numbers(70, 78), "u-#"), total: 33 })).toBe(false);
  expect(areNumberedTogether(mine, { ids: ["a", "b"], total: 2 })).toBe(false);
  const part = { ids: ids([1, 2, 3, 40, 41, 42]), total: 42 };
  expect(areNumberedTogether(part, { ids: ids([10, 11, 12, 20, 21, 22]), total: 42 })).toBe(false);
  expect(areNumberedTogether({ ids: [], total: 0 }, { ids: [], total: 0 })).toBe(false);
});
