import { effect, signal } from "@preact/signals";
import type { Sandbox } from "../control-schemas.ts";
import { client } from "./client.ts";
import { changes } from "./mock-state.ts";

/** The sandboxes that are open. */
export const sandboxes = signal<readonly Sandbox[]>([]);

export async function readSandboxes(): Promise<void> {
  sandboxes.value = await client.sandboxes();
}

/** Keeps the list in step with the mock. @returns what ends it */
export function followSandboxes(): () => void {
  return effect(() => {
    if (changes.value > 0) readSandboxes().catch(() => undefined);
  });
}
