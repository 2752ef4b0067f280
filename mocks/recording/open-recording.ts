import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import type { Recording } from "../simulation/recorder/recording.ts";
import type { CallStep, Step } from "../simulation/recorder/step.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { bodyOf, callOf } from "../simulation/recorder/recorded-call.ts";

/**
 * A simulation as that of a recording stood before the first step. Its clock stands still: freeze it at the time of
 * each call.
 * @throws InputError where world and dialect do not go together, or a scenario is not known
 */
export function openRecording(recording: Recording): Promise<Simulation> {
  const { world, dialect, seed, startedAt, scenarios, sandbox, from } = recording;
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

/** What a test that was written from a recording asks it for. */
export interface RecordedSteps {
  /** The body of a call, by its number. @throws InputError where there is no such call */
  body(call: number): Uint8Array<ArrayBuffer>;
  /** What a call was answered, by its number. @throws InputError where there is no such call */
  reply(call: number): { readonly status: number; readonly body: string };
  /**
   * Does a step again, on the simulation itself: an edit, a snapshot put back, a call no page can make.
   * @param index of the step, from 0
   * @throws InputError where there is no such step, or the records are not those there were
   */
  redo(index: number, simulation: Simulation): Promise<void>;
}

export function recordedSteps({ steps }: Recording): RecordedSteps {
  const find = (number: number): CallStep => {
    const found = steps.find((step): step is CallStep => "call" in step && step.call.number === number);
    if (found !== undefined) return found;
    throw new InputError("Recording", [{ at: `request ${number}`, problem: "unknown request number" }]);
  };
  return {
    body: (number) => bodyOf(find(number).call),
    reply: (number) => find(number).reply,
    redo: async (index, simulation) => {
      const step = steps[index];
      if (step === undefined) {
        throw new InputError("Recording", [{ at: `steps[${index}]`, problem: `there are only ${steps.length} steps` }]);
      }
      if ("call" in step) await simulation.answer(callOf(step.call));
      else await redo(step, simulation);
    },
  };
}
