import { z } from "zod";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import { whenSchema } from "../../scenarios/scenario.ts";
import { scenariosReply } from "../replies.ts";
import { route } from "../route.ts";

export const scenarioRoutes = [
  route({
    method: "GET",
    path: "scenarios",
    summary: "All scenarios with their options, and the active ones.",
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
    summary: "Activates these scenarios, the first outermost, and deactivates all others.",
    body: z.strictObject({
      active: z.array(z.string()).describe("As written: latency:ms=200,on=listUsers"),
    }),
    handle: ({ simulation }, { body }) => {
      simulation.use(body.active);
      return { active: simulation.scenarios() };
    },
  }),
];
