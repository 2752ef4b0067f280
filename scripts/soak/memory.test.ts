import { expect, test } from "vitest";
import { courseOf, type Sample } from "./memory.ts";

function samples(seconds: number, megabytes: (second: number) => number): readonly Sample[] {
  return Array.from({ length: seconds }, (_, second) => ({ seconds: second, megabytes: megabytes(second) }));
}

test("what grows two megabytes a minute is told, though it goes up and down meanwhile", () => {
  const saw = (second: number): number => 100 + second / 30 + (second % 5) * 3;
  const { slope, first, most } = courseOf(samples(600, saw), 60);
  expect(slope).toBeCloseTo(2, 1);
  expect([first, most]).toStrictEqual([102, 100 + 599 / 30 + 12]);
});

test("one jump is no growth, many are", () => {
  const jumpsOnce = (second: number): number => (second < 300 ? 100 : 105);
  expect(courseOf(samples(600, jumpsOnce), 60).slope).toBeLessThan(1);
  const jumps = (second: number): number => 100 + Math.floor(second / 60) * 2;
  expect(courseOf(samples(600, jumps), 60).slope).toBeCloseTo(2, 0);
});

test("what it took to become warm does not count", () => {
  const warming = (second: number): number => (second < 30 ? second * 4 : 120);
  expect(courseOf(samples(120, warming), 30)).toStrictEqual({ first: 120, last: 120, most: 120, slope: 0 });
});

test("two samples are needed", () => {
  expect(() =>
    courseOf(
      samples(10, () => 1),
      9,
    ),
  ).toThrow("too few samples");
});
