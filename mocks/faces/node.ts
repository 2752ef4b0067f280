import { setupServer as setupMswServer, type SetupServer } from "msw/node";
import type { Simulation } from "../simulation/simulation.ts";
import { createHandlers, type HandlerOptions } from "./msw-handlers.ts";

/**
 * The simulation for requests made in this Node process, by whatever client: `setupServer(simulation).listen()`.
 * @throws InputError where the base URL is not absolute
 */
export function setupServer(simulation: Simulation, options: HandlerOptions = {}): SetupServer {
  return setupMswServer(...createHandlers(simulation, options));
}
