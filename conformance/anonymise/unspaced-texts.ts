import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { tryOften } from "./made-up-word.ts";
import type { SourceWords } from "./source-words.ts";
import { unspacedScriptOf } from "./writing/unspaced.ts";

/** Replacements of rows of Han, Kana and Hangul characters. */
export interface UnspacedTexts {
  /** That of a name, whose first character is taken for the family name. */
  readonly name: (name: string) => string;
  /** That of a row of text; the names in it that were met before are replaced as they were. */
  readonly text: (row: string) => string;
}

const attempts = 60;

export function createUnspacedTexts(random: Random, source: SourceWords): UnspacedTexts {
  const names = new Map<string, string>();
  const rows = new Map<string, string>();

  const remembered = (memory: Map<string, string>, row: string, make: () => string): string => {
    const known = memory.get(row);
    if (known !== undefined) return known;
    const isGood = (made: string): boolean => made !== row && source.isFree(made);
    const made = tryOften(make, isGood, attempts) ?? characterByCharacter(row);
    memory.set(row, made);
    return made;
  };

  /** Each character so that it makes no pair of the source with the one before it. */
  const characterByCharacter = (row: string, listOf: ListOf = wordCharacters): string => {
    let made = "";
    for (const [index, character] of Array.from(row).entries()) {
      const before = Array.from(made).at(-1) ?? "";
      const isGood = (next: string): boolean => next !== character && source.isFree(before + next);
      made +=
        tryOften(() => pick(random, Array.from(listOf(character, index))), isGood, attempts) ??
        tryOften(() => rareCharacter(random, character), isGood, attempts) ??
        "〇";
    }
    return made;
  };

  /** A full name is put together from the names it is made of, where they were met by themselves. */
  const fullName = (name: string): string => {
    const parts = splitAtNames(name);
    const isKnown = parts.length > 1 && parts.every((part) => names.has(part));
    return isKnown ? parts.map((part) => names.get(part)).join("") : characterByCharacter(name, nameCharacters);
  };

  const withKnownNames = (row: string): string =>
    splitAtNames(row)
      .map((part) => names.get(part) ?? characterByCharacter(part))
      .join("");

  /** The names met before that are in a row, and what stands between them. */
  const splitAtNames = (row: string): readonly string[] => {
    const known = names.keys().filter((name) => row.includes(name));
    const longestFirst = [...known].toSorted((one, other) => other.length - one.length);
    if (longestFirst.length === 0) return [row];
    return row.split(new RegExp(`(${longestFirst.join("|")})`, "u")).filter((part) => part !== "");
  };

  return {
    name(name) {
      const made = remembered(names, name, () => fullName(name));
      const [family = "", ...given] = Array.from(name);
      if (given.length > 1) names.set(given.join(""), made.slice(Array.from(made)[0]?.length));
      return family === "" ? name : made;
    },
    text: (row) => names.get(row) ?? remembered(rows, row, () => withKnownNames(row)),
  };
}

/** The characters to choose from for one of a row. */
type ListOf = (character: string, index: number) => string;

function wordCharacters(character: string): string {
  return unspacedScriptOf(character)?.words ?? character;
}

function nameCharacters(character: string, index: number): string {
  const script = unspacedScriptOf(character);
  return (index === 0 ? script?.family : script?.given) ?? character;
}

function rareCharacter(random: Random, character: string): string {
  const [first, last] = unspacedScriptOf(character)?.range ?? [0x4e00, 0x9fa5];
  return String.fromCodePoint(uniformInt(random, first, last));
}
