import { batch, computed, signal } from "@preact/signals";
import type { Entry, State } from "../control-schemas.ts";
import { client } from "./client.ts";
import { journal } from "./journal.ts";
import { paced } from "./paced.ts";

/** What is in force in the mock, as it was last read. */
export const state = signal<State | undefined>(undefined);

/** When it was read, by the page's own clock. */
export const readAt = signal(0);

/** Goes up whenever records, snapshots or sandboxes may have changed. */
export const changes = signal(0);

export const accounts = computed(() => state.value?.accounts ?? []);
export const dialectValues = computed(() => state.value?.dialect.values ?? {});

/** @throws ControlProblem where the mock does not answer */
export async function readState(): Promise<void> {
  const callsBefore = journal.total.value;
  const read = await client.state();
  batch(() => {
    state.value = read;
    readAt.value = performance.now();
    changes.value += 1;
  });
  // Fewer calls than were known when it was asked: the journal began anew.
  if (read.journal.total < callsBefore) await journal.reload();
}

/** Reads the state again, now or soon. What is wrong with the connection is seen by who holds it. */
export const noteChange = paced(250, () => readState().catch(() => undefined));

/** A write changes records, and so do some scenarios. */
export function mayChangeRecords({ request, why }: Entry): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(request.method) || why.scenarios.length > 0;
}
