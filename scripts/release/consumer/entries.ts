/** A script of a user: what each entry point gives, and a call that is answered. It prints JSON. */
import { conform, createSimulation, startServer } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { createHandlers } from "orgkit/msw";
import { setupServer } from "orgkit/node";

const simulation = await createSimulation({ world: "demo" });
const server = setupServer(simulation, { baseUrl: "https://api.example" });
server.listen();
const headers = { authorization: "Bearer aurora-token-4f7a91" };
const reply = await fetch("https://api.example/api/v1/users?per_page=2", { headers });
const body: unknown = await reply.json();
server.close();

function refusal(): string {
  try {
    setupWorker(simulation);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const http = await startServer(simulation, { port: 0 });
const report = await conform({ baseUrl: http.url, token: "aurora-token-4f7a91", grep: "ENV-0" });
await http.close();

const [judge, types, playwright, suite] = await Promise.all([
  import("orgkit/conformance"),
  import("orgkit/types"),
  import("orgkit/playwright"),
  import("orgkit/suite"),
]);

const schemas = await Promise.all(
  ["dialect", "world", "report", "run-report", "proxy", "config"].map(async (name) => {
    const file: { default: unknown } = await import(`orgkit/${name}.schema.json`, { with: { type: "json" } });
    return file.default;
  }),
);

process.stdout.write(
  JSON.stringify({
    node: process.versions.node,
    reply: { status: reply.status, body },
    calls: simulation.journal.count({ headers: { host: "api.example" } }),
    verdict: report.verdict,
    handlers: createHandlers(simulation).length,
    refusal: refusal(),
    names: {
      judge: Object.keys(judge),
      playwright: Object.keys(playwright),
      suite: Object.keys(suite),
      types: Object.keys(types),
    },
    schemas,
    contract: import.meta.resolve("orgkit/contract.yaml"),
  }),
);
