import { z } from "zod";
import { route } from "./route.ts";

export const sandboxRoutes = [
  route({
    method: "POST",
    path: "sandboxes",
    summary: "Opens a sandbox: a copy of an account as it was at the start, with its own token.",
    body: z.strictObject({
      account: z.string().optional().describe("The account to copy: the first by default."),
      seed: z.int().optional().describe("For ids and faults: that of the mock by default."),
      scenarios: z
        .array(z.string())
        .optional()
        .describe("Active from the start: by default those the mock started with."),
    }),
    status: 201,
    handle: async ({ sandboxes }, { body }) => {
      const { id, token, simulation, expiresAt } = await sandboxes.open(body);
      const [account] = simulation.accounts;
      return {
        id,
        token,
        account: { id: account?.id, name: account?.name },
        subscriptionIds: account?.subscriptions.records().map((record) => String(record.id)) ?? [],
        expiresAt: new Date(expiresAt).toISOString(),
      };
    },
  }),
  route({
    method: "GET",
    path: "sandboxes",
    summary: "The open sandboxes.",
    handle: ({ sandboxes }) => ({
      sandboxes: sandboxes.list().map(({ id, simulation, createdAt, expiresAt }) => ({
        id,
        account: simulation.accounts[0]?.id,
        createdAt: new Date(createdAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
        calls: simulation.journal.total,
      })),
      capacity: sandboxes.capacity,
    }),
  }),
  route({
    method: "DELETE",
    path: "sandboxes/{id}",
    summary: "Closes a sandbox: its token is no longer valid.",
    handle: ({ sandboxes }, { parameters: { id = "" } }) => sandboxes.close(id),
  }),
];
