import { InputError } from "../../fixtures/input-error.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { Recording } from "../simulation/recorder/recording.ts";
import { differences } from "./differences.ts";
import { openRecording, redo } from "../recording/open-recording.ts";
import { callOf } from "../simulation/recorder/recorder.ts";
import { openAdapter, type OpenAdapter, type ReplayAdapter } from "./adapters.ts";
import { targetOf } from "./sendable.ts";
import type { CallStep, Step } from "../simulation/recorder/recording.ts";

/** The result of one step: each request, and any other step that failed. */
export interface Outcome {
  /** `3 POST /api/v1/users`, or the name of another step. */
  readonly what: string;
  /** The recorded response: its status, or how its delivery failed. */
  readonly recorded: string;
  /** The differences of the responses; empty if they are the same, byte for byte. */
  readonly differences: readonly string[];
  /** Why the request went to the simulation directly instead of through the adapter; absent if it did not. */
  readonly unsent?: string;
}

/**
 * Repeats the steps of a recording on a simulation of its own, through an adapter. Delays are skipped.
 * @throws InputError if world and dialect are incompatible, or a scenario is unknown
 */
export async function* replay(recording: Recording, name: ReplayAdapter = "simulation"): AsyncGenerator<Outcome, void> {
  const simulation = await openRecording(recording);
  const adapter = await openAdapter(name, simulation);
  try {
    for (const step of recording.steps) {
      const outcome = await ("call" in step ? callAgain(step, simulation, adapter) : redone(step, simulation));
      if (outcome !== undefined) yield outcome;
    }
  } finally {
    await adapter.close();
  }
}

async function callAgain({ call, reply }: CallStep, simulation: Simulation, adapter: OpenAdapter): Promise<Outcome> {
  simulation.clock.freeze(call.at);
  const what = `${call.number} ${call.method} ${targetOf(call)}`;
  const recorded = reply.delivery?.end ?? String(reply.status);
  const unsent = adapter.notSendable(call);
  if (unsent === undefined) {
    return { what, recorded, differences: differences(adapter.expected(reply), await adapter.send(call)) };
  }
  // Sent to the simulation anyway: later requests depend on its effects.
  return { what, recorded, differences: differences(reply, await simulation.answer(callOf(call))), unsent };
}

async function redone(step: Exclude<Step, CallStep>, simulation: Simulation): Promise<Outcome | undefined> {
  try {
    await redo(step, simulation);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError) || "use" in step) throw error;
    const what = "edit" in step ? `edit of ${step.edit.place.kind} of ${step.edit.place.account}` : "restored snapshot";
    return { what, recorded: "done", differences: error.mistakes.map(({ at, problem }) => `${at}: ${problem}`) };
  }
}
