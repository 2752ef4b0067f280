import { expect, test, vi } from "vitest";
import { refusal } from "./refusal.ts";

function reply(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, statusText: "Because", headers });
}

test("problem details give the message and the fields", () => {
  const errors = [{ field: "email", message: "is taken" }, "something else"];
  const error = refusal(reply(409), { detail: "Another user has this email.", errors });
  expect(error).toMatchObject({
    kind: "refused",
    message: "Another user has this email.",
    fields: [{ field: "email", message: "is taken" }],
  });
});

test.each([
  [401, "unauthorized"],
  [403, "refused"],
  [404, "notFound"],
  [429, "tooManyRequests"],
  [500, "fault"],
  [502, "fault"],
  [503, "unavailable"],
])("%i without a readable body is told by its status", (status, kind) => {
  expect(refusal(reply(status), undefined)).toMatchObject({ kind, message: `${status} Because`, fields: [] });
});

test("Retry-After is a number of seconds, or a date", () => {
  vi.useFakeTimers({ now: Date.parse("2026-06-15T12:00:00Z") });
  const retryAfter = (value: string) => refusal(reply(429, { "retry-after": value }), undefined).retryAfter;
  expect(retryAfter("120")).toBe(120);
  expect(retryAfter("Mon, 15 Jun 2026 12:00:30 GMT")).toBe(30);
  expect(retryAfter("Mon, 15 Jun 2026 11:00:00 GMT")).toBe(0);
  expect(retryAfter("soon")).toBeUndefined();
  vi.useRealTimers();
});
