import { z } from "zod";
import { delivered } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** Every reply takes its time: always the same, within a range, or spread as a network spreads it. */
export const latency = defineScenario({
  name: "latency",
  summary: "Each reply is late: by ms, by something from min to max, or log-normal about a median.",
  options: z
    .object({
      ms: z.int().min(0).max(600_000).optional().describe("Always so many milliseconds."),
      min: z.int().min(0).max(600_000).optional().describe("At least so many, with max."),
      max: z.int().min(0).max(600_000).optional().describe("At most so many."),
      median: z.int().min(0).max(600_000).optional().describe("Half of the replies come within so many."),
      sigma: z.number().min(0).max(3).default(0.5).describe("The spread about the median, log-normal."),
    })
    .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
      path: ["max"],
      error: "expected max from min on",
    })
    .refine(({ min, max }) => min === undefined || max !== undefined, {
      path: ["min"],
      error: "expected max beside it",
    })
    .refine(({ ms, max, median }) => [ms, max, median].filter((way) => way !== undefined).length <= 1, {
      error: "expected one of ms, max and median",
    }),
  examples: ["latency", "latency:ms=800", "latency:min=50,max=400", "latency:median=120,sigma=0.6"],
  start:
    ({ ms, min = 0, max, median, sigma }) =>
    async ({ random }, next) => {
      const drawn = (): number => {
        if (median !== undefined) return Math.round(median * Math.exp(sigma * random.normal()));
        return max === undefined ? (ms ?? 300) : random.between(min, max);
      };
      return delivered(await next(), { delayMs: Math.min(drawn(), 600_000) });
    },
});
