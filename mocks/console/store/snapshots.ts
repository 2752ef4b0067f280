import { effect, signal } from "@preact/signals";
import type { Snapshot } from "../control-schemas.ts";
import { client } from "./client.ts";
import { changes, noteChange } from "./mock-state.ts";
import { attempt, tell } from "./notices.ts";

/** The snapshots that were saved. */
export const snapshots = signal<readonly Snapshot[]>([]);

async function read(): Promise<void> {
  snapshots.value = await client.snapshots();
}

/** Keeps the list in step with the mock while it is shown. @returns what ends it */
export function followSnapshots(): () => void {
  return effect(() => {
    if (changes.value >= 0) read().catch(() => undefined);
  });
}

/** @throws ControlProblem where the name is none */
export async function save(name: string): Promise<void> {
  await client.saveSnapshot(name);
  await read();
  tell(`Saved ${name}.`);
}

export function restore(name: string): Promise<boolean> {
  return attempt(async () => {
    await client.restoreSnapshot(name);
    noteChange();
    tell(`Records, ids and clock are as in ${name}.`);
  });
}

export function drop(name: string): Promise<boolean> {
  return attempt(async () => {
    await client.dropSnapshot(name);
    await read();
    tell(`Deleted ${name}.`);
  });
}
