import { z } from "zod";
import { noReply } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** The connection breaks before the call is read, so nothing was done and it may safely be sent again. */
export const reset = defineScenario({
  name: "reset",
  summary: "The connection is reset before the call reaches the service: nothing is done.",
  options: z.object({}),
  examples: ["reset:times=1", "reset:on=createUser,times=1"],
  start: () => () => noReply("reset"),
});
