import { SimpleFaker } from "@faker-js/faker";
import { asciiName } from "../../fixtures/worlds/names.ts";
import { fold, foldings, isRow, lengthOf, type SourceWords } from "./words.ts";
import { languages } from "./languages.ts";

/** The kind of a word, which decides what replaces it. */
export type Role = "given" | "family" | "words";

/** The replacement of each word. It is the same everywhere, so that one person stays one person. */
export type Lexicon = ReturnType<typeof createLexicon>;

/** @param isJapanese whether Han is Japanese instead of Chinese */
export function createLexicon(seed: number, source: SourceWords, isJapanese: boolean) {
  const faker = new SimpleFaker({ seed });
  const { helpers } = faker;
  const known = languages
    .filter(({ code }) => code !== (isJapanese ? "zh_CN" : "ja"))
    .map((language) => ({ ...language, pattern: new RegExp(`\\p{scx=${language.script}}`, "u") }));
  const replacements = new Map<string, string>();
  const taken = new Set<string>();

  /**
   * The word lists for a letter's language, if there is one, and other letters: those of its names, and its neighbors
   * in Unicode.
   */
  const languageOf = memoize((letter: string) => {
    const { pattern, given, family, words } = known.find((language) => language.pattern.test(letter)) ?? unknown;
    const start = (letter.codePointAt(0) ?? 0) & ~0x7f;
    const near = Array.from({ length: 0x80 }, (_, index) => String.fromCodePoint(start + index)).join("");
    const letters = Array.from((near + given.join("") + family.join("")).toLowerCase()).filter(
      (other) => /\p{L}/u.test(other) && pattern.test(other),
    );
    return { given, family, words: words.length === 0 ? given : words, letters };
  });

  /** Chooses each letter so that the pair with the one before does not occur in the source. */
  const spelled = (word: string): string =>
    Array.from(word).reduce((made, letter) => {
      const isFree = (next: string): boolean =>
        next !== letter && source.isFree((Array.from(made).at(-1) ?? "") + next);
      return made + retryUntil(isFree, () => helpers.arrayElement(languageOf(letter).letters));
    }, "");

  // Percent-encoded in a link, `Müller` contains "BCller": that must not contain a word of the source either.
  const isGood = memoize((word: string) =>
    [word, word.toUpperCase(), asciiName(word)].every((form) => source.isFree(encodeURIComponent(form))),
  );

  const drawn = (word: string, role: Role): string => {
    const language = languageOf(Array.from(word)[0] ?? "a");
    const length = lengthOf(word);
    const tolerance = isRow.test(word) ? 0 : Math.max(1, length * 0.2);
    const draw = (): string => {
      if (language.given.length === 0 || length === 1) return spelled(word);
      if (isRow.test(word))
        return helpers.arrayElement(language.family) + helpers.arrayElement(["", helpers.arrayElement(language.given)]);
      return helpers.arrayElement(language[role]);
    };
    const isFitting = (made: string): boolean =>
      Math.abs(lengthOf(made) - length) <= tolerance &&
      fold(made) !== fold(word) &&
      (length < 3 || !taken.has(fold(made))) &&
      isGood(made);
    const made = retryUntil(isFitting, draw);
    return isFitting(made) ? made : retryUntil(isFitting, () => spelled(word));
  };

  const replacementOf = (word: string, role: Role): string => {
    const forms = foldings(word);
    const made = forms.map((form) => replacements.get(form)).find(Boolean) ?? drawn(word, role);
    taken.add(fold(made));
    for (const form of forms) replacements.set(form, made);
    return made;
  };

  return {
    faker,
    word: (word: string, role: Role = "words"): string => inCaseOf(word, replacementOf(word, role)),
    /** A run of Han, Kana or Hangul, in which known names get the same replacement as before. */
    row: (row: string, role: Role): string => {
      const names = [...replacements.keys()].filter(
        (name) => isRow.test(name) && lengthOf(name) > 1 && row.includes(name),
      );
      return row
        .split(new RegExp(`(${names.toSorted((one, other) => other.length - one.length).join("|") || "(?!)"})`, "u"))
        .map((part) => (lengthOf(part) > 12 ? spelled(part) : part && replacementOf(part, role)))
        .join("");
    },
    /** Another letter of the same script. */
    letter: (letter: string): string => inCaseOf(letter, spelled(letter)),
    /** Whether the word is known. */
    knows: (word: string): boolean => replacements.has(fold(word)),
  };
}

const unknown = { pattern: /./u, given: [], family: [], words: [] };

/** The word in the letter case of another one: `kiss`, `Kiss`, `KISS`, `McKiss`. */
export function inCaseOf(source: string, word: string): string {
  const pattern = Array.from(source);
  if (/^(?=.*\p{Lu}.*\p{Lu})\P{Ll}+$/u.test(source)) return word.toUpperCase();
  return Array.from(word.toLowerCase(), (letter, at) =>
    /\p{Lu}/u.test(pattern[at] ?? "") ? letter.toUpperCase() : letter,
  ).join("");
}

/** Tries up to 200 times, until a value is good. @returns the last one if none was */
export function retryUntil<Value>(isGood: (made: Value) => boolean, make: () => Value): Value {
  let made = make();
  for (let attempt = 1; attempt < 200 && !isGood(made); attempt += 1) made = make();
  return made;
}

export function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? compute(key);
    known.set(key, found);
    return found;
  };
}
