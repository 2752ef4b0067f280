/** A program of a user, for the compiler alone: each entry point has types, and they refuse what is wrong. */
import { createSimulation, createWorldBuilder, learn, startServer } from "orgkit";
import type { Call, Envelope, OrgkitConfig, Simulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { CannotJudge, conform, type Report } from "orgkit/conformance";
import { createHandlers } from "orgkit/msw";
import { setupServer } from "orgkit/node";
import { defineConfig } from "@playwright/test";
import { expect, test } from "orgkit/playwright";
import { conformance } from "orgkit/suite";
import type { OperationResponse, User } from "orgkit/types";
import { createTest } from "orgkit/vitest";

const { user, account, world } = createWorldBuilder();
const simulation: Simulation = await createSimulation({
  world: world({ accounts: [account({ users: [user({ name: "Ada" })] })] }),
  dialect: "reference",
});

// @ts-expect-error -- there is no such world
await createSimulation({ world: "nowhere" });

// @ts-expect-error -- a simulation answers calls, not URLs
await simulation.answer("/api/v1/users");

const { users } = simulation.collections();
export const created: User = await users.create({ name: "Ada", email: "ada@example.org" });
await users.update((q) => q.where({ id: created.id }), {
  data(draft) {
    draft.status = "suspended";
    // @ts-expect-error -- a status is a text
    draft.status = 1;
  },
});
export const login: string | undefined = simulation
  .collections<{ users: { id: string; login: string } }>()
  .users.findFirst()?.login;

export const call: Call = { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: new Uint8Array() };
const page: Envelope<User> = { data: [], meta: { page: 1, total: 0 } };
export const listed: OperationResponse<"listUsers"> = page;

// @ts-expect-error -- the page is a number
export const wrong: OperationResponse<"listUsers"> = { data: [], meta: { page: "1", total: 0 } };

createHandlers(simulation).map((handler) => handler.info.header);
setupServer(simulation).listen();
await setupWorker(simulation).start({ quiet: true });

// @ts-expect-error -- what is given is a simulation
setupServer({});

export async function judged(baseUrl: string): Promise<Report["verdict"]> {
  try {
    const report = await conform({ baseUrl, token: "a-token-of-mine" });
    return report.verdict;
  } catch (error) {
    if (error instanceof CannotJudge) return "inconclusive";
    throw error;
  }
}

export const config = { mock: { world: "demo" } } satisfies OrgkitConfig;

// @ts-expect-error -- there is no such command
export const wrongConfig = { mok: { world: "demo" } } satisfies OrgkitConfig;

const server = await startServer(simulation, { port: 0 });
export const { text } = await learn({ baseUrl: server.url, token: "a-token-of-mine" });
await server.close();

test.use({ orgkit: { world: "edge" } });
test("a page", async ({ page: shown, simulation: own }) => {
  await shown.goto("/");
  await expect(own).toHaveReceived({ operation: "listUsers" });
  // @ts-expect-error -- there is no such operation
  await expect(own).toHaveReceived({ operation: "listAll" });
});

export const project = defineConfig({
  projects: [
    { name: "staging", use: { conformance: { baseUrl: "https://staging.example", subscriptionIds: ["sub_1"] } } },
  ],
});
// @ts-expect-error -- tokens come from the environment
defineConfig({ use: { conformance: { token: "a-token-of-mine" } } });
conformance();

createTest({ world: "empty" })("a unit", ({ simulation: own }) => {
  own.use("latency:ms=1", "hang");
  // @ts-expect-error -- there is no such scenario
  own.use("latencyy");
  // What is known only at run time is checked at run time.
  own.use((process.env["SCENARIOS"] ?? "").split(" "));
});
