import { expect, test } from "vitest";
import { retryAfter } from "./retry-after.ts";

const now = Date.UTC(2026, 2, 1, 12, 30);

test.each([
  ["seconds", 1000, "1"],
  ["seconds", 1001, "2"],
  ["seconds", 1, "1"],
  ["date", 1000, "Sun, 01 Mar 2026 12:30:01 GMT"],
  ["date", 1001, "Sun, 01 Mar 2026 12:30:02 GMT"],
  ["none", 1000, undefined],
] as const)("as %s, %d ms from now: %s", (form, milliseconds, expected) => {
  expect(retryAfter(form, now + milliseconds, now)["retry-after"]).toBe(expected);
});
