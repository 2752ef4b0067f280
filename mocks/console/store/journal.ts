import { batch, computed, signal } from "@preact/signals";
import { journalReply, type Entry, type JournalPart } from "../../control/replies.ts";
import { read } from "../control.ts";
import { compileFilter, type Filter } from "../journal-filter.ts";

/** The same maximum as the mock's. */
const capacity = 1000;
/** Missed requests are read after a pause of this length. Milliseconds. */
const calmMs = 500;

/** The requests of the mock; `readAll` rejects with a ControlProblem if it does not respond. */
export function createJournal(readAll: () => Promise<JournalPart>) {
  /** All kept requests, in the order of their responses. */
  const kept = signal<readonly Entry[]>([]);
  /** The number of requests since the journal began, including dropped ones. */
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
    // Requests are numbered from 1 again after a reset.
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
    /** The visible requests, newest first. */
    shown: computed(() => {
      const fits = compileFilter({ text: search.value, outcome: outcome.value });
      return (heldAt.value?.entries ?? kept.value).filter(fits).toReversed();
    }),
    /** The number of requests since the list was paused; `undefined` if it is not paused. */
    held: computed(() => heldAt.value && total.value - heldAt.value.total),
    /** Reads the whole journal again. */
    reload,
    /** Adds a request with the next frame, together with all that arrive before it. */
    add: (entry: Entry): void => {
      arrived.push(entry);
      // A hidden page has no frames, so more than the maximum is not buffered.
      if (arrived.length > 2 * capacity) arrived = arrived.slice(-capacity);
      if (!isAsked) requestAnimationFrame(takeIn);
      isAsked = true;
    },
    /** Counts requests that were not sent, and reads them after a pause. */
    miss: (calls: number): void => {
      total.value += calls;
      clearTimeout(afterCalm);
      afterCalm = setTimeout(() => void readAnew().catch(() => undefined), calmMs);
    },
    /** Pauses the list, or continues it. */
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
