import type { RunningServer, ServerOptions } from "../mocks/adapters/http-server.ts";
import type { Simulation, SimulationOptions } from "../mocks/index.ts";
import { createSimulation as startSimulation } from "../mocks/simulation/simulation.ts";

/**
 * All of orgkit, as `orgkit` in Node; in a browser that is `mocks/index.ts` alone. Judging, learning and serving load
 * on the first call.
 */
export * from "../mocks/index.ts";
export * from "../conformance/index.ts";
export type { RunningServer, ServerOptions };

/**
 * Starts a simulation.
 * @param options what differs from `orgkit.config.yaml`, which is looked for from the working directory upwards
 * @throws InputError if world, dialect or an option is invalid, with the place of each mistake, or they are incompatible
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  return startSimulation(await (await import("../mocks/adapters/project.ts")).withProject(options));
}

/**
 * Serves a simulation over HTTP, as `orgkit mock` does: by default on 127.0.0.1.
 * @returns its `url`, and `close()`, which lets requests in flight finish
 * @throws InputError if it cannot listen on host and port
 * @example
 * const server = await startServer(await createSimulation({ world: "demo" }), { port: 0 });
 * const users = await fetch(`${server.url}/api/v1/users`, { headers: { authorization: "Bearer aurora-token-4f7a91" } });
 * await server.close();
 */
export async function startServer(simulation: Simulation, options: ServerOptions = {}): Promise<RunningServer> {
  return (await import("../mocks/adapters/http-server.ts")).startServer(simulation, options);
}
