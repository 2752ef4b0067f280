import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysAfter } from "./timestamps.ts";

describe("a date is shifted in its format", () => {
  test.each([
    ["2024-02-29", "2024-03-02"],
    ["2024-02-29T10:11:12.123456789+05:30", "2024-03-02T10:11:12.123456789+05:30"],
    ["2024-02-29T10:11-0800", "2024-03-02T10:11-0800"],
    ["2024-02-29 10:11:12", "2024-03-02 10:11:12"],
    ["2024/02/29", "2024/03/02"],
    ["29.02.2024", "02.03.2024"],
    ["Thu, 29 Feb 2024 10:11:12 GMT", "Sat, 02 Mar 2024 10:11:12 GMT"],
    [1_709_201_472, 1_709_374_272],
    [1_709_201_472_003, 1_709_374_272_003],
  ])("%s", (date, later) => {
    expect(daysAfter(date, 2)).toBe(later);
    expect(daysAfter(date, 0)).toBe(date);
  });

  test.each(["2024-02-30", "2024-02-29T25:00:00Z", "31.02.2024", "2024", "Anna", "12-12-2024", "", 12, 0.5])(
    "but not %j",
    (other) => {
      expect(daysAfter(other, 2)).toBeUndefined();
    },
  );

  test.each(["9999-12-31T23:59:59Z", "0001-01-01"])("dates that mean never stay: %s", (never) => {
    expect(daysAfter(never, -20)).toBe(never);
  });
});

test("dates of all years and formats shift by the same number of days, and keep their order", () => {
  const instants = fc.date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: -28, max: 28 }), (instant, days) => {
      const iso = instant.toISOString();
      const dates = [
        iso,
        iso.slice(0, 10),
        `${iso.slice(0, 19)}+00:00`,
        `${iso.slice(0, 16)}+02:00`,
        instant.toUTCString(),
      ];
      const moved = dates.map((date) => Date.parse(String(daysAfter(date, days))) - Date.parse(date));
      expect(new Set(moved)).toStrictEqual(new Set([days * 86_400_000]));
    }),
  );
});
