import { z } from "zod";
import { delivered } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** The call was served, but half of its answer is missing: JSON that cannot be read. */
export const truncatedBody = defineScenario({
  name: "truncated-body",
  summary: "The call is served, but the connection ends in the middle of the body.",
  options: z.object({}),
  examples: ["truncated-body", "truncated-body:rate=0.1"],
  start:
    () =>
    async ({ call }, next) => {
      const reply = await next();
      return call.method === "HEAD" || reply.body === "" ? reply : delivered(reply, { end: "cut" });
    },
});
