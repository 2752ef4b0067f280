import { expect, test } from "vitest";
import { deliveryText, outcomeOf, statusText } from "./status-text.ts";
import { testEntry } from "./test-entry.ts";

test.each([
  [{ status: 200 }, "2xx", "200 OK"],
  [{ status: 207 }, "2xx", "207 Success"],
  [{ status: 302 }, "3xx", "302 Found"],
  [{ status: 409 }, "4xx", "409 Conflict"],
  [{ status: 503 }, "5xx", "503 Service Unavailable"],
  [{ status: 200, delivery: { end: "cut" } }, "2xx", "200 OK, cut off half-way"],
  [{ status: 201, delivery: { end: "reset" } }, "none", "connection reset"],
  [{ status: 0, delivery: { end: "refused" } }, "none", "connection refused"],
  [{ status: 0, delivery: { end: "never" } }, "none", "never answered"],
  [{ status: 0 }, "none", "no reply"],
])("%j is %s: %s", (reply, outcome, text) => {
  const entry = testEntry({ reply });
  expect(outcomeOf(entry)).toBe(outcome);
  expect(statusText(entry)).toBe(text);
});

test("the delivery is told where it was not at once and whole", () => {
  expect(deliveryText(testEntry())).toStrictEqual([]);
  const late = testEntry({ reply: { delivery: { delayMs: 800, bodyMs: 50, end: "cut" } } });
  expect(deliveryText(late)).toStrictEqual(["800 ms late", "its body spread over 50 ms", "cut off half-way"]);
  const lost = testEntry({ reply: { status: 201, delivery: { end: "reset" } } });
  expect(deliveryText(lost)).toStrictEqual(["served with 201, but the connection was reset before its reply"]);
});
