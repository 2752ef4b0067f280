import { expect, test } from "vitest";
import { formatDay, formatRelative } from "./dates.ts";

const now = Date.parse("2026-06-15T12:00:00Z");

test("a calendar day is the same one in every time zone", () => {
  expect(formatDay("2024-02-29")).toBe("29 Feb 2024");
});

test.each([
  ["2026-06-15T12:00:00Z", "now"],
  ["2026-06-15T11:45:00Z", "15 minutes ago"],
  ["2026-06-14T11:00:00Z", "yesterday"],
  ["2026-06-01T12:00:00Z", "2 weeks ago"],
  ["2025-06-01T12:00:00Z", "last year"],
  ["2026-06-18T12:00:00Z", "in 3 days"],
])("%s is %s", (timestamp, text) => {
  expect(formatRelative(timestamp, now)).toBe(text);
});
