import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colors a text if the stream is a terminal and NO_COLOR is not set. */
export type Paint = (format: Format, text: string) => string;

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** For standard output. */
export const paint = paintFor(process.stdout);

export function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
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
    const draw = (text: string): void => void stderr.write(`\r\u001B[K${text}`);
    return { draw, end: () => draw("") };
  }
  let next = performance.now() + lineEvery;
  const draw = (text: string): void => {
    if (performance.now() < next) return;
    next = performance.now() + lineEvery;
    stderr.write(`… ${text}\n`);
  };
  return { draw, end: () => {} };
}

/** The user's command for orgkit: the npm script in a checkout, the name of an installed package. */
export function invocation(): string {
  return import.meta.url.includes("/node_modules/") ? "npx orgkit" : "npm run -s orgkit --";
}
