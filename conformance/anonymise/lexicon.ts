import { Faker, generateMersenne53Randomizer } from "@faker-js/faker";
import { asciiName } from "../../fixtures/worlds/names.ts";
import { fold, foldings } from "./fold.ts";
import { languages } from "./languages.ts";
import { isRow, lengthOf, type SourceWords } from "./source-words.ts";

/** What a word is of, which decides what its replacement is drawn from. */
export type Role = "given" | "family" | "words";

/** The replacement of each word: the same one wherever the word stands, so that a person stays one person. */
export type Lexicon = ReturnType<typeof createLexicon>;

/** @param isJapanese whether Han is Japanese rather than Chinese */
export function createLexicon(seed: number, source: SourceWords, isJapanese: boolean) {
  const randomizer = generateMersenne53Randomizer(seed);
  const fakers = languages
    .filter(({ locale }) => locale.metadata?.code !== (isJapanese ? "zh_CN" : "ja"))
    .map(({ script, locale }) => ({
      faker: new Faker({ locale, randomizer }),
      pattern: new RegExp(`\\p{scx=${script}}`, "u"),
    }));
  const faker = new Faker({ locale: languages[0]?.locale ?? {}, randomizer });
  const { helpers } = faker;
  const replacements = new Map<string, string>();
  const taken = new Set<string>();

  /** A faker of the language of a letter, if there is one, and other letters: those of its names, and those around it in Unicode. */
  const languageOf = memoize((letter: string) => {
    const { faker: own, pattern } = fakers.find((language) => language.pattern.test(letter)) ?? { pattern: /./u };
    const { first_name: first, last_name: last } = own?.rawDefinitions.person ?? {};
    const names = [first, last].flatMap((listed) => Object.values(listed ?? {}).flat());
    const start = (letter.codePointAt(0) ?? 0) & ~0x7f;
    const near = Array.from({ length: 0x80 }, (_, index) => String.fromCodePoint(start + index));
    const letters = [
      ...near.filter((other) => /^(?!\p{Lu})\p{L}$/u.test(other) && pattern.test(other)),
      ...Array.from(names.join("").toLowerCase()),
    ];
    return { faker: names.length === 0 ? undefined : own, letters };
  });

  /** Each letter so that it makes no pair of the source with the one before it. */
  const spelled = (word: string): string =>
    Array.from(word).reduce((made, letter) => {
      const isFree = (next: string): boolean =>
        next !== letter && source.isFree((Array.from(made).at(-1) ?? "") + next);
      return made + (tryOften(() => helpers.arrayElement(languageOf(letter).letters), isFree) ?? letter);
    }, "");

  // Percent-encoded, as a link has it, `Müller` holds "BCller": that must not hold a word of the source either.
  const isGood = memoize((word: string) =>
    [word, word.toUpperCase(), asciiName(word)].every((form) => source.isFree(encodeURIComponent(form))),
  );

  const drawn = (word: string, role: Role): string => {
    const { faker: own } = languageOf(Array.from(word)[0] ?? "a");
    const length = lengthOf(word);
    const tolerance = isRow.test(word) ? 0 : Math.max(1, length * 0.2);
    const draw = (): string => {
      if (own === undefined || length === 1) return spelled(word);
      const { person, rawDefinitions, lorem } = own;
      if (isRow.test(word) && role !== "given")
        return person.lastName() + helpers.arrayElement(["", person.firstName()]);
      if (role === "words" && rawDefinitions.lorem?.word?.length) return lorem.word();
      return role === "family" ? person.lastName() : person.firstName();
    };
    const isOther = (made: string): boolean =>
      fold(made) !== fold(word) && (length < 3 || !taken.has(fold(made))) && isGood(made);
    const isFitting = (made: string): boolean => Math.abs(lengthOf(made) - length) <= tolerance && isOther(made);
    return tryOften(draw, isFitting) ?? tryOften(() => spelled(word), isOther) ?? spelled(word);
  };

  const remembered = (word: string, role: Role): string => {
    const known = foldings(word).map((form) => replacements.get(form));
    const made = known.find((found) => found !== undefined) ?? drawn(word, role);
    taken.add(fold(made));
    for (const form of foldings(word)) replacements.set(form, made);
    return made;
  };

  return {
    faker,
    word: (word: string, role: Role = "words"): string => inCaseOf(word, remembered(word, role)),
    /** A row of Han, Kana or Hangul, in which the names that were met before are replaced as they were. */
    row: (row: string, role: Role): string => {
      const known = [...replacements.keys()].filter(
        (name) => isRow.test(name) && lengthOf(name) > 1 && row.includes(name),
      );
      const longestFirst = known.toSorted((one, other) => other.length - one.length).join("|");
      const parts = longestFirst === "" ? [row] : row.split(new RegExp(`(${longestFirst})`, "u"));
      return parts.map((part) => (lengthOf(part) > 12 ? spelled(part) : part && remembered(part, role))).join("");
    },
    /** Another letter of the same script. */
    letter: (letter: string): string => inCaseOf(letter, spelled(letter)),
    /** Was this word met before? */
    knows: (word: string): boolean => replacements.has(fold(word)),
  };
}

/** The word in the letter case of another one: `kiss`, `Kiss`, `KISS`, `McKiss`. */
export function inCaseOf(source: string, word: string): string {
  const pattern = Array.from(source);
  if (/^(?=.*\p{Lu}.*\p{Lu})\P{Ll}+$/u.test(source)) return word.toUpperCase();
  return Array.from(word.toLowerCase(), (letter, at) =>
    /\p{Lu}/u.test(pattern[at] ?? "") ? letter.toUpperCase() : letter,
  ).join("");
}

/** Tries until one is good. @returns undefined where none of them was */
export function tryOften(make: () => string, isGood: (made: string) => boolean, times = 200): string | undefined {
  for (let attempt = 0; attempt < times; attempt += 1) {
    const made = make();
    if (isGood(made)) return made;
  }
  return undefined;
}

export function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? compute(key);
    known.set(key, found);
    return found;
  };
}
