import { asciiName } from "../../fixtures/worlds/names.ts";
import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { fold, foldings } from "./fold.ts";
import { inCaseOf } from "./letter-case.ts";
import { madeUpWord, ofLength, tryOften } from "./made-up-word.ts";
import { remembered } from "./remembered.ts";
import { lengthOf, type SourceWords } from "./source-words.ts";
import { scriptOf } from "./writing/writing.ts";

/** What a word is of: which lists its replacement comes from. */
export type Role = "given" | "family" | "words";

/** The replacement of each word: the same one wherever the word stands, so that a person stays one person. */
export interface Lexicon {
  /**
   * The replacement of a word, in its letter case, script, and about its length. The role counts when a word is met first.
   * @param word letters of one script that has spaces
   */
  word(word: string, role?: Role): string;
  /** As `word`, in ASCII letters, as they stand in an address. */
  asciiWord(word: string, role?: Role): string;
  /** Was this word met before? */
  knows(word: string): boolean;
}

const attempts = 200;

export function createLexicon(random: Random, source: SourceWords): Lexicon {
  const replacements = new Map<string, string>();
  const uses = new Map<string, number>();
  // Percent-encoded, as a link has it, `Müller` holds "BCller": that must not hold a word of the source either.
  const isGood = remembered((word) =>
    [word, word.toUpperCase(), asciiName(word)].every((form) => source.isFree(encodeURIComponent(form))),
  );

  const usedBelow = (words: readonly string[], times: number): readonly string[] =>
    words.filter((candidate) => (uses.get(candidate) ?? 0) < times);

  const drawn = (word: string, role: Role): string => {
    const script = scriptOf(word);
    const length = lengthOf(word);
    const near = ofLength(script[role], length).filter(isGood);
    const fair = role === "words" ? near : ofLength(script[role], length, 2).filter(isGood);
    // Names may return, as those of people do, though not as often as words do.
    const most = role === "words" ? Number.POSITIVE_INFINITY : 3;
    const choices = [near, fair].flatMap((list) => [usedBelow(list, 1), usedBelow(list, most)]);
    const choice = choices.find((list) => list.length > 0);
    if (choice !== undefined && length > 1) return pick(random, choice);
    const isOther = (made: string): boolean => fold(made) !== fold(word) && isGood(made);
    return tryOften(() => madeUpWord(random, script, length), isOther, attempts) ?? "x".repeat(length);
  };

  const replacementOf = (word: string, role: Role): string => {
    const known = foldings(word)
      .map((form) => replacements.get(form))
      .find((found) => found !== undefined);
    if (known !== undefined) return known;
    const replacement = drawn(word, role);
    uses.set(replacement, (uses.get(replacement) ?? 0) + 1);
    for (const form of foldings(word)) replacements.set(form, replacement);
    return replacement;
  };

  return {
    word: (word, role = "words") => inCaseOf(word, replacementOf(word, role)),
    asciiWord: (word, role = "words") => {
      const replacement = replacementOf(word, role);
      return inCaseOf(word, asciiName(replacement) || replacement);
    },
    knows: (word) => replacements.has(fold(word)),
  };
}
