import { setupWorker as setupMswWorker, type SetupWorker } from "msw/browser";
import type { Simulation } from "../simulation/simulation.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { createHandlers } from "./msw-handlers.ts";

export interface WorkerOptions extends Omit<HandlerOptions, "signal"> {
  /**
   * Whether edited and created records survive a reload, in the `sessionStorage` of the tab. By default `false`: each
   * load of the page starts from the world.
   */
  readonly persist?: boolean;
}

/**
 * Answers the requests of this page from a simulation, through a service worker: `await
 * setupWorker(simulation).start()`. Other requests go to the network with a warning; `start({ onUnhandledFrame:
 * "bypass" })` silences it. Serve the worker script `mockServiceWorker.js` from the root of your site, or set another
 * URL in `start`'s `serviceWorker.url`.
 * @throws InputError if the base URL is not absolute
 */
export function setupWorker(simulation: Simulation, { persist = false, ...options }: WorkerOptions = {}): SetupWorker {
  let stopping = new AbortController();
  const worker = setupMswWorker(...createHandlers(simulation, { ...options, signal: () => stopping.signal }));
  const [start, stop] = [worker.start.bind(worker), worker.stop.bind(worker)];
  let forget = (): void => undefined;
  return Object.assign(worker, {
    start: async (startOptions: StartOptions = {}) => {
      forget();
      if (persist) forget = await (await import("./persist.ts")).persist(simulation);
      const registration = await start(startOptions);
      if (startOptions.quiet !== true) console.info(`[orgkit] ${persist ? persisted : lost}`);
      return registration;
    },
    // Stopping waits for open requests, and a hanging one would block it forever.
    stop: () => {
      forget();
      stopping.abort();
      stopping = new AbortController();
      return stop();
    },
  });
}

type StartOptions = NonNullable<Parameters<SetupWorker["start"]>[0]>;

const lost =
  "Created users are gone after a reload of the page. setupWorker(simulation, { persist: true }) keeps them in this tab.";
const persisted = "Created users are kept in this tab (sessionStorage), also after a reload of the page.";
