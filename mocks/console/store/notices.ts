import { signal } from "@preact/signals";
import { ControlProblem } from "../../control/control-problem.ts";

/** A short message that disappears by itself. */
export interface Notice {
  readonly id: number;
  readonly kind: "done" | "problem";
  readonly text: string;
}

const shownMs = 6000;
/** More would cover the page. */
const maxShown = 3;
let last = 0;

export const notices = signal<readonly Notice[]>([]);

export function tell(text: string): void {
  show({ kind: "done", text });
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Runs an action, and shows its error. */
export async function attempt(task: () => unknown): Promise<void> {
  try {
    await task();
  } catch (error) {
    show({ kind: "problem", text: problemText(error) });
  }
}

/** The error in one sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ControlProblem)) return error instanceof Error ? error.message : "That did not work.";
  const mistakes = error.mistakes.map(({ at, problem }) => (at === "" ? problem : `${at}: ${problem}`));
  return mistakes.length === 0 ? error.message : mistakes.join("; ");
}

function show(notice: Omit<Notice, "id">): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value, { ...notice, id }].slice(-maxShown);
  setTimeout(() => dismiss(id), shownMs);
}
