import { diff } from "node:util";
import { visible } from "../../conformance/report/visible.ts";
import type { Paint } from "../terminal.ts";
import { isWritten, type PlannedFile } from "./files.ts";
import type { Step } from "./next-steps.ts";
import type { Project } from "./project.ts";
import type { Setup } from "./templates/setup.ts";
import { titleOf, type Tool } from "./tools.ts";

/** What was found in a project. */
export function foundText({ tools, language, manager, baseUrl }: Project, paint: Paint): string {
  const kind = language === "ts" ? "TypeScript" : "JavaScript";
  const from = baseUrl === undefined ? "" : `\n            ${baseUrl.url} ${paint("dim", `by ${baseUrl.from}`)}`;
  return `  Found     ${tools.size === 0 ? "" : `${namesOf(tools)}; `}${kind}, ${manager}${from}`;
}

/** The user's choices. */
export function chosenText({ tools, baseUrl }: Setup, paint: Paint): string {
  const chosen = tools.size === 0 ? "" : `  Set up    ${namesOf(tools)}\n`;
  return `${chosen}  Base URL  ${paint("cyan", baseUrl)}${baseUrl === "/" ? " the application's own origin" : ""}`;
}

function namesOf(tools: ReadonlySet<Tool>): string {
  return [...tools].map(titleOf).join(", ");
}

const colours = { create: "green", change: "yellow", replace: "yellow", keep: "dim", leave: "cyan" } as const;

/** One line per file: the action, its path, its size. */
export function planText(files: readonly PlannedFile[], paint: Paint): string {
  const rows = files.map((file) => ({ ...file, size: isWritten(file) ? sizeText(file.text) : "" }));
  const width = Math.max(...rows.map(({ path }) => path.length));
  const sizeWidth = Math.max(...rows.map(({ size }) => size.length));
  return rows
    .map(({ action, path, size, note = "" }) => {
      const text = paint("dim", action === "leave" ? "yours differs" : note);
      const cells = [paint(colours[action], action.padEnd(7)), path.padEnd(width), size.padStart(sizeWidth), text];
      return `  ${cells.join("  ")}`.trimEnd();
    })
    .join("\n");
}

function sizeText(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** The number of context lines around a change. */
const context = 2;

/** The changed lines, with two lines of context; line breaks are ignored. @param max the maximum number of lines */
export function diffText(
  { path, present = "", text }: PlannedFile,
  paint: Paint,
  max = Number.POSITIVE_INFINITY,
): string {
  const lines = diff(linesOf(present), linesOf(text));
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(([side]) => side !== 0);
  const shown = lines.flatMap(([side, line], index) => {
    if (isNear(index)) return [diffLine(side, visible(line.replaceAll("\t", "  ")), paint)];
    return index > 0 && isNear(index - 1) && index < lines.length - 1 ? [paint("dim", "  …")] : [];
  });
  const rest = shown.length - max;
  return [
    paint("bold", path),
    ...shown.slice(0, max).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ]
    .map((line) => `  ${line}`)
    .join("\n");
}

function diffLine(side: number, line: string, paint: Paint): string {
  if (side === 0) return paint("dim", `  ${line}`).trimEnd();
  return side > 0 ? paint("red", `- ${line}`) : paint("green", `+ ${line}`);
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** Numbered, with code to paste set apart. */
export function stepsText(steps: readonly Step[], paint: Paint): string {
  const texts = steps.map(({ text, code = [] }, index) => {
    const lines = code.map((line) => `       ${paint("cyan", line)}`.trimEnd());
    return [`  ${index + 1}. ${text}`, ...(lines.length === 0 ? [] : ["", ...lines, ""])].join("\n");
  });
  return [paint("bold", "Next"), ...texts].join("\n");
}
