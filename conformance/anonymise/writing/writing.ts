import { arabic } from "./arabic.ts";
import { cyrillic } from "./cyrillic.ts";
import { devanagari } from "./devanagari.ts";
import { greek } from "./greek.ts";
import { hebrew } from "./hebrew.ts";
import { latin } from "./latin.ts";
import type { Script } from "./script.ts";
import { thai } from "./thai.ts";

const scripts: readonly Script[] = [latin, cyrillic, greek, arabic, hebrew, devanagari, thai];

/** The script a word is written in: that of its first letter. Scripts without lists of words have letters alone. */
export function scriptOf(word: string): Script {
  const letter = /\p{L}/u.exec(word)?.[0].toLowerCase() ?? "a";
  return scripts.find(({ letters }) => letters.test(letter)) ?? neighboursOf(letter);
}

const withoutLists = (
  "Armenian Georgian Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Lao Tibetan Myanmar Ethiopic " +
  "Khmer Mongolian"
)
  .split(" ")
  .map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

/** A script known by nothing but a letter: those around it in Unicode, without the capitals. */
function neighboursOf(letter: string): Script {
  const letters = withoutLists.find((pattern) => pattern.test(letter)) ?? /\p{L}/u;
  const start = (letter.codePointAt(0) ?? 0) & ~0x7f;
  const block = Array.from({ length: 0x80 }, (_, index) => String.fromCodePoint(start + index));
  const small = block.filter((character) => letters.test(character) && /(?!\p{Lu})\p{L}/u.test(character));
  return { letters, given: [], family: [], words: [], syllables: small.length > 0 ? small : [letter] };
}
