import { z } from "zod";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import { listScenarioKinds } from "../scenarios/parse.ts";
import { whenSchema, type ScenarioKind } from "../scenarios/scenario.ts";
import type { ScenarioInfo, ScenarioOption, Scenarios } from "./replies.ts";
import { route } from "./route.ts";

function describe({ name, summary, options, examples }: ScenarioKind): ScenarioInfo {
  const { properties } = z.toJSONSchema(z.object({ ...options.shape, ...whenSchema.shape }), { io: "input" });
  return { name, summary, examples, options: z.record(z.string(), z.custom<ScenarioOption>()).parse(properties) };
}

const builtIn = scenarioKinds.map(describe);

export const scenarioRoutes = [
  route({
    method: "GET",
    path: "scenarios",
    summary: "All scenarios with their options, and the active ones.",
    handle: ({ simulation }): Scenarios => {
      const own = listScenarioKinds(simulation.ownScenarios).slice(0, -builtIn.length);
      return { available: [...own.map(describe), ...builtIn], active: simulation.scenarios() };
    },
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
