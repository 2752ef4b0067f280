import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { State } from "../../mocks/state/state.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";

/** What a mock is started from. */
export interface StartedFrom {
  readonly world: World;
  readonly dialect: Dialect;
}

/**
 * Keeps a simulation in a file, where one is named; loaded only then. On standard error it is said when it cannot.
 * @throws InputError where the file cannot be used
 */
export async function openMockState(
  path: string | undefined,
  simulation: Simulation,
  { world, dialect }: StartedFrom,
): Promise<State | undefined> {
  if (path === undefined) return undefined;
  const { openState } = await import("../../mocks/state/state.ts");
  const failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      error === undefined ? "The state is saved again\n" : `No call is answered until it can be saved: ${reason}\n`,
    );
  };
  return openState({ path, simulation, world, dialect, failed });
}
