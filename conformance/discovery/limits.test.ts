import { expect, test } from "vitest";
import { rateIn } from "./limits.ts";

function rateHeaders(remaining: number, reset: number, prefix = "ratelimit"): Record<string, string> {
  return { [`${prefix}-limit`]: "100", [`${prefix}-remaining`]: String(remaining), [`${prefix}-reset`]: String(reset) };
}

test("in a window that had begun, the next usual length is assumed", () => {
  expect(rateIn([rateHeaders(60, 41), rateHeaders(59, 40)])).toMatchObject({ seconds: 60, isWhole: false });
});

test("a policy has it", () => {
  expect(rateIn([{ ...rateHeaders(60, 41), "ratelimit-policy": "100;w=90" }])).toMatchObject({
    seconds: 90,
    isWhole: true,
  });
});

test.each([[[{}]], [[{ "x-ratelimit-limit": "100", "x-ratelimit-reset": "1767225600" }]]])(
  "%j has no rate limit",
  (replies) => {
    expect(rateIn(replies)).toBeUndefined();
  },
);
