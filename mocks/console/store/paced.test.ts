import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced } from "./paced.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a burst of requests is done at once, and once more after the pause", async () => {
  const task = vi.fn(() => Promise.resolve());
  const ask = paced(250, task);
  for (let index = 0; index < 100; index += 1) ask();
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  ask();
  await vi.advanceTimersByTimeAsync(249);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(task).toHaveBeenCalledTimes(2);
  ask();
  expect(task).toHaveBeenCalledTimes(3);
});
