/** Helpers for GitHub Markdown. */

/** @param rows of cells that are Markdown already */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}

/** A line break or a bar would end a cell, a bar even inside code. */
function inCell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", String.raw`\|`);
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n$/, "")}\n\`\`\`\n`;
}

/** A value as code: a text unchanged, anything else as JSON. */
export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A text of the project as Markdown: code in backticks stays, other markup is escaped. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[<*[\]\\]/g, String.raw`\$&`)))
    .join("");
}

/** `a`, `a or b`, `a, b or c`. */
export function joinWithOr(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}

/**
 * GitHub's anchor of a heading.
 * @param heading its text, which may contain code, emphasis and links
 */
export function toAnchor(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A link to the heading with the same text. @param page relative to the page with the link */
export function linkTo(heading: string, page = ""): string {
  return `[${heading}](${page}#${toAnchor(heading)})`;
}
