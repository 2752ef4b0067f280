import { describe, expect, test } from "vitest";
import { chartSvg, powersOfTen, roundSteps, short } from "./chart.ts";

test.each([
  [1000, 1_000_000, [1000, 10_000, 100_000, 1_000_000]],
  [0.9, 12, [0.1, 1, 10, 100]],
  [5, 5, [1, 10]],
])("powers of ten about %d to %d", (least, greatest, expected) => {
  const found = powersOfTen(least, greatest);
  expect(found.map((power) => Number(power.toPrecision(6)))).toStrictEqual(expected);
});

test.each([
  [1.5, [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6]],
  [8, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  [90, [0, 20, 40, 60, 80, 100]],
])("round steps up to %d", (greatest, expected) => {
  expect(roundSteps(greatest).map((step) => Number(step.toPrecision(6)))).toStrictEqual(expected);
});

test.each([
  [0.2, "0.2"],
  [100, "100"],
  [10_000, "10k"],
  [1_000_000, "1M"],
])("%d is labelled %s", (value, label) => {
  expect(short(value)).toBe(label);
});

describe("a chart", () => {
  const svg = chartSvg({
    title: "A <cost>",
    xLabel: "users",
    yLabel: "times",
    limit: { value: 1.5, name: "goal" },
    series: [
      {
        name: "pages & more",
        points: [
          [1000, 1],
          [1_000_000, 2],
        ],
      },
    ],
  });

  test("draws each series from left to right, greater values higher", () => {
    expect(svg).toContain('d="M64 174L500 44" fill="none"');
    expect(svg.match(/<circle /g)).toHaveLength(2);
  });

  test("draws the limit where its value is", () => {
    expect(svg).toContain('<path d="M64 109H500" stroke="currentColor" stroke-dasharray="3 3"/>');
  });

  test("labels both axes and escapes every text", () => {
    expect([...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).toStrictEqual(
      ["A &lt;cost&gt;", "0", "0.5", "1", "1.5", "2", "1k", "10k", "100k", "1M", "users", "times", "goal"].concat(
        "pages &amp; more",
      ),
    );
  });

  test("of nothing is none", () => {
    expect(() => chartSvg({ title: "t", xLabel: "x", yLabel: "y", series: [] })).toThrow('"t" has no points');
  });
});
