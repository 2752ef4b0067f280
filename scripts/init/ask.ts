import { visibleLine } from "../../conformance/report/visible.ts";
import { createInterface } from "node:readline/promises";
import { readBaseUrl } from "./base-url.ts";
import { tools, toolNames, type Tool } from "./tools.ts";

/** A person at a terminal. */
export interface Asked {
  /** Shows a question, and returns what was typed. */
  readonly answer: (question: string) => Promise<string>;
  readonly say: (line: string) => void;
  readonly close: () => void;
}

/** @throws Error named AbortError where the person leaves instead of answering: by Ctrl+C, or the end of input */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asked {
  const terminal = createInterface({ input, output });
  const left = new AbortController();
  terminal.once("close", () => left.abort());
  return {
    answer: (question) => terminal.question(question, { signal: left.signal }),
    say: (line) => void output.write(`${line}\n`),
    close: () => terminal.close(),
  };
}

/** Asks which of the tools that were found are set up: all, where nothing is typed. */
export async function askTools({ answer, say }: Asked, found: readonly Tool[]): Promise<ReadonlySet<Tool>> {
  const names = found.map((tool) => toolNames[tool]).join(", ");
  for (;;) {
    const typed = (await answer(`  Set up ${names}? Enter for all, or name some: `)).toLowerCase();
    const words = typed.split(/[\s,]+/).filter((word) => word !== "");
    if (words.length === 0 || ["y", "yes", "all"].includes(words.join(" "))) return new Set(found);
    const chosen = tools.filter((tool) => words.includes(tool));
    if (chosen.length === new Set(words).size) return new Set(chosen);
    say(`  Expected names of these: ${tools.join(", ")}`);
  }
}

/** Asks where the application calls the service. */
export async function askBaseUrl({ answer, say }: Asked, suggested: string): Promise<string> {
  for (;;) {
    const typed = await answer(`  Base URL of the API? Enter for ${visibleLine(suggested)}: `);
    const url = typed.trim() === "" ? suggested : readBaseUrl(typed);
    if (url !== undefined) return url;
    say("  Expected an absolute URL, or a path of the application's own origin: https://api.example, /");
  }
}

/** A question of yes or no. */
export async function confirm({ answer }: Asked, question: string, byDefault: boolean): Promise<boolean> {
  for (;;) {
    const typed = (await answer(`  ${question} ${byDefault ? "[Y/n]" : "[y/N]"} `)).trim().toLowerCase();
    if (typed === "") return byDefault;
    if (/^(y|yes|n|no)$/.test(typed)) return typed.startsWith("y");
  }
}
