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

/** The state of the mock, as last read. */
export const state = signal<State | undefined>(undefined);

/** Increases whenever records, snapshots or sandboxes may have changed. */
export const changes = signal(0);

/** The open sandboxes. */
export const sandboxes = signal<readonly Sandbox[]>([]);

export const accounts = computed<readonly Account[]>(() => state.value?.accounts ?? []);
export const dialectValues = computed(() => state.value?.dialect.values ?? {});

/** When the state was read and the current time, by the page's clock. */
const readAt = signal(0);
const tick = signal(0);

/** The simulation's time in ISO 8601, updated every second. */
export const displayedTime = computed(() => {
  const { now, frozen } = state.value?.clock ?? { now: "", frozen: true };
  return frozen ? now : new Date(Date.parse(now) + Math.max(0, tick.value - readAt.value)).toISOString();
});

/** @throws ControlProblem if the mock does not respond */
export async function readState(): Promise<void> {
  const callsBefore = journal.total.value;
  const next = await read(stateReply, "GET state");
  batch(() => {
    state.value = next;
    readAt.value = performance.now();
    changes.value += 1;
  });
  // Fewer requests than already known: the journal was cleared.
  if (next.journal.total < callsBefore) await journal.reload();
}

/** Reads the state again, now or soon. Connection errors are handled by the connection. */
export const noteChange = paced(250, () => readState().catch(() => undefined));

/** Writes change records, and so do some scenarios. */
export function mayChangeRecords({ request, why }: Entry): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(request.method) || why.scenarios.length > 0;
}

async function readSandboxes(): Promise<void> {
  sandboxes.value = (await read(sandboxesReply, "GET sandboxes")).sandboxes;
}

/** Keeps the list of sandboxes up to date, and the clock running. */
export function keepUp(): void {
  effect(() => {
    if (changes.value > 0) readSandboxes().catch(() => undefined);
  });
  setInterval(() => {
    tick.value = performance.now();
  }, 1000);
}

/**
 * Throttles a task: runs it at once, then at most once every N milliseconds, never twice at the same time. A call
 * during the task runs it again.
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
