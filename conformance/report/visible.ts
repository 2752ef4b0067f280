/** Invisible characters, and those that reverse text: they are shown by name. */
const unseen = /(?![\n\t])\p{Cc}|[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

const plain = /^[\n\t -~]*$/;

/** CI runners of GitHub and Azure take a line that starts like this for a command; Azure also inside a line. */
const commands = /^(\s*:)(?=:)|(#)(?=#\w*\[)/gm;

/**
 * A text from a file or a target, made safe for a terminal or a report: control characters become symbols (␀ ␛), other
 * invisible ones `⟨U+202E⟩`, a lone surrogate �, and CI runners find no command in it. Line breaks and tabs stay.
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

/** Copies JSON data with its texts changed. Shared values, such as exchanges in a report, are copied once. */
export function mapTexts<Data>(data: Data, change: (text: string) => string, copies?: Map<unknown, unknown>): Data;
export function mapTexts(
  data: unknown,
  change: (text: string) => string,
  copies = new Map<unknown, unknown>(),
): unknown {
  if (typeof data === "string") return change(data);
  if (typeof data !== "object" || data === null) return data;
  const copy =
    copies.get(data) ??
    (Array.isArray(data)
      ? data.map((item: unknown) => mapTexts(item, change, copies))
      : Object.fromEntries(Object.entries(data).map(([name, member]) => [name, mapTexts(member, change, copies)])));
  copies.set(data, copy);
  return copy;
}
