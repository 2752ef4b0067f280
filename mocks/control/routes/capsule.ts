import { capsuleText } from "../../simulation/recording/capsule.ts";
import { route } from "../route.ts";

export const capsuleRoutes = [
  route({
    method: "GET",
    path: "capsule",
    summary: "What was asked since the start, and all it takes to answer it the same way again: for orgkit replay.",
    success: 200,
    handle: ({ simulation, about }) => ({
      status: 200,
      text: { type: "application/json", body: capsuleText(simulation.capsule(about.version)) },
      headers: { "content-disposition": 'attachment; filename="orgkit-capsule.json"' },
    }),
  }),
];
