import { readingsOf } from "./disguises.ts";
import { fold, foldings } from "./fold.ts";
import { isPublicWord } from "./public-words.ts";
import { unspacedCharacters } from "./writing/unspaced.ts";

/** What must not be found in a world: the personal texts of its source and the words in them. */
export interface SourceWords {
  /** Is the text neither one of the source's, nor holds a word of it, within a longer word or encoded either? */
  isFree(text: string): boolean;
  /** Does a word of the source begin with it, as `Aurora` begins with `AUR`? */
  abbreviates(text: string): boolean;
}

/** A word of this many letters must not be found within another word either; a shorter one only as a word. */
const tellingLetters = 4;

/** As many digits, such as those of a telephone, must not be found within more; fewer only by themselves. */
const tellingDigits = 7;

/** A row of letters in a script that has spaces, a row in one that has none, or digits. */
const letter = `(?![${unspacedCharacters}])`;
const run = new RegExp(
  `(?<unspaced>[${unspacedCharacters}]+)|(?<digits>\\p{Nd}+)|(?<letters>${letter}\\p{L}(?:${letter}[\\p{L}\\p{M}])*)`,
  "gu",
);

/** @param texts every personal text of the source */
export function collectSourceWords(texts: Iterable<string>): SourceWords {
  const whole = new Set<string>();
  const words = new Set<string>();
  const within = createFragments();
  for (const reading of new Set(texts).values().flatMap(readingsOf)) {
    whole.add(fold(reading));
    for (const { unspaced, digits, letters } of runsOf(reading)) {
      if (unspaced !== undefined) for (const pair of pairsOf(unspaced)) within.add(pair);
      for (const word of letters === undefined ? [] : foldings(letters)) {
        if (isPublicWord(word)) continue;
        if (lengthOf(word) > 1) words.add(word);
        if (lengthOf(word) >= tellingLetters) within.add(word);
      }
      if (digits !== undefined && digits.length >= tellingLetters && !isYear(digits)) {
        words.add(digits);
        if (digits.length >= tellingDigits) within.add(digits);
      }
    }
  }
  const isFreeRun = (text: string): boolean => isPublicWord(text) || (!words.has(text) && !within.anyIn(text));
  const isFreeReading = (text: string): boolean =>
    (tellsNothing(text) || !whole.has(fold(text))) &&
    runsOf(text).every((found) => isFreeRun(fold(found.unspaced ?? found.letters ?? found.digits ?? "")));
  return {
    isFree: (text) => readingsOf(text).every(isFreeReading),
    abbreviates: (text) => text !== "" && words.values().some((word) => word.startsWith(fold(text))),
  };
}

function runsOf(text: string): readonly { unspaced?: string; digits?: string; letters?: string }[] {
  return [...text.normalize("NFKC").matchAll(run)].map(({ groups = {} }) => groups);
}

/** Two characters of Han, Kana or Hangul are a name already. */
function pairsOf(text: string): readonly string[] {
  const characters = Array.from(fold(text));
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** A single character, some punctuation, a house number: as a whole text it may well return. */
function tellsNothing(text: string): boolean {
  return lengthOf(text) < 2 || !/[\p{L}\p{N}\p{S}]/u.test(text) || /^\p{Nd}{1,3}$/u.test(text) || isPublicWord(text);
}

function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits);
}

export function lengthOf(text: string): number {
  return Array.from(text).length;
}

interface Fragments {
  add(fragment: string): void;
  anyIn(text: string): boolean;
}

/** Finds any of many fragments in a text, by looking up the parts of the text that are as long as one of them. */
function createFragments(): Fragments {
  const byLength = new Map<number, Set<string>>();
  return {
    add(fragment) {
      const same = byLength.get(fragment.length) ?? new Set();
      byLength.set(fragment.length, same.add(fragment));
    },
    anyIn(text) {
      return byLength.entries().some(([length, same]) => {
        for (let start = 0; start + length <= text.length; start += 1) {
          if (same.has(text.slice(start, start + length))) return true;
        }
        return false;
      });
    },
  };
}
