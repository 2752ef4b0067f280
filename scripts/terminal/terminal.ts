import { styleText } from "node:util";
import type { Paint } from "../../fixtures/values/text.ts";
import { visible, visibleLine } from "../../fixtures/values/visible.ts";

/** For a stream: colors only if it is a terminal and NO_COLOR is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** For standard output. */
export const paint = paintFor(process.stdout);

/** Lines for people. Texts of others are in them, so only our colors reach the terminal; any other sign is visible. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(`${visibleExceptColors(lines.join("\n"), paint)}\n`);
}

/** The same on standard error: problems and progress. */
export function warn(text: string): void {
  process.stderr.write(`${visibleExceptColors(text, paintFor(process.stderr))}\n`);
}

/** What a program reads, as it is: data, or commands of a CI runner. */
export function printData(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Before the number of a color. */
const escape = "\u001B[";

function visibleExceptColors(text: string, painted: Paint): string {
  if (painted("bold", "") === "") return visible(text);
  const [first = "", ...parts] = text.split(escape);
  return (
    visible(first) +
    parts
      .map((part) => {
        const [color] = /^\d{1,2}m/.exec(part) ?? [];
        return color === undefined ? visible(escape + part) : escape + color + visible(part.slice(color.length));
      })
      .join("")
  );
}

/** Ends a run cleanly on Ctrl+C, or when the terminal is closed. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Milliseconds between two lines of progress without a terminal. */
const lineEvery = 15_000;

/** Progress on standard error: one updating line, or without a terminal a line now and then. */
export function statusLine(): { readonly draw: (text: string) => void; readonly end: () => void } {
  const { stderr } = process;
  if (stderr.isTTY) {
    const draw = (text: string): void => void stderr.write(`\r\u001B[K${visibleLine(text)}`);
    return { draw, end: () => draw("") };
  }
  let next = performance.now() + lineEvery;
  const draw = (text: string): void => {
    if (performance.now() < next) return;
    next = performance.now() + lineEvery;
    warn(`… ${text}`);
  };
  return { draw, end: () => {} };
}

/** The user's command for orgkit: the npm script in a checkout, the name of an installed package. */
export function invocation(): string {
  return import.meta.url.includes("/node_modules/") ? "npx orgkit" : "npm run -s orgkit --";
}
