import { z } from "zod";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import { mostScenarios } from "../../scenarios/parse.ts";
import { whenSchema } from "../../scenarios/when.ts";
import { scenariosReply } from "../replies.ts";
import { route } from "../route.ts";

export const scenarioRoutes = [
  route({
    method: "GET",
    path: "scenarios",
    summary: "Every scenario there is, with its options, and those in force.",
    reply: scenariosReply,
    handle: ({ simulation }) =>
      scenariosReply.parse({
        available: scenarioKinds.map(({ name, summary, options, examples }) => {
          const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ ...options.shape, ...whenSchema.shape }), {
            io: "input",
          });
          return { name, summary, examples, options: schema };
        }),
        active: simulation.scenarios(),
      }),
  }),
  route({
    method: "PUT",
    path: "scenarios",
    summary: "Puts these scenarios in force, the first outermost, and ends all others.",
    body: z.strictObject({
      active: z.array(z.string()).max(mostScenarios).describe("As written: latency:ms=200,on=listUsers"),
    }),
    handle: ({ simulation }, { body }) => {
      simulation.use(body.active);
      return { active: simulation.scenarios() };
    },
  }),
];
