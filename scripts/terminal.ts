import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours a text if the stream is a terminal and NO_COLOR does not forbid it. */
export type Paint = (format: Format, text: string) => string;

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}
