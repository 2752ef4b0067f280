import { expect, test } from "vitest";
import { deliveryText, durationText, timestampText, outcomeOf, statusText } from "./call-text.ts";
import { testEntry } from "./entry.fixture.ts";

test.each([
  [{ status: 200 }, "2xx", "200 OK", []],
  [{ status: 207 }, "2xx", "207 Success", []],
  [{ status: 302 }, "3xx", "302 Found", []],
  [{ status: 409 }, "4xx", "409 Conflict", []],
  [{ status: 503, delivery: { delayMs: 800 } }, "5xx", "503 Service Unavailable", ["800 ms late"]],
  [
    { status: 200, delivery: { bodyMs: 50, end: "cut" } },
    "2xx",
    "200 OK, cut off half-way",
    ["its body spread over 50 ms", "cut off half-way"],
  ],
  [
    { status: 201, delivery: { end: "reset" } },
    "none",
    "connection reset",
    ["processed with 201, but the connection was reset before the response"],
  ],
  [{ status: 0, delivery: { end: "refused" } }, "none", "connection refused", ["connection refused"]],
  [{ status: 0, delivery: { end: "never" } }, "none", "no response", ["no response"]],
  [{ status: 0 }, "none", "no response", []],
] as const)("%j is %s: %s", (reply, outcome, text, delivery) => {
  const entry = testEntry({ reply });
  expect([outcomeOf(entry), statusText(entry), deliveryText(entry)]).toStrictEqual([outcome, text, delivery]);
});

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

test("a timestamp is shown in UTC, without milliseconds", () => {
  expect(timestampText("2026-03-01T12:30:05.678Z")).toBe("2026-03-01 12:30:05");
});
