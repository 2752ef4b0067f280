import { uniformInt } from "pure-rand/distribution/uniformInt";
import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { lengthOf } from "./source-words.ts";
import type { Script } from "./writing/script.ts";

/** A word of exactly this many characters, put together from syllables. */
export function madeUpWord(random: Random, { syllables }: Script, length: number): string {
  let word = "";
  while (lengthOf(word) < length) {
    const room = length - lengthOf(word);
    const fitting = syllables.filter((syllable) => lengthOf(syllable) <= room);
    word += fitting.length > 0 ? pick(random, fitting) : Array.from(pick(random, syllables)).slice(0, room).join("");
  }
  return word;
}

/** Those of the words that are about as long: a fifth more or less, and so many characters in any case. */
export function ofLength(words: readonly string[], length: number, atLeast = 1): readonly string[] {
  const tolerance = Math.max(atLeast, length * 0.2);
  return words.filter((word) => Math.abs(lengthOf(word) - length) <= tolerance);
}

/** Tries until one is good. @returns undefined where none of them was */
export function tryOften(make: () => string, isGood: (made: string) => boolean, times: number): string | undefined {
  for (let attempt = 0; attempt < times; attempt += 1) {
    const made = make();
    if (isGood(made)) return made;
  }
  return undefined;
}

/** A digit, a letter, or another character of the same sort as this one; what is none of these stays. */
export function sameSort(random: Random, character: string, isHex = false): string {
  const letter = (first: string): string =>
    String.fromCodePoint((first.codePointAt(0) ?? 0) + uniformInt(random, 0, isHex ? 5 : 25));
  if (/\p{Nd}/u.test(character)) return sameDigits(character, String(uniformInt(random, 0, 9)));
  if (/[a-z]/.test(character)) return letter("a");
  if (/[A-Z]/.test(character)) return letter("A");
  return character;
}

/** Digits written as those of the source are: `٤٧`, not `47`. */
export function sameDigits(source: string, digits: string): string {
  return Array.from(source, (character, index) => {
    const digit = digits.charAt(index);
    return /\d/.test(character) ? digit : String.fromCodePoint(zeroOf(character) + Number(digit));
  }).join("");
}

/** Digits of a script stand in a row from its zero. */
function zeroOf(character: string): number {
  let code = character.codePointAt(0) ?? 0;
  for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); steps += 1) code -= 1;
  return code;
}
