import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { setupServer } from "msw/node";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { callByFetch, callByHttp, withoutTransport } from "./face-calls.ts";
import { arbitraryCall } from "./generated-call.ts";
import { startServer } from "./http-server.ts";
import { createHandlers } from "./msw-handlers.ts";

const base = "http://mock.example/tenant/x";

/** The same service twice: each face gets a simulation of its own, equal in every input. */
function twin(dialect: string): Promise<Simulation> {
  const clock = frozenClock(Date.UTC(2026, 5, 1));
  return createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(dialect), seed: 7, clock });
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
          const overHandlers = await callByFetch({ ...call, url: base + call.path });
          expect(withoutTransport(overHandlers)).toEqual(withoutTransport(await callByHttp(server.url, call)));
        }),
        { numRuns: 300 },
      );
    } finally {
      network.close();
      await server.close();
    }
  });
}
