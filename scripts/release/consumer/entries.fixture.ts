/** A user's script: what each entry point exports, and one request with a response. Prints JSON. */
import { readFileSync } from "node:fs";
import { conform, createSimulation, startServer } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { createHandlers } from "orgkit/msw";
import { setupServer } from "orgkit/node";

const token = "aurora-token-4f7a91";
const simulation = await createSimulation({ world: "demo" });
const server = setupServer(simulation, { baseUrl: "https://api.example" });
server.listen();
const headers = { authorization: `Bearer ${token}` };
const { meta } = await (await fetch("https://api.example/api/v1/users?per_page=2", { headers })).json();
server.close();

const rejection = await new Promise((resolve) => resolve(setupWorker(simulation))).catch(String);

const http = await startServer(simulation, { port: 0 });
const report = await conform({ baseUrl: http.url, token, grep: "ENV-0" });
await http.close();

const exportsOf = async (entry: string): Promise<readonly string[]> => Object.keys(await import(`orgkit/${entry}`));
const schemas = ["dialect", "world", "report", "config"].map(async (name) => {
  const file: { default: unknown } = await import(`orgkit/${name}.schema.json`, { with: { type: "json" } });
  return file.default;
});

process.stdout.write(
  JSON.stringify({
    node: process.versions.node,
    total: meta.total,
    calls: simulation.journal.count({ headers: { host: "api.example" } }),
    verdict: report.verdict,
    handlers: createHandlers(simulation).map(({ info }) => info.header),
    rejection,
    exports: {
      playwright: await exportsOf("playwright"),
      suite: await exportsOf("suite"),
      vite: await exportsOf("vite"),
      types: await exportsOf("types"),
    },
    schemas: await Promise.all(schemas),
    contract: readFileSync(new URL(import.meta.resolve("orgkit/contract.yaml")), "utf8"),
  }),
);
