import { AsyncLocalStorage } from "node:async_hooks";
import { getResponse, http, isCommonAssetRequest, type HttpHandler, type UnhandledFrameHandle } from "msw";
import { HttpNetworkFrame } from "msw/experimental";
import { setupServer } from "msw/node";
import { expect, test as base, type TestAPI } from "vitest";
import type { Count } from "../journal/journal.ts";
import type { Match } from "../journal/match.ts";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";
import { toHaveReceived } from "./to-have-received.ts";

declare module "vitest" {
  // The parameters are vitest's own, and declared as it declares them.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Whether a simulation received calls; one or more, where no count is given. */
    toHaveReceived(match?: Match, options?: { readonly count?: Count }): R;
  }
}

expect.extend({ toHaveReceived });

export interface TestOptions extends SimulationOptions, Omit<HandlerOptions, "signal"> {
  /**
   * What happens to a request that is not the mock's, as in msw's `server.listen`: `warn` by default, so that a
   * wrong base URL does not go unnoticed.
   */
  readonly onUnhandledFrame?: UnhandledFrameHandle;
}

type UnhandledFrameCallback = Exclude<UnhandledFrameHandle, string>;

/** What answers the requests of one test. */
interface Network {
  handlers: readonly HttpHandler[];
  readonly onUnhandledFrame: UnhandledFrameHandle;
  /** Whether no other test ran at any time while this one did. */
  isAlone: boolean;
}

/** The networks of the tests that are running. */
const networks = new Set<Network>();
/** The network of the test that the running code belongs to. */
const ownNetwork = new AsyncLocalStorage<Network>();

/** Whose request it may be: that of the test the code belongs to, or of any, where that is not known. */
function candidates(): readonly Network[] {
  const own = ownNetwork.getStore();
  return own !== undefined && networks.has(own) ? [own] : [...networks];
}

/** msw patches the whole process, so all tests share one server. */
const server = setupServer(
  http.all(
    async ({ request }) => {
      const handlers = candidates().flatMap((network) => network.handlers);
      return (await Promise.all(handlers.map((handler) => handler.test({ request })))).includes(true);
    },
    ({ request }) => {
      const [network] = candidates();
      if (network === undefined) return undefined;
      if (network.isAlone || network === ownNetwork.getStore()) return getResponse([...network.handlers], request);
      throw new Error(
        "orgkit cannot tell which concurrent test made this request: it was made outside the async context of each. " +
          "Make it within the test, its hooks or its fixtures, or do not run these tests concurrently.",
      );
    },
  ),
);

const onUnhandledFrame: UnhandledFrameCallback = async (unhandled) => {
  const handle = candidates()[0]?.onUnhandledFrame ?? "warn";
  if (typeof handle === "function") return handle(unhandled);
  const { frame, defaults } = unhandled;
  if (handle === "bypass" || (frame instanceof HttpNetworkFrame && isCommonAssetRequest(frame.data.request))) return;
  defaults[handle]();
  // msw has the request fail where the error is a response.
  if (handle === "error") throw Response.error();
};

function open(network: Network): void {
  network.isAlone = networks.size === 0;
  if (network.isAlone) server.listen({ onUnhandledFrame });
  for (const other of networks) other.isAlone = false;
  networks.add(network);
}

function close(network: Network): void {
  networks.delete(network);
  if (networks.size === 0) server.close();
}

/**
 * vitest's `test` with a `simulation` of its own behind each test, which answers the requests the test makes.
 * Concurrent tests keep apart: a request belongs to the test in whose async context it is made.
 */
export function createTest({
  baseUrl,
  wait,
  onUnhandledFrame: handle = "warn",
  ...options
}: TestOptions = {}): TestAPI<{
  simulation: Simulation;
}> {
  const test = base.extend<{ simulation: Simulation }>({
    simulation: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
      async ({}, use) => {
        const network: Network = { handlers: [], onUnhandledFrame: handle, isAlone: false };
        // Before anything is waited for, so that it holds for all that vitest runs after this fixture.
        ownNetwork.enterWith(network);
        const simulation = await createSimulation(options);
        const closing = new AbortController();
        network.handlers = createHandlers(simulation, {
          ...(baseUrl === undefined ? {} : { baseUrl }),
          ...(wait === undefined ? {} : { wait }),
          // A call that hangs would hang forever once nothing is left to answer it.
          signal: () => closing.signal,
        });
        open(network);
        await use(simulation);
        closing.abort();
        close(network);
      },
      { auto: true },
    ],
  });
  // The fixtures are set up before this hook, and hooks, test and further fixtures run in its async context.
  test.aroundEach((runTest) => runTest());
  return test;
}
