/** A user's script: what each entry point exports, and one request with a response. Prints JSON. */
import { readFileSync } from "node:fs";
import { Collection, conform, createSimulation, startServer } from "orgkit";
import { setupWorker } from "orgkit/browser";
import type { User } from "orgkit/types";
import { createHandlers } from "orgkit/msw";
import { setupServer } from "orgkit/node";

const simulation = await createSimulation({ world: "demo" });
const server = setupServer(simulation, { baseUrl: "https://api.example" });
server.listen();
const headers = { authorization: "Bearer aurora-token-4f7a91" };
const reply = await fetch("https://api.example/api/v1/users?per_page=2", { headers });
const body: unknown = await reply.json();
server.close();

// A relation from the user's own collection.
interface Guest {
  id: string;
  buddy?: User | undefined;
}
const isGuest = (value: unknown): value is Guest => typeof value === "object" && value !== null && "id" in value;
const { users } = simulation.collections();
const someone: Guest = { id: "someone" };
const guestSchema = {
  version: 1,
  vendor: "consumer",
  types: { input: someone, output: someone },
  validate: (value: unknown) => (isGuest(value) ? { value } : { issues: [{ message: "expected an id" }] }),
} as const;
const guests = new Collection({ schema: { "~standard": guestSchema } });
guests.defineRelations(({ one }) => ({ buddy: one(users) }));
const guest = await guests.create({ id: "guest", buddy: users.findFirst() });

const rejection = await new Promise((resolve) => resolve(setupWorker(simulation))).catch(String);

const http = await startServer(simulation, { port: 0 });
const report = await conform({ baseUrl: http.url, token: "aurora-token-4f7a91", grep: "ENV-0" });
await http.close();

const names = async (entry: string): Promise<readonly string[]> => Object.keys(await import(`orgkit/${entry}`));
const schemas = ["dialect", "world", "report", "proxy", "config"].map(async (name) => {
  const file: { default: unknown } = await import(`orgkit/${name}.schema.json`, { with: { type: "json" } });
  return file.default;
});

process.stdout.write(
  JSON.stringify({
    node: process.versions.node,
    reply: { status: reply.status, body },
    calls: simulation.journal.count({ headers: { host: "api.example" } }),
    verdict: report.verdict,
    handlers: createHandlers(simulation).map(({ info }) => info.header),
    rejection,
    names: {
      judge: await names("conformance"),
      playwright: await names("playwright"),
      suite: await names("suite"),
      types: await names("types"),
    },
    related: [users instanceof Collection, guest],
    schemas: await Promise.all(schemas),
    contract: readFileSync(new URL(import.meta.resolve("orgkit/contract.yaml")), "utf8"),
  }),
);
