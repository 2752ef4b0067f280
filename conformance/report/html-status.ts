import { markup, type Markup } from "./html-markup.ts";
import type { Result } from "./report.ts";

type Status = Result["status"];

/** Every status in the order in which a page counts them, with the sign that goes before its word. */
export const statuses: readonly (readonly [status: Status, sign: string])[] = [
  ["failed", "✗"],
  ["passed", "✓"],
  ["inconclusive", "?"],
  ["skipped", "–"],
  ["observed", "○"],
];

/** A status as sign and word: colour only goes with it. */
export function chip(status: Status): Markup {
  const sign = statuses.find(([name]) => name === status)?.[1] ?? "";
  return markup`<span class="chip ${status}"><span aria-hidden="true">${sign}</span> ${status}</span>`;
}

/** The statuses as one bar; its numbers stand beside it in words, so it says nothing to a screen reader. */
export function bar(counts: Readonly<Record<Status, number>>): Markup {
  const all = statuses.reduce((sum, [status]) => sum + counts[status], 0);
  let from = 0;
  const parts = statuses.map(([status]) => {
    const width = all === 0 ? 0 : (counts[status] / all) * 1000;
    const part = markup`<rect class="${status}" x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    from += width;
    return part;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts}</svg>`;
}
