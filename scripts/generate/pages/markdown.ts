/** Small pieces of Markdown, as GitHub reads it. */

/** @param rows of cells that are Markdown already */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}

/** A line break or a bar would end a cell, a bar also within code. */
function inCell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", String.raw`\|`);
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n$/, "")}\n\`\`\`\n`;
}

/** A value as code: a text as it stands, anything else as JSON. */
export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A text of the project as Markdown: its code in backticks stays, whatever else could be a mark is escaped. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[<*[\]\\]/g, String.raw`\$&`)))
    .join("");
}

/** As the beginning of a sentence, unless that is code. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a`, `a or b`, `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/**
 * The anchor that GitHub gives a heading.
 * @param heading its text, in which marks of code, emphasis and links may stand
 */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A link to what stands under a heading of the same name. @param page relative to where the link stands */
export function linkTo(heading: string, page = ""): string {
  return `[${heading}](${page}#${anchorOf(heading)})`;
}
