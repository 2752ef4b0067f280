import { signal } from "@preact/signals";
import { ControlProblem } from "../control-problem.ts";

/** A short message that goes away by itself. */
export interface Notice {
  readonly id: number;
  readonly kind: "done" | "problem";
  readonly text: string;
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const shownMs = 6000;
/** More would cover the page. */
const most = 3;
let last = 0;

export const notices = signal<readonly Notice[]>([]);

export function tell(text: string, action?: Notice["action"]): void {
  show({ kind: "done", text, ...(action === undefined ? {} : { action }) });
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Does something, and shows what is wrong where it cannot be done. @returns whether it was done */
export async function attempt(task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    show({ kind: "problem", text: problemText(error) });
    return false;
  }
}

/** What is wrong, in one sentence. */
export function problemText(error: unknown): string {
  if (!(error instanceof ControlProblem)) return error instanceof Error ? error.message : "It could not be done.";
  const mistakes = error.mistakes.map(({ at, problem }) => (at === "" ? problem : `${at}: ${problem}`));
  return mistakes.length === 0 ? error.message : mistakes.join("; ");
}

function show(notice: Omit<Notice, "id">): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value, { ...notice, id }].slice(-most);
  setTimeout(() => dismiss(id), shownMs);
}
