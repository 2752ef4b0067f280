import { expect, test, vi } from "vitest";
import { call } from "./client.ts";
import { Money } from "../parts/values.tsx";

async function rejectedWith(status: number, retryAfter: string, body: unknown): Promise<unknown> {
  const headers = { "retry-after": retryAfter };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(JSON.stringify(body), { status, headers }));
  return call("/").catch((error: unknown) => error);
}

test("a rejection shows its status and its problem details, whatever the body", async () => {
  const errors = [{ field: "email", message: "is taken" }, "something else"];
  expect(await rejectedWith(409, "", { detail: "Another user has this email.", errors })).toMatchObject({
    kind: 409,
    message: "Another user has this email.",
    fields: [{ field: "email", message: "is taken" }],
  });
  expect(await rejectedWith(502, "", [])).toMatchObject({ kind: 502, message: "502", fields: [] });
});

test.each([
  ["120", 120],
  ["Mon, 15 Jun 2026 12:00:30 GMT", 30],
  ["Mon, 15 Jun 2026 11:00:00 GMT", 0],
  ["soon", undefined],
])("Retry-After %s is %s", async (value, retryAfter) => {
  vi.setSystemTime("2026-06-15T12:00:00Z");
  expect(await rejectedWith(429, value, {})).toMatchObject({ retryAfter });
  vi.useRealTimers();
});

test.each([
  [174_000, "EUR", "€1,740.00"],
  [500, "JPY", "JP¥500"],
  [1_234, "BHD", "BHD\u00A01.234"],
  [-1, "USD", "-US$0.01"],
])("%i minor units of %s are %s", (minorUnits, currency, text) => {
  expect(Money({ minorUnits, currency })).toBe(text);
});
