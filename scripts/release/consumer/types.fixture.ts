/** A user's program, only for the compiler: each entry point has types that reject wrong code. */
import { createSimulation, learn, startServer } from "orgkit";
import type { Call, Envelope, Simulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { CannotJudge, conform, type Report } from "orgkit/conformance";
import { createHandlers } from "orgkit/msw";
import { setupServer } from "orgkit/node";
import { defineConfig } from "@playwright/test";
import { expect, test } from "orgkit/playwright";
import { conformance } from "orgkit/suite";
import type { OperationResponse, User } from "orgkit/types";
import { createTest } from "orgkit/vitest";

const simulation: Simulation = await createSimulation({
  world: {
    accounts: [{ id: "acct_1", name: "Ada & Co", tokens: ["ada-token-0001"], users: [{ id: 1, name: "Ada" }] }],
  },
  dialect: "reference",
});
await createSimulation({ dialect: { paging: { users: { defaultSize: 5 } } }, world: "./ours.yaml" });
// @ts-expect-error -- there is no such option
await createSimulation({ wrld: "demo" });

export const call: Call = { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: new Uint8Array() };
export const listed = (page: Envelope<User>): OperationResponse<"listUsers"> => page;
export const wrong = ({ data, meta }: Envelope<User>): OperationResponse<"listUsers"> => ({
  data,
  // @ts-expect-error -- the page is a number
  meta: { ...meta, page: "1" },
});

createHandlers(simulation).map((handler) => handler.info.header);
await setupWorker(simulation).start({ quiet: true });
setupServer(simulation).listen();

const server = await startServer(simulation, { port: 0 });
const target = { baseUrl: server.url, token: "a-token-of-mine" };
export const { text } = await learn(target);
export const verdict: Report["verdict"] = await conform(target).then(
  (report) => report.verdict,
  (error: unknown) => (error instanceof CannotJudge && error.problem !== "" ? "inconclusive" : "non-conforming"),
);

test.use({ orgkit: { world: "edge" } });
test("a page", async ({ simulation: own }) => {
  await expect(own).toHaveReceived({ operation: "listUsers" });
  // @ts-expect-error -- there is no such operation
  await expect(own).toHaveReceived({ operation: "listAll" });
});

// @ts-expect-error -- tokens come from the environment
defineConfig({ use: { conformance: { token: "a-token-of-mine" } } });
conformance();

createTest({ world: "empty" })("a unit", ({ simulation: own }) => {
  own.use("latency:ms=1", "hang");
  // @ts-expect-error -- there is no such scenario
  own.use("latencyy");
});
