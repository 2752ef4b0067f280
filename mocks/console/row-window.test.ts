import { expect, test } from "vitest";
import { rowAfterKey, rowsInSight, scrollTo } from "./row-window.ts";

test.each([
  [0, 0, 600, { first: 0, end: 0 }],
  [5, 0, 600, { first: 0, end: 5 }],
  [1000, 0, 600, { first: 0, end: 29 }],
  [1000, 3000, 600, { first: 92, end: 129 }],
  [1000, 29_400, 600, { first: 972, end: 1000 }],
  [10, 29_400, 600, { first: 2, end: 10 }],
])("of %d rows, scrolled by %d, those in sight are drawn", (count, scrollTop, height, window) => {
  expect(rowsInSight(count, 30, scrollTop, height)).toStrictEqual(window);
});

test("a row is scrolled to by as little as possible", () => {
  expect(scrollTo(10, 30, 0, 600)).toBe(0);
  expect(scrollTo(20, 30, 0, 600)).toBe(30);
  expect(scrollTo(2, 30, 300, 600)).toBe(60);
});

test.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 9, 9],
  ["ArrowUp", 0, 0],
  ["ArrowUp", 5, 4],
  ["PageDown", 2, 7],
  ["PageUp", 2, 0],
  ["Home", 7, 0],
  ["End", 0, 9],
  ["x", 3, undefined],
])("%s leads from row %d to %s", (key, index, target) => {
  expect(rowAfterKey(key, index, 10, 5)).toBe(target);
});

test("no key leads anywhere in an empty list", () => {
  expect(rowAfterKey("ArrowDown", -1, 0, 5)).toBeUndefined();
});
