import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { createLexicon, type Lexicon, type Role } from "./lexicon.ts";
import { sameDigits, sameSort, tryOften } from "./made-up-word.ts";
import { isLegalForm, isParticle, isTitle } from "./public-words.ts";
import type { SourceWords } from "./source-words.ts";
import { replacePieces } from "./text-pieces.ts";
import { createUnspacedTexts } from "./unspaced-texts.ts";

/** Replaces texts word by word, digits by digits; what stands between them stays. */
export interface Words {
  readonly lexicon: Lexicon;
  /** A name of a person: the last word is the family's, or those before a comma are. */
  readonly name: (name: string) => string;
  readonly givenName: (name: string) => string;
  readonly familyName: (name: string) => string;
  /** A name of a company, whose legal form stays. */
  readonly company: (name: string) => string;
  readonly text: (text: string) => string;
  /** Digits for digits: the same for the same ones. */
  readonly digits: (digits: string) => string;
}

const signs = Array.from("☀☁☂☃★☆☕♠♣♥♦♪⚓⚙✂✈✉✏✿❄");

/** How the parts of a text are replaced: a word, by its place in the text; and a row of Han, Kana or Hangul. */
interface Manner {
  readonly word: (word: string, at: number) => string;
  readonly unspaced: (row: string) => string;
}

export function createWords(random: Random, source: SourceWords): Words {
  const lexicon = createLexicon(random, source);
  const unspacedTexts = createUnspacedTexts(random, source);
  const replacedDigits = new Map<string, string>();
  const replacedSigns = new Map<string, string>();

  const digits = (given: string): string => {
    const known = replacedDigits.get(given);
    if (known !== undefined) return known;
    const isGood = (made: string): boolean =>
      made !== given && source.isFree(made) && startsWithZero(made) === startsWithZero(given);
    const draw = (): string => Array.from(given, (character) => sameSort(random, character)).join("");
    const made = tryOften(draw, isGood, 100) ?? sameDigits(given, "0".repeat(given.length));
    replacedDigits.set(given, made);
    return made;
  };

  const signFor = (given: string): string => {
    const known = replacedSigns.get(given);
    const made =
      known ??
      pick(
        random,
        signs.filter((other) => other !== given),
      );
    replacedSigns.set(given, made);
    return made;
  };

  const replace = (text: string, { word, unspaced }: Manner): string =>
    replacePieces(text, (found, at) => {
      switch (found.sort) {
        case "unspaced":
          return unspaced(found.text);
        case "word":
          return word(found.text, at);
        case "digits":
          return digits(found.text);
        case "sign":
          return signFor(found.text);
      }
    });

  const inRole =
    (roleAt: (at: number) => Role) =>
    (word: string, at: number): string =>
      isTitle(word) || isParticle(word) ? word : lexicon.word(word, roleAt(at));

  const nameOf =
    (roleIn: (name: string) => (at: number) => Role) =>
    (name: string): string =>
      replace(name, { word: inRole(roleIn(name)), unspaced: unspacedTexts.name });

  return {
    lexicon,
    name: nameOf(rolesIn),
    givenName: nameOf(() => () => "given"),
    familyName: nameOf(() => () => "family"),
    company: (name) =>
      replace(name, {
        word: (word) => (isLegalForm(word) ? word : lexicon.word(word, "family")),
        unspaced: unspacedTexts.name,
      }),
    text: (text) => replace(text, { word: (word) => lexicon.word(word), unspaced: unspacedTexts.text }),
    digits,
  };
}

function startsWithZero(digits: string): boolean {
  return digits.normalize("NFKC").startsWith("0");
}

/** Which words of a full name are the family's: those before a comma, else the last one. */
function rolesIn(name: string): (at: number) => Role {
  const comma = name.indexOf(",");
  if (comma > 0) return (at) => (at < comma ? "family" : "given");
  const last = name.search(/[^\s]+\s*$/u);
  return (at) => (at >= last ? "family" : "given");
}
