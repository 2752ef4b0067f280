import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { Reply } from "../service/call.ts";
import type { Disturbance, Started } from "./scenario.ts";

/** The options of every scenario: which requests it disturbs. */
export const whenSchema = z.object({
  on: z.enum(operationIds).optional().describe("Only requests of this operation."),
  rate: z.number().min(0).max(1).default(1).describe("The share of requests, from 0 to 1."),
  after: z.int().min(0).default(0).describe("Skip the first N requests."),
  times: z.int().min(1).optional().describe("Affect at most N requests."),
});

export type When = z.infer<typeof whenSchema>;

/**
 * Applies a scenario only to the requests that its options select. A request that the scenario does not change does not
 * count as disturbed.
 */
export function only({ rate, after, times = Number.POSITIVE_INFINITY }: When, started: Started): Disturbance {
  const { disturb, goesOn } = typeof started === "function" ? { disturb: started, goesOn: undefined } : started;
  let seen = 0;
  let disturbed = 0;
  return async (turn, next) => {
    seen += 1;
    if (seen <= after || disturbed >= times) return next();
    // The number depends on the request, so a scenario with a rate disturbs the same requests in each run.
    const isDrawn = rate === 1 || turn.random.fraction() < rate;
    if (!isDrawn && goesOn?.(turn) !== true) return next();
    let within: Reply | undefined;
    const reply = await disturb(turn, async () => (within = await next()));
    if (reply !== within) disturbed += 1;
    return reply;
  };
}
