import { setupServer as setupMswServer, type SetupServer } from "msw/node";
import type { Simulation } from "../simulation/simulation.ts";
import { hideConnectionErrors } from "./answer-request.ts";
import type { HandlerOptions } from "./handler-options.ts";
import { createHandlers } from "./msw-handlers.ts";

/**
 * Answers the requests of this Node process from a simulation, whatever the client: `setupServer(simulation).listen()`.
 * Other requests go to the network with a warning; `listen({ onUnhandledFrame: "error" })` makes them fail.
 * @throws InputError if the base URL is not absolute
 */
export function setupServer(simulation: Simulation, options: Omit<HandlerOptions, "signal"> = {}): SetupServer {
  let closing = new AbortController();
  const server = setupMswServer(...createHandlers(simulation, { ...options, signal: () => closing.signal }));
  hideConnectionErrors(server);
  const close = server.close.bind(server);
  // A hanging request would hang forever once nothing can answer it.
  return Object.assign(server, {
    close: () => {
      closing.abort();
      closing = new AbortController();
      close();
    },
  });
}
