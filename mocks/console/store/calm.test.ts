import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calm } from "./calm.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the last task is done once nothing was asked for so long", () => {
  const done: string[] = [];
  const onceCalm = calm(500);
  onceCalm(() => done.push("first"));
  vi.advanceTimersByTime(499);
  onceCalm(() => done.push("second"));
  vi.advanceTimersByTime(499);
  expect(done).toStrictEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toStrictEqual(["second"]);
});
