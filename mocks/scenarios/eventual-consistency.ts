import { z } from "zod";
import { defineScenario } from "./scenario.ts";

const usualCalls = 3;

/** Lists lag behind writes: a created user is there, and its email taken, but for a while no list shows it. */
export const eventualConsistency = defineScenario({
  name: "eventual-consistency",
  summary: "A created user is not listed until some later lists were read, or some time has passed.",
  options: z.object({
    calls: z.int().min(1).optional().describe(`So many lists lack it: ${usualCalls}, unless ms is given.`),
    ms: z.int().min(1).max(86_400_000).optional().describe("It is listed after so many milliseconds, by the clock."),
  }),
  examples: ["eventual-consistency", "eventual-consistency:calls=1", "eventual-consistency:ms=5000"],
  start:
    ({ calls, ms }) =>
    async ({ account, operation, now }, next) => {
      const reply = await next();
      const { created, rule } = reply.why;
      if (account === undefined) return reply;
      if (created !== undefined) {
        account.users.hidden.add(String(created), {
          readings: calls ?? (ms === undefined ? usualCalls : Number.POSITIVE_INFINITY),
          until: ms === undefined ? Number.POSITIVE_INFINITY : now + ms,
        });
        return { ...reply };
      }
      const isList = operation === "listUsers" && rule === "statuses.success.listUsers";
      return isList && account.users.hidden.size > 0 ? { ...reply, why: { ...reply.why, rule: "scenario" } } : reply;
    },
});
