import { computed } from "@preact/signals";
import { ask } from "../control.ts";
import { nameIn } from "../scenario-text.ts";
import { readState, state } from "./mock.ts";

/** The scenarios in force, as they are written, the outermost first. */
export const active = computed<readonly string[]>(() => state.value?.scenarios ?? []);

let last: Promise<void> = Promise.resolve();

/**
 * Changes what is in force, one change after the other: each knows what the one before it did.
 * @throws ControlProblem where one cannot be used, and changes nothing
 */
export function changeScenarios(change: (texts: readonly string[]) => readonly string[]): Promise<void> {
  const before = last;
  const mine = async (): Promise<void> => {
    await before;
    await ask("PUT scenarios", { active: change(active.value) });
    await readState();
  };
  const done = mine();
  last = done.catch(() => undefined);
  return done;
}

/** Activates a scenario in the place of the one of its name, or after all others. */
export function put(text: string): Promise<void> {
  return changeScenarios((texts) => {
    const index = texts.findIndex((other) => nameIn(other) === nameIn(text));
    return index < 0 ? [...texts, text] : texts.with(index, text);
  });
}
