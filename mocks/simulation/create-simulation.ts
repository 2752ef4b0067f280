import type { Simulation, SimulationOptions } from "./simulation.ts";

/**
 * Starts a simulation.
 * @throws InputError if world, dialect or an option is invalid, with the place of each mistake, or they are incompatible
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  // Loads the simulation only when called, so that applications which may run on a mock do not bundle it.
  return (await import("./live-simulation.ts")).openSimulation(options);
}
