import { diff } from "node:util";

/** A line of a diff: taken away, added, or between the two; `gap` stands for lines that are left out. */
export interface DiffLine {
  readonly kind: "removed" | "added" | "same" | "gap";
  readonly text: string;
}

const context = 2;

/** The lines in which two texts differ, with two on each side; line breaks are no difference. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const lines = diff(linesOf(before), linesOf(after)).map(([side, text]): DiffLine => ({
    kind: side > 0 ? "removed" : side < 0 ? "added" : "same",
    text,
  }));
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same");
  return lines.flatMap((line, index) => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) && index < lines.length - 1 ? [{ kind: "gap", text: "…" } as const] : [];
  });
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
