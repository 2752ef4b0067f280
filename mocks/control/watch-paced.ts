import type { Journal } from "../journal/journal.ts";
import type { Watcher } from "./control.ts";

/** What to watch. */
export interface Watched {
  readonly journal: Pick<Journal, "total" | "subscribe">;
  readonly onChange: (listener: () => void) => () => void;
}

/** Schedules a task for the end of the current burst. @returns a function that cancels it */
export type AfterBurst = (task: () => void) => () => void;

/** Above this, only the number of requests in a burst is sent. */
const maxCalls = 20;

/**
 * Notifies a watcher of requests and changes as they happen. Of a burst, it sends the first requests and the number of
 * the rest, so that an open console does not slow down a mock under load.
 * @returns a function that stops watching
 */
export function watchPaced({ journal, onChange }: Watched, watcher: Watcher, afterBurst: AfterBurst): () => void {
  let sent = 0;
  let hasChanged = false;
  let leaveJournal: (() => void) | undefined;
  let totalAtLeave = 0;
  let callOff: (() => void) | undefined;

  const follow = (): void => {
    leaveJournal = journal.subscribe((entry) => {
      callOff ??= afterBurst(endBurst);
      sent += 1;
      watcher.call(entry);
      if (sent < maxCalls) return;
      leaveJournal?.();
      leaveJournal = undefined;
      totalAtLeave = journal.total;
    });
  };
  const noteChange = (): void => {
    hasChanged = callOff !== undefined;
    if (hasChanged) return;
    callOff = afterBurst(endBurst);
    watcher.change();
  };
  const endBurst = (): void => {
    callOff = undefined;
    sent = 0;
    if (leaveJournal === undefined) {
      // A journal that was cleared in the meantime counts from 0 again.
      const missed = journal.total < totalAtLeave ? journal.total : journal.total - totalAtLeave;
      follow();
      if (missed > 0) watcher.missed(missed);
    }
    if (!hasChanged) return;
    hasChanged = false;
    noteChange();
  };

  follow();
  const leaveChanges = onChange(noteChange);
  return () => {
    leaveChanges();
    leaveJournal?.();
    callOff?.();
  };
}
