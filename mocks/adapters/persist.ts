import { hashText } from "../service/identifiers.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { snapshotSchema } from "../simulation/snapshot.ts";

/**
 * Keeps what a simulation holds in the tab's `sessionStorage` over reloads: records, ids and clock, but neither
 * scenarios nor journal. A page that starts from another world, dialect or seed begins anew.
 * @returns what ends it
 */
export async function persist(simulation: Simulation): Promise<() => void> {
  const { world, dialect, seed } = simulation.recording("");
  const key = `orgkit-${hashText(JSON.stringify([world, dialect, seed])).toString(36)}`;
  await attempt("read", async () => {
    const held = sessionStorage.getItem(key);
    if (held !== null) await simulation.restore(snapshotSchema.parse(JSON.parse(held)));
  });
  const save = (): void =>
    void attempt("kept", async () => sessionStorage.setItem(key, JSON.stringify(simulation.snapshot())));
  addEventListener("pagehide", save);
  return () => removeEventListener("pagehide", save);
}

/** A full or forbidden storage, or a snapshot of another version, must not keep the page from working. */
async function attempt(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`[orgkit] The mock's records could not be ${what} in sessionStorage: ${reason}`);
  }
}
