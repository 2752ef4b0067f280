/** Characters that a reader does not see, or that turn the text around them: they are shown by their name. */
const unseen = /(?![\n\t])\p{Cc}|[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

const plain = /^[\n\t -~]*$/;

/** Where a line begins so, runners of GitHub and Azure take it for a command; Azure anywhere in it. */
const commands = /^(\s*:)(?=:)|(#)(?=#\w*\[)/gm;

/**
 * A text from a file or a target, for a terminal or a report: with every character visible, control characters as their
 * pictures (␀ ␛), the rest of the unseen as `⟨U+202E⟩`, a lone half of a pair as �, and nothing that a CI runner takes
 * for a command. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  if (plain.test(text) && !text.includes("::") && !text.includes("##")) return text;
  return text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(unseen, nameOf).replaceAll(commands, "$1$2 ");
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** The same on one line, cut to a length. */
export function visibleLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = visible(text).replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
