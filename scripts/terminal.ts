import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours a text if the stream is a terminal and NO_COLOR does not forbid it. */
export type Paint = (format: Format, text: string) => string;

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream });
}

/** Somebody else's text cannot steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "?");
}
