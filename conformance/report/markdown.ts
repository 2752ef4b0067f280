import { visible, visibleLine } from "../../fixtures/values/visible.ts";

/** A text on one line of Markdown: pairs of backticks stay code, everything else is escaped. */
export function inline(text: string, maxLength = 400): string {
  const line = visibleLine(text, maxLength);
  const parts = line.split("`");
  // With an odd number of backticks, none of them is code.
  if (parts.length % 2 === 0) return escaped(line);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part) : part === "" ? "" : `\`${part}\``)).join("");
}

/** A text as code on one line. */
export function code(text: string, maxLength = 400): string {
  const line = visibleLine(text, maxLength);
  // Between double backticks a single one is literal; a run of them is broken up.
  return line.includes("`") ? `\`\` ${line.replaceAll(/`+/g, "`")} \`\`` : `\`${line}\``;
}

/** Everything that has a meaning in Markdown, in its HTML, or on GitHub (`@name`, `#1`, `$x$`). */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]#|~$]/g, (character) => `\\${character}`)
    .replaceAll(/@(?=\w)/g, "@\u200B")
    .replaceAll(/\b(https?):\/\/(?=\S)/gi, "$1&#58;//");
}

/** A code block whose fence no line inside can close. */
export function fenced(text: string, language: string, maxLength: number): string {
  const visibleText = visible(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
  const longest = Math.max(2, ...[...visibleText.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${visibleText}\n${fence}`;
}
