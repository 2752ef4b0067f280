import { expect, test as base, type TestAPI } from "vitest";
import type { Count } from "../journal/journal.ts";
import type { Match } from "../journal/match.ts";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import type { HandlerOptions } from "./msw-handlers.ts";
import { setupServer } from "./node.ts";
import { toHaveReceived } from "./to-have-received.ts";

declare module "vitest" {
  // The parameters are vitest's own, and declared as it declares them.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Whether a simulation received calls; one or more, where no count is given. */
    toHaveReceived(match?: Match, options?: { readonly count?: Count }): R;
  }
}

expect.extend({ toHaveReceived });

/**
 * vitest's `test` with a `simulation` of its own behind each test, which answers the requests the test makes.
 * Tests of one file run one after the other: `test.concurrent` would share the process's network.
 */
export function createTest({ baseUrl, wait, ...options }: SimulationOptions & HandlerOptions = {}): TestAPI<{
  simulation: Simulation;
}> {
  return base.extend<{ simulation: Simulation }>({
    simulation: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
      async ({}, use) => {
        const simulation = await createSimulation(options);
        const server = setupServer(simulation, {
          ...(baseUrl === undefined ? {} : { baseUrl }),
          ...(wait === undefined ? {} : { wait }),
        });
        server.listen({ onUnhandledFrame: "bypass" });
        await use(simulation);
        server.close();
      },
      { auto: true },
    ],
  });
}
