import { z } from "zod";
import { noReply } from "./delivery.ts";
import { defineScenario } from "./scenario.ts";

/** As if nobody listened. */
export const refused = defineScenario({
  name: "refused",
  summary: "The connection is refused, as if nobody listened: the call never reaches the service.",
  options: z.object({}),
  examples: ["refused", "refused:rate=0.2"],
  start: () => () => noReply("refused"),
});
