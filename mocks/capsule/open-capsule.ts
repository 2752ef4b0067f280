import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import type { Capsule } from "../simulation/recording/capsule.ts";
import type { CallStep, Step } from "../simulation/recording/step.ts";

/**
 * A simulation as that of a capsule stood before the first step. Its clock stands still: freeze it at the moment of
 * each call.
 * @throws InputError where world and dialect do not go together, or a scenario is not known
 */
export function openCapsule(capsule: Capsule): Promise<Simulation> {
  const { world, dialect, seed, startedAt, scenarios, sandbox, from } = capsule;
  return createSimulation({
    world,
    dialect,
    seed,
    scenarios,
    clock: frozenClock(startedAt),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(from === undefined ? {} : { from }),
  });
}

/**
 * Does what was done between calls.
 * @throws InputError where a scenario is not known, or the records are not those there were
 */
export async function redo(step: Exclude<Step, CallStep>, simulation: Simulation): Promise<void> {
  if ("use" in step) simulation.use(step.use);
  else if ("edit" in step) await simulation.edits.apply(step.edit);
  else await simulation.restore(step.restore);
}
