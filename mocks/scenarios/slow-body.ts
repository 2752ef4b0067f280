import { z } from "zod";
import { delivered } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** The headers are there at once, the body trickles in: what a narrow line or a busy server looks like. */
export const slowBody = defineScenario({
  name: "slow-body",
  summary: "The headers come at once, but the body trickles in over so many milliseconds.",
  options: z.object({
    ms: z.int().min(0).max(600_000).default(3000).describe("Milliseconds until the body is complete."),
  }),
  examples: ["slow-body", "slow-body:ms=10000,on=listUsers"],
  start:
    ({ ms }) =>
    async (_, next) =>
      delivered(await next(), { bodyMs: ms }),
});
