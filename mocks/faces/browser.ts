import { setupWorker as setupMswWorker, type SetupWorker } from "msw/browser";
import type { Simulation } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";

/** By default, a request that is not the mock's goes to the network unremarked. */
export type StartOptions = NonNullable<Parameters<SetupWorker["start"]>[0]>;

/**
 * The simulation for requests made by this page, through a service worker: `await setupWorker(simulation).start()`.
 * The worker script `mockServiceWorker.js` must lie at the root of what your site serves (`start` takes another place
 * in `serviceWorker.url`).
 * @throws InputError where the base URL is not absolute
 */
export function setupWorker(simulation: Simulation, options: HandlerOptions = {}): SetupWorker {
  const worker = setupMswWorker(...createHandlers(simulation, options));
  return { ...worker, start: (start: StartOptions = {}) => worker.start({ onUnhandledFrame: "bypass", ...start }) };
}
