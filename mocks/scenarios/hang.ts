import { z } from "zod";
import { delivered, noReply } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** No answer ever comes: only a caller with a time limit of its own gets on. */
export const hang = defineScenario({
  name: "hang",
  summary: "The call is never answered: the caller must give up by itself.",
  options: z.object({
    served: z.boolean().default(false).describe("Whether the service serves it all the same, a write committed."),
  }),
  examples: ["hang", "hang:on=createUser,served=true,times=1"],
  start:
    ({ served }) =>
    async (_, next) =>
      served ? delivered(await next(), { end: "never" }) : noReply("never"),
});
