import { setupServer as setupMswServer, type SetupServer } from "msw/node";
import type { Simulation } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";

/**
 * The simulation for requests made in this Node process, by whatever client: `setupServer(simulation).listen()`.
 * A request that is not the mock's goes to the network with a warning; `listen({ onUnhandledFrame: "error" })` stops it.
 * @throws InputError where the base URL is not absolute
 */
export function setupServer(simulation: Simulation, options: Omit<HandlerOptions, "signal"> = {}): SetupServer {
  let closing = new AbortController();
  const server = setupMswServer(...createHandlers(simulation, { ...options, signal: () => closing.signal }));
  const close = server.close.bind(server);
  // A call that hangs would hang forever once nothing is left to answer it.
  return Object.assign(server, {
    close: () => {
      closing.abort();
      closing = new AbortController();
      close();
    },
  });
}
