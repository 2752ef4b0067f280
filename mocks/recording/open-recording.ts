import { frozenClock } from "../service/clock.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import type { Recording } from "../simulation/recorder/recording.ts";
import type { CallStep, Step } from "../simulation/recorder/recording.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { bodyOf, callOf } from "../simulation/recorder/recorder.ts";

/**
 * A simulation as it was before the first step of a recording. Its clock is frozen: set it to the time of each request.
 * @throws InputError if world and dialect are incompatible, or a scenario is unknown
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
 * Repeats a step that is not a request.
 * @throws InputError if a scenario is unknown, or the records differ from those recorded
 */
export async function redo(step: Exclude<Step, CallStep>, simulation: Simulation): Promise<void> {
  if ("use" in step) simulation.use(step.use);
  else if ("edit" in step) await simulation.edits.apply(step.edit);
  else await simulation.restore(step.restore);
}

/** What a test written from a recording needs of it. */
export interface RecordedSteps {
  /** The body of a request, by its number. @throws InputError if the number is unknown */
  body(call: number): Uint8Array<ArrayBuffer>;
  /** The response to a request, by its number. @throws InputError if the number is unknown */
  reply(call: number): { readonly status: number; readonly body: string };
  /**
   * Repeats a step on the simulation itself: an edit, a restored snapshot, a request that no page can send.
   * @param index of the step, from 0
   * @throws InputError if there is no such step, or the records differ from those recorded
   */
  redo(index: number, simulation: Simulation): Promise<void>;
}

export function recordedSteps({ steps }: Recording): RecordedSteps {
  const find = (number: number): CallStep => {
    const found = steps.find((step): step is CallStep => "call" in step && step.call.number === number);
    if (found !== undefined) return found;
    throw new InputError("the recording", [{ at: `request ${number}`, problem: "unknown request number" }]);
  };
  return {
    body: (number) => bodyOf(find(number).call),
    reply: (number) => find(number).reply,
    redo: async (index, simulation) => {
      const step = steps[index];
      if (step === undefined) {
        throw new InputError("the recording", [
          { at: `steps[${index}]`, problem: `there are only ${steps.length} steps` },
        ]);
      }
      if ("call" in step) await simulation.answer(callOf(step.call));
      else await redo(step, simulation);
    },
  };
}
