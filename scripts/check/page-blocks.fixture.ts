/** A fenced block of a Markdown page. */
export interface PageBlock {
  /** What stands behind the fence: `sh`, `text`, `ts`. */
  readonly language: string;
  readonly text: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): readonly PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const found of page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)) {
    const [, language = "", text = ""] = found;
    blocks.push({ language, text, line: page.slice(0, found.index).split("\n").length });
  }
  return blocks;
}

/** The text of a file that a page shows: the block whose first line begins with `// name`. */
export function shownFile(page: string, name: string): string {
  const shown = blocksOf(page).find(({ text }) => text.startsWith(`// ${name}`));
  if (shown === undefined) throw new Error(`the page shows no ${name}`);
  return shown.text;
}

/** The commands of a shell block: one a line, a line that ends with a backslash continues in the next; no comments. */
export function commandsOf({ text }: Pick<PageBlock, "text">): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, "").trim())
    .filter((line) => line !== "");
}

/**
 * Looks for the lines of a block in what a program wrote, in their order; `…` stands for any lines between.
 * @returns the first line that is not there
 */
export function missingLine(block: string, output: string): string | undefined {
  const written = output.split("\n").map((line) => line.trimEnd());
  let at = 0;
  for (const line of block.trimEnd().split("\n")) {
    if (line.trim() === "…" || line === "") continue;
    const found = written.indexOf(line.trimEnd(), at);
    if (found === -1) return line;
    at = found + 1;
  }
  return undefined;
}
