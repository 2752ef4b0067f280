import { hashText } from "../../fixtures/values/random.ts";
import type { Simulation } from "../simulation/simulation.ts";

/**
 * Keeps records, ids and clock of a simulation across reloads, in the tab's `sessionStorage`, but not scenarios and
 * journal. A page with another world, dialect or seed starts anew.
 * @returns a function that stops this
 */
export async function persist(simulation: Simulation): Promise<() => void> {
  const { world, dialect, seed } = simulation;
  const key = `orgkit-${hashText(JSON.stringify([world, dialect, seed])).toString(36)}`;
  await attempt("read", async () => {
    const text = sessionStorage.getItem(key);
    if (text !== null) await simulation.restore(JSON.parse(text));
  });
  const save = (): void =>
    void attempt("kept", async () => sessionStorage.setItem(key, JSON.stringify(simulation.snapshot())));
  addEventListener("pagehide", save);
  return () => removeEventListener("pagehide", save);
}

/** The page must work even if the storage is full or forbidden, or the snapshot is of another version. */
async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`[orgkit] The mock's records could not be ${what} in sessionStorage: ${reason}`);
  }
}
