import { expect, test, vi } from "vitest";
import { frozenClock, systemClock } from "./clock.ts";

test("a frozen clock stands still", () => {
  const clock = frozenClock(1234);
  expect([clock.now(), clock.now()]).toStrictEqual([1234, 1234]);
});

test("the system clock tells the time of the system", () => {
  vi.spyOn(Date, "now").mockReturnValue(77);
  expect(systemClock.now()).toBe(77);
});
