import { InputError } from "../../fixtures/input-error.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { Capsule } from "../simulation/recording/capsule.ts";
import { redo } from "./open-capsule.ts";
import { bodyOf, callOf } from "../simulation/recording/recorded-call.ts";
import type { CallStep } from "../simulation/recording/step.ts";

/** What a test that was written from a capsule asks it for. */
export interface RecordedCapsule {
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

export function recordedCapsule({ steps }: Capsule): RecordedCapsule {
  const find = (number: number): CallStep => {
    const found = steps.find((step): step is CallStep => "call" in step && step.call.number === number);
    if (found !== undefined) return found;
    throw new InputError("Capsule", [{ at: `call ${number}`, problem: "there is none of this number" }]);
  };
  return {
    body: (number) => bodyOf(find(number).call),
    reply: (number) => find(number).reply,
    redo: async (index, simulation) => {
      const step = steps[index];
      if (step === undefined) {
        throw new InputError("Capsule", [{ at: `steps[${index}]`, problem: `there are only ${steps.length} steps` }]);
      }
      if ("call" in step) await simulation.answer(callOf(step.call));
      else await redo(step, simulation);
    },
  };
}
