import { batch, computed, effect, signal } from "@preact/signals";
import {
  sandboxesReply,
  stateReply,
  type Account,
  type Entry,
  type Sandbox,
  type State,
} from "../../control/replies.ts";
import { read } from "../control.ts";
import { journal } from "./journal.ts";

/** The state of the mock, as it was last read. */
export const state = signal<State | undefined>(undefined);

/** Goes up whenever records, snapshots or sandboxes may have changed. */
export const changes = signal(0);

/** The sandboxes that are open. */
export const sandboxes = signal<readonly Sandbox[]>([]);

export const accounts = computed<readonly Account[]>(() => state.value?.accounts ?? []);
export const dialectValues = computed(() => state.value?.dialect.values ?? {});

/** When the state was read and what time it is now, by the page's own clock. */
const readAt = signal(0);
const tick = signal(0);

/** The simulation's time, in ISO 8601; runs with each second. */
export const shownNow = computed(() => {
  const { now, frozen } = state.value?.clock ?? { now: "", frozen: true };
  return frozen ? now : new Date(Date.parse(now) + Math.max(0, tick.value - readAt.value)).toISOString();
});

/** @throws ControlProblem where the mock does not answer */
export async function readState(): Promise<void> {
  const callsBefore = journal.total.value;
  const next = await read(stateReply, "GET state");
  batch(() => {
    state.value = next;
    readAt.value = performance.now();
    changes.value += 1;
  });
  // Fewer calls than were known when it was asked: the journal began anew.
  if (next.journal.total < callsBefore) await journal.reload();
}

/** Reads the state again, now or soon. What is wrong with the connection is seen by who holds it. */
export const noteChange = paced(250, () => readState().catch(() => undefined));

/** A write changes records, and so do some scenarios. */
export function mayChangeRecords({ request, why }: Entry): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(request.method) || why.scenarios.length > 0;
}

export async function readSandboxes(): Promise<void> {
  sandboxes.value = (await read(sandboxesReply, "GET sandboxes")).sandboxes;
}

/** Keeps the list of sandboxes in step with the mock, and keeps the shown clock running. */
export function keepUp(): void {
  effect(() => {
    if (changes.value > 0) readSandboxes().catch(() => undefined);
  });
  setInterval(() => {
    tick.value = performance.now();
  }, 1000);
}

/**
 * A task that is asked for more often than it is worth doing: done at once, then again at most once every N
 * milliseconds, never twice at the same time; a request that came meanwhile is not lost.
 */
export function paced(everyMs: number, task: () => Promise<void>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await task();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
