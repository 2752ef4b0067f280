import { expect } from "vitest";
import type { Simulation } from "../simulation/simulation.ts";
import type { TestCaller } from "../simulation/caller.fixture.ts";
import { capsuleText, parseCapsule, type Capsule } from "../simulation/recording/capsule.ts";
import { openCapsule, redo } from "../capsule/open-capsule.ts";
import { callOf } from "../simulation/recording/recorded-call.ts";
import { replay, type Outcome } from "./replay.ts";

/** As it comes out of a file. */
export function throughFile(simulation: Simulation): Capsule {
  const value: unknown = JSON.parse(capsuleText(simulation.capsule("1.2.3")));
  return parseCapsule({ path: "test.json", value, position: () => "test.json" });
}

export async function outcomesOf(capsule: Capsule): Promise<readonly Outcome[]> {
  const outcomes = [];
  for await (const outcome of replay(capsule)) outcomes.push(outcome);
  return outcomes;
}

/** The calls of a simulation that are not answered the same when they are made again. */
export async function different(simulation: Simulation): Promise<readonly Outcome[]> {
  const capsule = throughFile(simulation);
  const outcomes = await outcomesOf(capsule);
  expect(outcomes).toHaveLength(capsule.steps.filter((step) => "call" in step).length);
  return outcomes.filter(({ differences }) => differences.length > 0);
}

/** What a simulation records that does the steps of a capsule. */
export async function recordedAgain(capsule: Capsule): Promise<Capsule> {
  const simulation = await openCapsule(capsule);
  for (const step of capsule.steps) {
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
