import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { dirname } from "node:path";
import { getResponse, http, isCommonAssetRequest, type HttpHandler, type UnhandledFrameHandle } from "msw";
import { HttpNetworkFrame } from "msw/experimental";
import { setupServer } from "msw/node";
import { expect, test as base, type TestAPI } from "vitest";
import { createSimulation, type Simulation, type SimulationOptions } from "../simulation/simulation.ts";
import { hideConnectionErrors } from "./answer-request.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { createHandlers } from "./msw-handlers.ts";
import { withProject } from "./project.ts";
import { toHaveReceived, type ReceivedOptions } from "./to-have-received.ts";
import type { Match } from "../journal/match.ts";

declare module "vitest" {
  // The parameters are declared exactly as in vitest.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Asserts that a simulation received requests; at least one by default. */
    toHaveReceived(match?: Match, options?: ReceivedOptions): R;
  }
}

expect.extend({ toHaveReceived });

export interface TestOptions extends SimulationOptions, Pick<HandlerOptions, "wait"> {
  /**
   * What happens to other requests, as in msw's `server.listen`. By default `warn`, so that a wrong base URL is
   * noticed.
   */
  readonly onUnhandledFrame?: UnhandledFrameHandle;
}

type UnhandledFrameCallback = Exclude<UnhandledFrameHandle, string>;

/** Answers the requests of one test. */
interface Network {
  handlers: readonly HttpHandler[];
  readonly onUnhandledFrame: UnhandledFrameHandle;
  /** Whether no other test ran at the same time. */
  isAlone: boolean;
}

/** The networks of the running tests. */
const networks = new Set<Network>();
/** The network of the test that the current async context belongs to. */
const ownNetwork = new AsyncLocalStorage<Network | undefined>();
keepRequestContext(ownNetwork);

/**
 * The candidates for a request: the test of its async context, even after its end, so that a request that a test did
 * not await never gets into the next one; or all running tests if that is unknown.
 */
function candidates(): readonly Network[] {
  const own = ownNetwork.getStore();
  return own === undefined ? [...networks] : [own];
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
        "orgkit cannot tell which concurrent test sent this request: it was sent outside of their async contexts. " +
          "Send it within the test, its hooks or its fixtures, or do not run these tests concurrently.",
      );
    },
  ),
);

hideConnectionErrors(server);

const onUnhandledFrame: UnhandledFrameCallback = async (unhandled) => {
  const handle = candidates()[0]?.onUnhandledFrame ?? "warn";
  if (typeof handle === "function") return handle(unhandled);
  const { frame, defaults } = unhandled;
  if (handle === "bypass" || (frame instanceof HttpNetworkFrame && isCommonAssetRequest(frame.data.request))) return;
  defaults[handle]();
  // If the error is a response, msw makes the request fail with it.
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
 * vitest's `test` with a separate `simulation` for each test, which answers the test's requests. Concurrent tests do
 * not mix: a request belongs to the test in whose async context it is sent.
 * @param options what differs from `orgkit.config.yaml`, which is looked for from the test's file upwards
 */
export function createTest({ wait, onUnhandledFrame: handle = "warn", ...options }: TestOptions = {}): TestAPI<{
  simulation: Simulation;
}> {
  // Loads while vitest collects the tests of the file, so that the first one does not wait.
  void import("../simulation/live-simulation.ts");
  let opened: Promise<SimulationOptions> | undefined;
  const test = base.extend<{ simulation: Simulation }>({
    simulation: [
      async ({ task }, use) => {
        const network: Network = { handlers: [], onUnhandledFrame: handle, isAlone: false };
        // Synchronous, so that it applies to everything that vitest runs after this fixture.
        ownNetwork.enterWith(network);
        opened ??= withProject(options, dirname(task.file.filepath));
        const simulation = await createSimulation(await opened);
        const closing = new AbortController();
        network.handlers = createHandlers(simulation, {
          ...(wait === undefined ? {} : { wait }),
          // A hanging request would hang forever once nothing can answer it.
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
  // vitest sets up the fixtures before this hook, and runs hooks, test and further fixtures in its async context.
  test.aroundEach((runTest) => runTest());
  return test;
}

/**
 * Makes undici, and with it `fetch`, write each request in the async context in which it was created. By itself it
 * writes in the context of whoever opened the connection: a request that waits for one, or whose connection was just
 * closed, gets into that of an earlier request.
 */
function keepRequestContext<Context>(storage: AsyncLocalStorage<Context | undefined>): void {
  const created = new WeakMap<object, { readonly context: Context | undefined }>();
  diagnostics.subscribe("undici:request:create", (event) => {
    if (hasRequest(event)) created.set(event.request, { context: storage.getStore() });
  });
  // Is published synchronously right before the request is written.
  diagnostics.subscribe("undici:client:sendHeaders", (event) => {
    const own = hasRequest(event) ? created.get(event.request) : undefined;
    if (own !== undefined && own.context !== storage.getStore()) storage.enterWith(own.context);
  });
}

const hasRequest = (event: unknown): event is { request: object } =>
  typeof event === "object" &&
  event !== null &&
  "request" in event &&
  typeof event.request === "object" &&
  event.request !== null;
