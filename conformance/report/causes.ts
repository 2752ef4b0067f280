import { inRanges } from "./overview.ts";
import type { Result } from "./report.ts";

/** A fault that breaks several requirements of an operation. */
interface Cause {
  /** The requirements that fail because of it in any case. */
  readonly breaks: readonly string[];
  /** Those that may fail because of it, too. */
  readonly mayBreak: RegExp;
  /** In words, to follow the operation. */
  readonly words: string;
}

/** Causes, those that explain most first. */
const causes: readonly Cause[] = [
  {
    breaks: ["AUTH-02", "AUTH-04", "SCOPE-01"],
    mayBreak: /^(?:AUTH-(?!01|08|09)|SCOPE-01)/,
    words: "responds without looking at `Authorization`: nothing is authenticated, or a cache ignores the header",
  },
  {
    breaks: ["AUTH-02", "AUTH-04"],
    mayBreak: /^AUTH-(?!01|08|09)/,
    words: "responds without looking at `Authorization`",
  },
  { breaks: ["AUTH-04", "AUTH-05"], mayBreak: /^AUTH-(?:04|05|06)/, words: "accepts any token" },
  {
    breaks: ["AUTH-06", "AUTH-07"],
    mayBreak: /^AUTH-(?:06|07|10)/,
    words: "accepts the token wherever it stands in the request",
  },
  { breaks: ["PAGE-01", "TOTAL-01"], mayBreak: /^(?:PAGE|TOTAL)-01/, words: "has pages that are not one list" },
  { breaks: ["ENV-02", "ENV-03"], mayBreak: /^ENV-/, words: "has no envelope" },
];

/** One line for several failures that have the same cause: the cause, and the requirements that it breaks. */
export function commonCauses(failures: readonly Result[]): readonly string[] {
  const lines: { readonly operation: string; readonly words: string; readonly broken: string }[] = [];
  for (const [operation, own] of Map.groupBy(failures, (failure) => failure.operation)) {
    let left = own;
    for (const { breaks, mayBreak, words } of causes) {
      if (!breaks.every((id) => left.some((failure) => failure.id === id))) continue;
      lines.push({ operation, words, broken: inRanges(left.filter(({ id }) => mayBreak.test(id))) });
      left = left.filter(({ id }) => !mayBreak.test(id));
    }
  }
  return [...Map.groupBy(lines, ({ words, broken }) => `${words} (${broken})`)].map(
    ([text, same]) => `${same.map(({ operation }) => operation).join(", ")}: ${text}`,
  );
}
