import { z } from "zod";
import { openedSandboxReply, sandboxesReply } from "../replies.ts";
import { route } from "../route.ts";
import { unknownSandbox } from "../sandboxes.ts";

const requestBody = z.strictObject({
  account: z.string().optional().describe("The account to copy: the first by default."),
  seed: z.int().optional().describe("For ids and faults: that of the mock by default."),
  scenarios: z
    .array(z.string())

    .optional()
    .describe("Active from the start: by default those the mock started with."),
});

export const sandboxRoutes = [
  route({
    method: "POST",
    path: "sandboxes",
    summary: "Opens a sandbox: a copy of an account as it was at the start, with its own token.",
    body: requestBody,
    reply: openedSandboxReply,
    success: 201,
    handle: async ({ sandboxes }, { body }) => {
      const { id, token, simulation, expiresAt } = await sandboxes.open(body);
      const [account] = simulation.accounts;
      return {
        id,
        token,
        account: { id: account?.id, name: account?.name },
        subscriptionIds: account?.subscriptions.all().map((record) => String(record.id)) ?? [],
        expiresAt: new Date(expiresAt).toISOString(),
      };
    },
    headers: ({ id }) => ({ location: `/_orgkit/sandboxes/${id}` }),
  }),
  route({
    method: "GET",
    path: "sandboxes",
    summary: "The open sandboxes.",
    reply: sandboxesReply,
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
    success: 204,
    handle: ({ sandboxes }, { parameters: { id = "" } }) => {
      if (!sandboxes.close(id)) throw unknownSandbox(id);
    },
  }),
];
