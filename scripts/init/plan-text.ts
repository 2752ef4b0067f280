import { visible, visibleLine } from "../../conformance/report/visible.ts";
import type { Paint } from "../terminal.ts";
import type { Step } from "./hooks.ts";
import { lineDiff, type DiffLine } from "./line-diff.ts";
import { isWritten, type PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";
import { tools, toolNames } from "./tools.ts";
import type { Setup } from "./templates/setup.ts";

/** What was found in a project. */
export function foundText({ tools: found, language, manager, baseUrl }: Project, paint: Paint): string {
  const kind = language === "ts" ? "TypeScript" : "JavaScript";
  return [
    `  Found     ${found.size === 0 ? "" : `${namesOf(found)}; `}${kind}, ${manager}`,
    ...(baseUrl === undefined ? [] : [`            ${visibleLine(baseUrl.url)} ${paint("dim", `by ${baseUrl.from}`)}`]),
  ].join("\n");
}

/** What was chosen. */
export function chosenText({ tools: chosen, baseUrl }: Setup, paint: Paint): string {
  return [
    ...(chosen.size === 0 ? [] : [`  Set up    ${namesOf(chosen)}`]),
    `  Base URL  ${paint("cyan", visibleLine(baseUrl))}${baseUrl === "/" ? " the application's own origin" : ""}`,
  ].join("\n");
}

function namesOf(chosen: ReadonlySet<string>): string {
  return tools
    .filter((tool) => chosen.has(tool))
    .map((tool) => toolNames[tool])
    .join(", ");
}

const colours = { create: "green", change: "yellow", replace: "yellow", keep: "dim", leave: "cyan" } as const;

/** One line a file: what is done, its path, its size. */
export function planText(files: readonly PlannedFile[], paint: Paint): string {
  const width = Math.max(...files.map(({ path }) => path.length));
  const sizes = files.map((file) => (isWritten(file) ? sizeText(file.text) : ""));
  const sizeWidth = Math.max(...sizes.map((size) => size.length));
  return files
    .map((file, index) => {
      const size = (sizes[index] ?? "").padStart(sizeWidth);
      const action = paint(colours[file.action], file.action.padEnd(7));
      return `  ${action}  ${file.path.padEnd(width)}  ${size}  ${paint("dim", noteOf(file))}`.trimEnd();
    })
    .join("\n");
}

function noteOf({ action, note }: PlannedFile): string {
  if (action === "leave") return "yours differs";
  return note ?? "";
}

function sizeText(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** The lines that change; of a new file all, where everything is asked for. */
export function diffText(file: PlannedFile, paint: Paint, most = Number.POSITIVE_INFINITY): string {
  const lines = lineDiff(file.present ?? "", file.text);
  const shown = lines.slice(0, most).map((line) => `    ${diffLine(line, paint)}`);
  const rest = lines.length - shown.length;
  return [`  ${paint("bold", file.path)}`, ...shown, ...(rest > 0 ? [`    … and ${rest} more`] : [])].join("\n");
}

function diffLine({ kind, text }: DiffLine, paint: Paint): string {
  const line = visible(text.replaceAll("\t", "  "));
  switch (kind) {
    case "added":
      return paint("green", `+ ${line}`);
    case "removed":
      return paint("red", `- ${line}`);
    default:
      return paint("dim", `  ${line}`).trimEnd();
  }
}

/** Numbered, with the code to paste set apart. */
export function stepsText(steps: readonly Step[], paint: Paint): string {
  return [
    paint("bold", "Next"),
    ...steps.flatMap(({ text, code = [] }, index) => [
      `  ${index + 1}. ${text}`,
      ...(code.length === 0 ? [] : ["", ...code.map((line) => `       ${paint("cyan", line)}`.trimEnd()), ""]),
    ]),
  ].join("\n");
}
