import { InputError } from "../../fixtures/input-error.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { Recording } from "../simulation/recorder/recording.ts";
import { differences } from "./differences.ts";
import { openRecording, redo } from "../recording/open-recording.ts";
import { callOf } from "../simulation/recorder/recorded-call.ts";
import { openAdapter, type OpenAdapter, type ReplayAdapter } from "./adapters.ts";
import { targetOf } from "./sendable.ts";
import type { CallStep, Step } from "../simulation/recorder/step.ts";

/** What came of one step: every call, and any other step that could not be done again. */
export interface Outcome {
  /** `3 POST /api/v1/users`, or what else was to be done. */
  readonly what: string;
  /** How the call was answered when it was recorded: a status, or how its reply ended. */
  readonly recorded: string;
  /** In words, in what the reply is not what it was; empty where it is the same, byte for byte. */
  readonly differences: readonly string[];
  /** Why the call was not sent through the adapter, but given to the simulation; absent where it was. */
  readonly unsent?: string;
}

/**
 * Does the steps of a recording again, on a simulation of its own, through an adapter; delays are not waited for.
 * @throws InputError where world and dialect do not go together, or a scenario is not known
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
  // Given to the simulation all the same: the calls after it rest on what it did.
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
