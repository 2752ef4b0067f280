import { expect } from "vitest";
import type { Simulation } from "../simulation/simulation.ts";
import type { TestCaller } from "../simulation/caller.fixture.ts";
import { recordingText, parseRecording, type Recording } from "../simulation/recorder/recording.ts";
import { openRecording, redo } from "../recording/open-recording.ts";
import { callOf } from "../simulation/recorder/recorder.ts";
import { replay, type Outcome } from "./replay.ts";

/** As if read from a file. */
export function throughFile(simulation: Simulation): Recording {
  const value: unknown = JSON.parse(recordingText(simulation.recording("1.2.3")));
  return parseRecording({ path: "test.json", value, position: () => "test.json" });
}

export async function outcomesOf(recording: Recording): Promise<readonly Outcome[]> {
  const outcomes = [];
  for await (const outcome of replay(recording)) outcomes.push(outcome);
  return outcomes;
}

/** The requests of a simulation whose replayed responses differ. */
export async function different(simulation: Simulation): Promise<readonly Outcome[]> {
  const recording = throughFile(simulation);
  const outcomes = await outcomesOf(recording);
  expect(outcomes).toHaveLength(recording.steps.filter((step) => "call" in step).length);
  return outcomes.filter(({ differences }) => differences.length > 0);
}

/** The recording of a simulation that repeats the steps of a recording. */
export async function recordedAgain(recording: Recording): Promise<Recording> {
  const simulation = await openRecording(recording);
  for (const step of recording.steps) {
    if ("call" in step) {
      simulation.clock.freeze(step.call.at);
      await simulation.answer(callOf(step.call));
    } else await redo(step, simulation);
  }
  return throughFile(simulation);
}

/** Creates a user. @returns its id */
export async function create(caller: TestCaller, name: string): Promise<string> {
  const reply = await caller.create({ email: `${name}@new.example`, name });
  return String(reply.why.created);
}
