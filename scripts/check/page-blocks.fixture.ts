/** A fenced block of a Markdown page. */
export interface PageBlock {
  /** The info string of the fence: `sh`, `text`, `ts`. */
  readonly language: string;
  readonly text: string;
  /** Its first line, counted from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const found of page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)) {
    const [, language = "", text = ""] = found;
    blocks.push({ language, text, line: page.slice(0, found.index).split("\n").length });
  }
  return blocks;
}

/** The content of a file in a page: the block whose first line begins with `// name`, or `# name`. */
export function shownFile(page: string, name: string): string {
  const shown = blocksOf(page).find(({ text }) => [`// ${name}`, `# ${name}`].some((start) => text.startsWith(start)));
  if (shown === undefined) throw new Error(`the page shows no ${name}`);
  return shown.text;
}

/** The commands of a shell block: one per line; a trailing backslash joins lines; no comments. */
export function commandsOf({ text }: Pick<PageBlock, "text">): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, "").trim())
    .filter((line) => line !== "");
}

/**
 * Finds the lines of a block in a program's output, in order; `…` stands for any lines between.
 * @returns the first missing line beside the actual one
 */
export function missingLine(block: string, output: string): string | undefined {
  const written = output.split("\n").map((line) => line.trimEnd());
  let at = 0;
  for (const line of block.trimEnd().split("\n")) {
    if (line.trim() === "…" || line === "") continue;
    const found = written.indexOf(line.trimEnd(), at);
    if (found === -1) return `expected: ${line}\n  actual:   ${written[at] ?? "(the end)"}`;
    at = found + 1;
  }
  return undefined;
}
