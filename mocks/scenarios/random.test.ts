import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFor, type Random } from "./random.ts";

/** One number of each of many calls in a row: what a scenario draws in the course of a run. */
function run(draw: (random: Random) => number, seed = 1, scenario = "latency"): readonly number[] {
  return Array.from({ length: 4000 }, (_, call) => draw(randomFor(seed, scenario, call + 1)));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

describe("the numbers of a scenario", () => {
  test("are the same for the same seed, scenario and call, and others for any other", () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.nat(), (seed, scenario, call) => {
        const { fraction } = randomFor(seed, scenario, call);
        const first = fraction();
        expect(randomFor(seed, scenario, call).fraction()).toBe(first);
        for (const other of [randomFor(seed ^ 1, scenario, call), randomFor(seed, `${scenario}x`, call)]) {
          expect(other.fraction()).not.toBe(first);
        }
        expect(randomFor(seed, scenario, call + 1).fraction()).not.toBe(first);
      }),
    );
  });

  test.each([
    [1, "latency"],
    [2, "server-errors:rate=0.05"],
    [77, "refused"],
  ])("of seed %d and %s are even over the calls of a run", (seed, scenario) => {
    const fractions = run(({ fraction }) => fraction(), seed, scenario);
    for (const share of [0.01, 0.05, 0.1, 0.5, 0.9]) {
      const drawn = fractions.filter((fraction) => fraction < share).length / fractions.length;
      expect(Math.abs(drawn - share)).toBeLessThan(0.025);
    }
  });

  test("do not follow from those of the call before", () => {
    const fractions = run(({ fraction }) => fraction());
    const products = fractions.slice(1).map((fraction, index) => (fraction - 0.5) * ((fractions[index] ?? 0) - 0.5));
    expect(Math.abs(mean(products) * 12)).toBeLessThan(0.05);
  });

  test("of a range reach each of its numbers alike", () => {
    const drawn = run(({ between }) => between(3, 7));
    for (const number of [3, 4, 5, 6, 7]) {
      expect(Math.abs(drawn.filter((one) => one === number).length / drawn.length - 0.2)).toBeLessThan(0.03);
    }
    expect(Math.min(...drawn)).toBe(3);
    expect(Math.max(...drawn)).toBe(7);
  });

  test("of a normal distribution have its mean and its spread", () => {
    const drawn = run(({ normal }) => normal());
    expect(Math.abs(mean(drawn))).toBeLessThan(0.05);
    expect(Math.abs(mean(drawn.map((one) => one * one)) - 1)).toBeLessThan(0.06);
    expect(drawn.every(Number.isFinite)).toBe(true);
  });
});
