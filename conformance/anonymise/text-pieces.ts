import { unspacedCharacters } from "./writing/unspaced.ts";

/** A part of a text that says something: a word, a row of characters of a script without spaces, digits, a sign. */
export interface Piece {
  readonly sort: "unspaced" | "word" | "digits" | "sign";
  readonly text: string;
}

const tag = "</?(?:a|b|br|div|em|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)\\b";
const letter = `(?![${unspacedCharacters}])`;
const letters = `${letter}\\p{L}(?:${letter}[\\p{L}\\p{M}])*`;
const sign = "[\\p{So}\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Co}]";
const piece = new RegExp(
  `${tag}|(?<unspaced>[${unspacedCharacters}]+)|(?<word>${letters})|(?<digits>\\p{Nd}+)|(?<sign>${sign})`,
  "gu",
);

/** Puts others in the place of a text's pieces; what stands between them stays, and so does the markup of HTML. */
export function replacePieces(text: string, replacement: (piece: Piece, at: number) => string): string {
  let replaced = "";
  let end = 0;
  for (const match of text.matchAll(piece)) {
    const found = pieceOf(match);
    replaced += text.slice(end, match.index) + (found === undefined ? match[0] : replacement(found, match.index));
    end = match.index + match[0].length;
  }
  return replaced + text.slice(end);
}

function pieceOf({ groups = {} }: RegExpExecArray): Piece | undefined {
  for (const sort of ["unspaced", "word", "digits", "sign"] as const) {
    const text = groups[sort];
    if (text !== undefined) return { sort, text };
  }
  return undefined;
}
