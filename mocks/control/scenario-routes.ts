import { z } from "zod";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import { whenSchema } from "../scenarios/scenario.ts";
import type { ScenarioInfo, Scenarios } from "./replies.ts";
import { route } from "./route.ts";

const available = scenarioKinds.map(({ name, summary, options, examples }): ScenarioInfo => {
  const described = Object.entries({ ...options.shape, ...whenSchema.shape });
  const texts = described.map(([option, { description = "" }]) => [option, description]);
  return { name, summary, examples, options: Object.fromEntries(texts) };
});

export const scenarioRoutes = [
  route({
    method: "GET",
    path: "scenarios",
    summary: "All scenarios with their options, and the active ones.",
    handle: ({ simulation }): Scenarios => ({ available, active: simulation.scenarios() }),
  }),
  route({
    method: "PUT",
    path: "scenarios",
    summary: "Activates these scenarios, the first outermost, and deactivates all others.",
    body: z.strictObject({ active: z.array(z.string()).describe("As written: latency:ms=200,on=listUsers") }),
    handle: ({ simulation }, { body }) => {
      simulation.use(body.active);
      return { active: simulation.scenarios() };
    },
  }),
];
