import type { Journal } from "../journal/journal.ts";
import type { Watcher } from "./control.ts";

/** What is watched. */
export interface Watched {
  readonly journal: Pick<Journal, "total" | "subscribe">;
  readonly onChange: (listener: () => void) => () => void;
}

/** Does a task once the time of one burst is over. @returns what calls it off */
export type AfterBurst = (task: () => void) => () => void;

/** Of more calls in one burst only the number is sent. */
const maxCalls = 20;

/**
 * Tells a watcher of calls and changes as they happen; of a burst, of the first calls whole and of the others how
 * many there were, so that a console that is open costs a mock under load nothing.
 * @returns what ends it
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
      // A journal that was cleared meanwhile counts from nothing again.
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
