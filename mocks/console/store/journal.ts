import { batch, computed, signal } from "@preact/signals";
import { journalReply, type Entry, type JournalPart } from "../../control/replies.ts";
import { read } from "../control.ts";
import { compileFilter, type Filter } from "../journal-filter.ts";

/** As many as the mock keeps. */
const capacity = 1000;
/** Missed calls are read once none was missed for this long. Milliseconds. */
const calmMs = 500;

/** The calls of the mock; `readAll` rejects with a ControlProblem where it does not answer. */
export function createJournal(readAll: () => Promise<JournalPart>) {
  /** All that are kept, in the order of their answers. */
  const kept = signal<readonly Entry[]>([]);
  /** How many were answered since the journal began, dropped ones included. */
  const total = signal(0);
  const search = signal("");
  const outcome = signal<Filter["outcome"]>("all");
  const selected = signal<Entry | undefined>(undefined);
  const heldAt = signal<JournalPart | undefined>(undefined);
  let arrived: Entry[] = [];
  let isAsked = false;
  let afterCalm: ReturnType<typeof setTimeout> | undefined;

  const readAnew = async (): Promise<void> => {
    arrived = [];
    const part = await readAll();
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
    if (beganAnew) reload().catch(() => undefined);
    else if (fresh.length > 0) {
      batch(() => {
        kept.value = [...kept.value, ...fresh].slice(-capacity);
        total.value += fresh.length;
      });
    }
  };

  return {
    kept,
    total,
    search,
    outcome,
    selected,
    /** The calls that are shown, newest first. */
    shown: computed(() => {
      const fits = compileFilter({ text: search.value, outcome: outcome.value });
      return (heldAt.value?.entries ?? kept.value).filter(fits).toReversed();
    }),
    /** How many came since the list was held; `undefined` where it is not. */
    held: computed(() => heldAt.value && total.value - heldAt.value.total),
    /** Reads the whole journal anew. */
    reload,
    /** Takes a call in with the next frame, together with all that came meanwhile. */
    add: (entry: Entry): void => {
      arrived.push(entry);
      // No frame comes while the page is hidden: what would be dropped anyway is not kept.
      if (arrived.length > 2 * capacity) arrived = arrived.slice(-capacity);
      if (!isAsked) requestAnimationFrame(takeIn);
      isAsked = true;
    },
    /** Counts calls that were not sent, and reads them once no more are missed. */
    miss: (calls: number): void => {
      total.value += calls;
      clearTimeout(afterCalm);
      afterCalm = setTimeout(() => void readAnew().catch(() => undefined), calmMs);
    },
    /** Keeps the list as it is while calls come in, or follows them again. */
    hold: (isHeld: boolean): void => {
      heldAt.value = isHeld ? { entries: kept.value, total: total.value, dropped: 0 } : undefined;
    },
  };
}

function isOther(entry: Entry, known: Entry | undefined): boolean {
  if (known === undefined) return false;
  return entry.at !== known.at || entry.request.path !== known.request.path || entry.reply.body !== known.reply.body;
}

export const journal = createJournal(() => read(journalReply, `GET journal?limit=${capacity}`));
