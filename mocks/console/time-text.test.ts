import { expect, test } from "vitest";
import { clockAfter, durationText, momentText, timeOfDay } from "./time-text.ts";

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1500, "1 s"],
  [90_000, "1 min 30 s"],
  [3_600_000, "1 h"],
  [-7_500_000, "2 h 5 min"],
  [90_061_000, "1 d 1 h"],
])("%d ms is %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test("a moment is shown in UTC", () => {
  expect(timeOfDay("2026-03-01T12:30:05.678Z")).toBe("12:30:05.678");
  expect(momentText("2026-03-01T12:30:05.678Z")).toBe("2026-03-01 12:30:05");
});

test("the clock goes on from when it was read, unless it is frozen", () => {
  const now = "2026-03-01T12:30:00.000Z";
  expect(clockAfter({ now, frozen: false }, 1500)).toBe("2026-03-01T12:30:01.500Z");
  expect(clockAfter({ now, frozen: true }, 1500)).toBe(now);
});
