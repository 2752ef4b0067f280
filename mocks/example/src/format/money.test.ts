import { expect, test } from "vitest";
import { formatMoney } from "./money.ts";

test.each([
  [174_000, "EUR", "€1,740.00"],
  [500, "JPY", "JP¥500"],
  [1_234, "BHD", "BHD\u00A01.234"],
  [-1, "USD", "-US$0.01"],
  [0, "EUR", "€0.00"],
])("%i minor units of %s are %s", (minorUnits, currency, text) => {
  expect(formatMoney(minorUnits, currency)).toBe(text);
});
