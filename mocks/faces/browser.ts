import { setupWorker as setupMswWorker, type SetupWorker } from "msw/browser";
import type { Simulation } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";

/**
 * The simulation for requests made by this page, through a service worker: `await setupWorker(simulation).start()`.
 * A request that is not the mock's goes to the network with a warning; `start({ onUnhandledFrame: "bypass" })` leaves
 * the warning out.
 * The worker script `mockServiceWorker.js` must lie at the root of what your site serves (`start` takes another place
 * in `serviceWorker.url`).
 * @throws InputError where the base URL is not absolute
 */
export function setupWorker(simulation: Simulation, options: Omit<HandlerOptions, "signal"> = {}): SetupWorker {
  let stopping = new AbortController();
  const worker = setupMswWorker(...createHandlers(simulation, { ...options, signal: () => stopping.signal }));
  const stop = worker.stop.bind(worker);
  return Object.assign(worker, {
    // A stop waits for the calls in flight, and one that hangs would never let it end.
    stop: () => {
      stopping.abort();
      stopping = new AbortController();
      return stop();
    },
  });
}
