import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Entry, JournalPart } from "../control-schemas.ts";
import { compileFilter, type Filter } from "../journal-filter.ts";
import { calm } from "./calm.ts";
import { client } from "./client.ts";

/** As many as the mock keeps. */
const capacity = 1000;

export interface JournalStore {
  /** The calls that are shown, newest first. */
  readonly shown: ReadonlySignal<readonly Entry[]>;
  /** All that are kept, in the order of their answers. */
  readonly kept: ReadonlySignal<readonly Entry[]>;
  /** How many were answered since the journal began, dropped ones included. */
  readonly total: ReadonlySignal<number>;
  readonly filter: Signal<Filter>;
  readonly selected: Signal<Entry | undefined>;
  /** How many came since the list was held; `undefined` where it is not. */
  readonly held: ReadonlySignal<number | undefined>;
  /** Reads the whole journal anew. @throws ControlProblem where the mock does not answer */
  reload(): Promise<void>;
  /** Takes a call in with the next frame, together with all that came meanwhile. */
  add(entry: Entry): void;
  /** Counts calls that were not told of, and reads them once no more are missed. */
  miss(calls: number): void;
  /** Keeps the list as it is while calls go on. */
  hold(): void;
  follow(): void;
}

export interface JournalStoreOptions {
  /** Does a task once, before the page is drawn again. */
  readonly nextFrame: (task: () => void) => void;
  /** Does a task once it was not asked for again for a while. */
  readonly onceCalm: (task: () => void) => void;
  readonly read: () => Promise<JournalPart>;
}

export const noFilter: Filter = { text: "", outcome: "all" };

export function createJournalStore({ nextFrame, onceCalm, read }: JournalStoreOptions): JournalStore {
  const kept = signal<readonly Entry[]>([]);
  const total = signal(0);
  const filter = signal<Filter>(noFilter);
  const selected = signal<Entry | undefined>(undefined);
  const heldAt = signal<{ readonly entries: readonly Entry[]; readonly total: number } | undefined>(undefined);
  let arrived: Entry[] = [];
  let isAsked = false;

  const shown = computed(() => {
    const fits = compileFilter(filter.value);
    return (heldAt.value?.entries ?? kept.value).filter(fits).toReversed();
  });

  const readAnew = async (): Promise<void> => {
    arrived = [];
    const part = await read();
    batch(() => {
      kept.value = part.entries;
      total.value = part.total;
      if (part.entries.length === 0) selected.value = undefined;
    });
  };

  const reload = async (): Promise<void> => {
    await readAnew();
    heldAt.value = undefined;
  };

  const takeIn = (): void => {
    isAsked = false;
    const known = new Map(kept.value.map((entry) => [entry.number, entry]));
    const fresh = arrived.filter(({ number }) => !known.has(number));
    // Calls are numbered from 1 again after a reset.
    const beganAnew = arrived.some((entry) => isOther(entry, known.get(entry.number)));
    arrived = [];
    if (beganAnew) void reload().catch(() => undefined);
    else if (fresh.length > 0) {
      batch(() => {
        kept.value = [...kept.value, ...fresh].slice(-capacity);
        total.value += fresh.length;
      });
    }
  };

  return {
    shown,
    kept,
    total,
    filter,
    selected,
    held: computed(() => (heldAt.value === undefined ? undefined : total.value - heldAt.value.total)),
    reload,
    add: (entry) => {
      arrived.push(entry);
      // No frame comes while the page is hidden: what would be dropped anyway is not kept.
      if (arrived.length > 2 * capacity) arrived = arrived.slice(-capacity);
      if (isAsked) return;
      isAsked = true;
      nextFrame(takeIn);
    },
    miss: (calls) => {
      total.value += calls;
      onceCalm(() => void readAnew().catch(() => undefined));
    },
    hold: () => {
      heldAt.value = { entries: kept.value, total: total.value };
    },
    follow: () => {
      heldAt.value = undefined;
    },
  };
}

function isOther(entry: Entry, known: Entry | undefined): boolean {
  if (known === undefined) return false;
  return entry.at !== known.at || entry.request.path !== known.request.path || entry.reply.body !== known.reply.body;
}

export const journal = createJournalStore({
  nextFrame: (task) => requestAnimationFrame(task),
  onceCalm: calm(500),
  read: () => client.journal(),
});
