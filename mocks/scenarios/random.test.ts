import { expect, test } from "vitest";
import { randomFor } from "./random.ts";

test.each([
  [1, "latency"],
  [2, "server-errors:rate=0.05"],
  [77, "refused"],
])("the numbers of a scenario over a run are evenly distributed and independent: %d, %s", (seed, scenario) => {
  const drawn = Array.from({ length: 4000 }, (_, call) => randomFor(seed, scenario, call + 1).fraction());
  for (const share of [0.01, 0.05, 0.1, 0.5, 0.9]) {
    expect(Math.abs(drawn.filter((fraction) => fraction < share).length / drawn.length - share)).toBeLessThan(0.025);
  }
  const products = drawn.slice(1).map((fraction, index) => (fraction - 0.5) * ((drawn[index] ?? 0) - 0.5));
  expect(Math.abs(products.reduce((sum, product) => sum + product, 0) * 12) / drawn.length).toBeLessThan(0.05);
});
