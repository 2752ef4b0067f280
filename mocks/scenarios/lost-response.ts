import { z } from "zod";
import { delivered } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** The call was served, a user created even, but its caller never learns. */
export const lostResponse = defineScenario({
  name: "lost-response",
  summary: "The call is served, and a write committed, but the connection is reset before its reply.",
  options: z.object({}),
  examples: ["lost-response:on=createUser,times=1"],
  start: () => async (_, next) => delivered(await next(), { end: "reset" }),
});
