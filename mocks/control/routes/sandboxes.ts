import { z } from "zod";
import { mostScenarios } from "../../scenarios/parse.ts";
import { ControlProblem } from "../control-problem.ts";
import { openedSandboxReply, sandboxesReply, type Sandbox as ListedSandbox } from "../replies.ts";
import { route } from "../route.ts";
import type { Sandbox } from "../sandboxes.ts";

function describe({ id, simulation, createdAt, expiresAt }: Sandbox): ListedSandbox {
  return {
    id,
    account: simulation.accounts[0]?.id,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    calls: simulation.journal.total,
  };
}

const requestBody = z.strictObject({
  account: z.string().optional().describe("The account to copy: the first by default."),
  seed: z.int().optional().describe("For ids and faults: that of the mock by default."),
  scenarios: z
    .array(z.string())
    .max(mostScenarios)
    .optional()
    .describe("In force from the start: by default those the mock began with."),
});

export const sandboxRoutes = [
  route({
    method: "POST",
    path: "sandboxes",
    summary: "A copy of an account as it was at the start, behind a token of its own.",
    body: requestBody,
    reply: openedSandboxReply,
    success: 201,
    handle: async ({ sandboxes }, { body }) => {
      const { id, token, simulation, expiresAt } = await sandboxes.open(body);
      const [account] = simulation.accounts;
      const json = {
        id,
        token,
        account: { id: account?.id, name: account?.name },
        subscriptionIds: account?.subscriptions.all().map((record) => String(record.id)) ?? [],
        expiresAt: new Date(expiresAt).toISOString(),
      };
      return { status: 201, json, headers: { location: `/_orgkit/sandboxes/${id}` } };
    },
  }),
  route({
    method: "GET",
    path: "sandboxes",
    summary: "The sandboxes that are open.",
    reply: sandboxesReply,
    success: 200,
    handle: ({ sandboxes }) => ({
      status: 200,
      json: { sandboxes: sandboxes.list().map(describe), capacity: sandboxes.capacity },
    }),
  }),
  route({
    method: "DELETE",
    path: "sandboxes/{id}",
    summary: "Closes a sandbox: its token is no longer good.",
    success: 204,
    handle: ({ sandboxes }, { parameters }) => {
      if (sandboxes.close(parameters["id"] ?? "")) return { status: 204 };
      throw new ControlProblem(404, `There is no sandbox "${parameters["id"]}", or it has expired.`);
    },
  }),
];
