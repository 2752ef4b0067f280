import { request } from "node:http";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { setupServer } from "msw/node";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { arbitraryCall, type GeneratedCall } from "./generated-call.ts";
import { startServer } from "./http-server.ts";
import { createHandlers } from "./msw-handlers.ts";

const base = "http://mock.example/tenant/x";

/** What a transport adds of its own; everything else must be equal. */
const transportHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The same service twice: each face gets a simulation of its own, equal in every input. */
function twin(dialect: string): Promise<Simulation> {
  const clock = frozenClock(Date.UTC(2026, 5, 1));
  return createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), seed: 7, clock });
}

/** Through `node:http`, which sends the path as it stands. */
function callServer(url: string, call: GeneratedCall): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request(
      { hostname, port, method: call.method, path: call.path, headers: call.headers },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        reply.on("end", () => {
          const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
          resolve({
            status: reply.statusCode ?? 0,
            headers: own(headers),
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(call.body);
  });
}

async function callHandlers({ method, path, headers, body }: GeneratedCall): Promise<Answer> {
  const reply = await fetch(base + path, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, headers: own([...reply.headers]), body: await reply.text() };
}

function own(headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.filter(([name]) => !transportHeaders.has(name)));
}

for (const dialect of dialectNames()) {
  test(`both faces answer alike in the dialect ${dialect}`, async () => {
    const server = await startServer(await twin(dialect), { port: 0 });
    const simulation = await twin(dialect);
    const network = setupServer(...createHandlers(simulation, { baseUrl: base }));
    network.listen({ onUnhandledFrame: "bypass" });
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryCall(simulation), async (call) => {
          const overHandlers = await callHandlers(call);
          expect(overHandlers).toEqual(await callServer(server.url, call));
        }),
        { numRuns: 300, seed: 20_261_120 },
      );
    } finally {
      network.close();
      await server.close();
    }
  });
}
