import { z } from "zod";
import { defineScenario } from "./scenario.ts";

const defaultCalls = 3;

/** Lists lag behind writes: a created user can be read and its email is taken, but lists leave it out for a while. */
export const eventualConsistency = defineScenario({
  name: "eventual-consistency",
  summary: "List a created user only after several list requests, or after some time.",
  options: () =>
    z.object({
      calls: z
        .int()
        .min(1)
        .optional()
        .describe(`How many list responses lack it: ${defaultCalls}, unless ms is given.`),
      ms: z.int().min(1).max(86_400_000).optional().describe("It is listed after N milliseconds, by the clock."),
    }),
  examples: ["eventual-consistency", "eventual-consistency:calls=1", "eventual-consistency:ms=5000"],
  start:
    ({ calls, ms }) =>
    async ({ account, operation, now }, next) => {
      const reply = await next();
      const { created, rule } = reply.why;
      if (account === undefined) return reply;
      const { hidden } = account.users;
      if (created !== undefined) {
        hidden.set(String(created), {
          readings: calls ?? (ms === undefined ? defaultCalls : null),
          until: ms === undefined ? null : now + ms,
        });
        return { ...reply };
      }
      const isList = operation === "listUsers" && rule === "statuses.success.listUsers";
      return isList && hidden.size > 0 ? { ...reply, why: { ...reply.why, rule: "scenario" } } : reply;
    },
});
