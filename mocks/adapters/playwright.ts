import { dirname } from "node:path";
import { expect as baseExpect, test as base } from "@playwright/test";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { serveRoutes } from "./playwright-route.ts";
import { withProject } from "./project.ts";
import { toHaveReceived, type Received, type ReceivedOptions } from "./to-have-received.ts";
import type { Match } from "../journal/match.ts";

export { serveRoutes } from "./playwright-route.ts";

/** The world of a test, and the base URL of the service in its pages. */
export interface OrgkitOptions extends SimulationOptions, Pick<HandlerOptions, "wait"> {}

export interface OrgkitFixtures {
  /** What differs from `orgkit.config.yaml`: `test.use({ orgkit: { world: "edge", baseUrl: "https://api.example" } })`. */
  readonly orgkit: OrgkitOptions;
  /** Answers the requests of all pages in the test's context, and of no other test. */
  readonly simulation: Simulation;
}

/** Playwright's `test`, with a separate simulation for each test. */
export const test = base.extend<OrgkitFixtures>({
  orgkit: [{}, { option: true }],
  simulation: [
    async ({ context, orgkit: { wait, ...options } }, use, testInfo) => {
      const simulation = await createSimulation(await withProject(options, dirname(testInfo.file)));
      const end = await serveRoutes(context, simulation, wait === undefined ? {} : { wait });
      await use(simulation);
      await end();
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = JSON.stringify(simulation.journal.entries(), null, 2);
        await testInfo.attach("orgkit-journal.json", { contentType: "application/json", body });
      }
    },
    { auto: true },
  ],
});

/**
 * Playwright's `expect`, with `await expect(simulation).toHaveReceived({ operation: "createUser" })`. Like other
 * assertions of Playwright, it retries until the timeout.
 */
export const expect = baseExpect.extend({
  async toHaveReceived(simulation: Received, match: Match = {}, options: ReceivedOptions = {}) {
    const ends = Date.now() + this.timeout;
    let result = toHaveReceived(simulation, match, options);
    while (result.pass === this.isNot && Date.now() < ends) {
      await nextCall(simulation, ends - Date.now());
      result = toHaveReceived(simulation, match, options);
    }
    return { ...result, name: "toHaveReceived" };
  },
});

/** Resolves with the next request, or at the deadline. */
function nextCall({ journal }: Received, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      end();
      clearTimeout(timer);
      resolve();
    };
    const end = journal.subscribe(done);
    const timer = setTimeout(done, milliseconds);
  });
}
