import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { fold, foldings, isPublicWord } from "./words.ts";

/** Characters of scripts that write names and words in a row, without spaces. */
export const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";

export const isRow = new RegExp(`^[${unspaced}]+$`, "u");

/** Letters of one word, in a script that has spaces. */
export const letters = `(?![${unspaced}])\\p{L}(?:(?![${unspaced}])[\\p{L}\\p{M}])*`;

const runs = new RegExp(`[${unspaced}]+|\\p{Nd}+|${letters}`, "gu");

/** What must not be found in a world: the words in the personal texts of its source. */
export interface SourceWords {
  /** Holds the text no word of the source, within a longer word or encoded either? */
  readonly isFree: (text: string) => boolean;
  /** Does a word of the source begin with it, as `Aurora` begins with `AUR`? */
  readonly abbreviates: (text: string) => boolean;
}

/**
 * A word of four letters or more must not be found within another word either, nor seven digits within more, nor two characters of Han, Kana
 * or Hangul, which are a name already; a shorter word and fewer digits only by themselves.
 * @param texts every personal text of the source
 */
export function collectSourceWords(texts: Iterable<string>): SourceWords {
  const words = new Set<string>();
  const fragments = new Map<number, Set<string>>();
  const add = (word: string, minLength: number): void => {
    words.add(word);
    if (lengthOf(word) >= minLength) fragments.set(word.length, (fragments.get(word.length) ?? new Set()).add(word));
  };
  for (const run of new Set(texts).values().flatMap(readingsOf).flatMap(runsOf)) {
    if (isRow.test(run)) {
      const characters = Array.from(fold(run));
      for (const [at, next] of characters.slice(1).entries()) add((characters[at] ?? "") + next, 2);
    } else if (/\p{Nd}/u.test(run)) {
      if (run.length >= 4 && !/^(?:19|20)\d\d$/.test(run)) add(run, 7);
    } else {
      for (const word of foldings(run)) if (!isPublicWord(word) && lengthOf(word) > 1) add(word, 4);
    }
  }
  const holdsFragment = (text: string): boolean =>
    fragments.entries().some(([length, same]) => {
      for (let start = 0; start + length <= text.length; start += 1) {
        if (same.has(text.slice(start, start + length))) return true;
      }
      return false;
    });
  const isFreeRun = (run: string): boolean => isPublicWord(run) || (!words.has(run) && !holdsFragment(run));
  return {
    isFree: (text) =>
      readingsOf(text)
        .flatMap(runsOf)
        .every((run) => lengthOf(run) < 2 || isFreeRun(fold(run))),
    abbreviates: (text) => text !== "" && words.values().some((word) => word.startsWith(fold(text))),
  };
}

function runsOf(text: string): readonly string[] {
  return text.normalize("NFKC").match(runs) ?? [];
}

export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** What a text says: as it stands, percent-decoded, and where it, or a part of it, is base64 or hexadecimal of a text. */
function readingsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, percentDecoded);
  const encoded = [
    ...(plain.match(/[\w+/-]{6,}/g) ?? []).map((part) => Buffer.from(part, "base64")),
    ...(plain.match(/[\da-f]{8,}/gi) ?? []).map((part) => Buffer.from(part, "hex")),
  ].map((bytes) => bytes.toString("utf8"));
  // Text that was encoded, rather than characters that happen to decode.
  return [
    ...new Set([text, plain, ...encoded.filter((part) => part !== "" && !/[\p{Cc}\p{Cn}\p{Co}\uFFFD]/u.test(part))]),
  ];
}
