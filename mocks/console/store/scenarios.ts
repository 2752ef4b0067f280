import { computed, signal } from "@preact/signals";
import type { ScenarioKind } from "../control-schemas.ts";
import { nameIn } from "../scenario-text.ts";
import { client } from "./client.ts";
import { readState, state } from "./mock-state.ts";

/** Every scenario there is; they do not change while the mock runs. */
export const kindsOfScenario = signal<readonly ScenarioKind[]>([]);

/** Those in force, as they are written, the outermost first. */
export const active = computed(() => state.value?.scenarios ?? []);

export async function readScenarios(): Promise<void> {
  kindsOfScenario.value = await client.scenarios();
}

let last: Promise<void> = Promise.resolve();

/**
 * Changes what is in force, one change after the other: each knows what the one before it did.
 * @throws ControlProblem where one cannot be used, and changes nothing
 */
export function changeScenarios(change: (texts: readonly string[]) => readonly string[]): Promise<void> {
  const before = last;
  const mine = async (): Promise<void> => {
    await before;
    await client.useScenarios(change(active.value));
    await readState();
  };
  const done = mine();
  last = done.catch(() => undefined);
  return done;
}

/** Puts a scenario in force in the place of the one of its name, or after all others. */
export function put(text: string): Promise<void> {
  return changeScenarios((texts) => {
    const index = texts.findIndex((other) => nameIn(other) === nameIn(text));
    return index < 0 ? [...texts, text] : texts.with(index, text);
  });
}

/** Ends the scenarios of a name. */
export function end(name: string): Promise<void> {
  return changeScenarios((texts) => texts.filter((text) => nameIn(text) !== name));
}
