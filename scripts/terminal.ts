import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours a text if the stream is a terminal and NO_COLOR does not forbid it. */
export type Paint = (format: Format, text: string) => string;

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** For standard output. */
export const paint = paintFor(process.stdout);

export function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Ctrl+C, or a terminal that is closed, ends a run tidily. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** A line on standard error that is drawn anew, to show where a run stands; nothing if nobody watches. */
export function statusLine(): { readonly draw: (text: string) => void; readonly end: () => void } {
  const stream = process.stderr;
  const draw = (text: string): void => void (stream.isTTY && stream.write(`\r\u001B[K${text}`));
  return { draw, end: () => draw("") };
}

/** How the user calls orgkit here: from a checkout by its npm script, from an installed package by its name. */
export function invocation(): string {
  return import.meta.url.includes("/node_modules/") ? "npx orgkit" : "npm run -s orgkit --";
}
