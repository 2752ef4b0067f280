import { z } from "zod";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import { mostScenarios } from "../../scenarios/parse.ts";
import type { ScenarioKind } from "../../scenarios/scenario.ts";
import { whenSchema } from "../../scenarios/when.ts";
import { scenariosReply } from "../replies.ts";
import { route } from "../route.ts";

function describe({ name, summary, options, examples }: ScenarioKind): object {
  const own = z.toJSONSchema(options, { io: "input" });
  const common = z.toJSONSchema(whenSchema, { io: "input" });
  return {
    name,
    summary,
    examples,
    options: { type: "object", properties: { ...own.properties, ...common.properties }, additionalProperties: false },
  };
}

export const scenarioRoutes = [
  route({
    method: "GET",
    path: "scenarios",
    summary: "Every scenario there is, with its options, and those in force.",
    reply: scenariosReply,
    success: 200,
    handle: ({ simulation }) => ({
      status: 200,
      json: scenariosReply.parse({ available: scenarioKinds.map(describe), active: simulation.scenarios() }),
    }),
  }),
  route({
    method: "PUT",
    path: "scenarios",
    summary: "Puts these scenarios in force, the first outermost, and ends all others.",
    body: z.strictObject({
      active: z.array(z.string()).max(mostScenarios).describe("As written: latency:ms=200,on=listUsers"),
    }),
    success: 200,
    handle: ({ simulation }, { body }) => {
      simulation.use(body.active);
      return { status: 200, json: { active: simulation.scenarios() } };
    },
  }),
];
