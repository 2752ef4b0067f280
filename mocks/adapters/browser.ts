import { setupWorker as setupMswWorker, type SetupWorker } from "msw/browser";
import type { Simulation } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";

export interface WorkerOptions extends Omit<HandlerOptions, "signal"> {
  /**
   * Whether created users and other changes of the records are still there after a reload, in the `sessionStorage` of
   * the tab: `false` by default, each load of the page begins anew.
   */
  readonly persist?: boolean;
}

/**
 * The simulation for requests made by this page, through a service worker: `await setupWorker(simulation).start()`.
 * A request that is not the mock's goes to the network with a warning; `start({ onUnhandledFrame: "bypass" })` leaves
 * the warning out.
 * The worker script `mockServiceWorker.js` must lie at the root of what your site serves (`start` takes another place
 * in `serviceWorker.url`).
 * @throws InputError where the base URL is not absolute
 */
export function setupWorker(simulation: Simulation, options: WorkerOptions = {}): SetupWorker {
  let stopping = new AbortController();
  const worker = setupMswWorker(...createHandlers(simulation, { ...options, signal: () => stopping.signal }));
  const [start, stop] = [worker.start.bind(worker), worker.stop.bind(worker)];
  let forget = (): void => undefined;
  return Object.assign(worker, {
    start: async (startOptions: StartOptions = {}) => {
      forget();
      if (options.persist === true) forget = await (await import("./persist.ts")).persist(simulation);
      const registration = await start(startOptions);
      if (startOptions.quiet !== true) console.info(`[orgkit] ${options.persist === true ? persisted : lost}`);
      return registration;
    },
    // A stop waits for the calls in flight, and one that hangs would never let it end.
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
