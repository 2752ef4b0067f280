import { uniformInt } from "pure-rand/distribution/uniformInt";
import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { sameSort, tryOften } from "./made-up-word.ts";
import { isHexadecimal } from "./numbers.ts";
import { isPublicText } from "./public-words.ts";
import type { SourceWords } from "./source-words.ts";
import { unspacedScriptOf } from "./writing/unspaced.ts";
import { scriptOf } from "./writing/writing.ts";

/** Replacements of identifiers: one for one, the same in all resources, so that references hold. */
export interface Ids {
  /**
   * Makes up replacements for ids of one field: a UUID for a UUID, as many digits for digits, and else characters of the same sorts
   * after the prefix that all of them share.
   */
  learn(ids: readonly string[]): void;
  /** @returns undefined where it is no id that was learned */
  of(id: string): string | undefined;
}

const attempts = 200;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function createIds(random: Random, source: SourceWords): Ids {
  const replacements = new Map<string, string>();
  const given = new Set<string>();
  const taken = new Set<string>();

  const learnOne = (id: string, shared: string, prefix: string): void => {
    const draw = (): string => prefix + drawn(random, id.slice(shared.length));
    const isNew = (made: string): boolean => !taken.has(made) && made !== id && isSafeAs(id, made);
    const isGood = (made: string): boolean =>
      isNew(made) && !given.has(made) && source.isFree(made.slice(prefix.length));
    // So few digits may be left that the ids can only change places.
    const made = tryOften(draw, isGood, attempts) ?? tryOften(draw, isNew, attempts) ?? longerThan(draw, taken);
    replacements.set(id, made);
    taken.add(made);
  };

  return {
    learn(ids) {
      const unknown = [...new Set(ids)].filter((id) => !replacements.has(id));
      for (const id of ids) given.add(id);
      const shared = sharedPrefix([...new Set(ids)]);
      const prefix = telling(shared, source) ? drawn(random, shared) : shared;
      for (const id of unknown) learnOne(id, shared, prefix);
    },
    of: (id) => replacements.get(id),
  };
}

/** A whole number that JSON can carry stays one. */
function isSafeAs(id: string, made: string): boolean {
  return !Number.isSafeInteger(Number(id)) || Number.isSafeInteger(Number(made));
}

function drawn(random: Random, body: string): string {
  const isHex = uuid.test(body) || isHexadecimal(body);
  const characters = Array.from(body, (character, at) => {
    // The version and the variant of a UUID (RFC 9562 §4) stand at fixed places.
    if (uuid.test(body) && (at === 14 || at === 19)) return character;
    if (/[^\P{L}a-zA-Z]/u.test(character)) return otherLetter(random, character);
    const made = sameSort(random, character, isHex);
    return at === 0 && made === "0" && character !== "0" ? String(uniformInt(random, 1, 9)) : made;
  });
  return characters.join("");
}

/** A letter of the same script. */
function otherLetter(random: Random, letter: string): string {
  const { words } = unspacedScriptOf(letter) ?? {};
  const letters = words === undefined ? scriptOf(letter).syllables : Array.from(words);
  return Array.from(pick(random, letters))[0] ?? letter;
}

/** Another digit or so, where all of the same length are taken. */
function longerThan(draw: () => string, taken: ReadonlySet<string>): string {
  let made = draw();
  while (taken.has(made)) made += String(made.length % 10);
  return made;
}

/** The prefix that all ids share, up to a separator: `sub_`, `INV-2024-`. */
export function sharedPrefix(ids: readonly string[]): string {
  const [first = ""] = ids;
  const shared = ids.reduce((prefix, id) => prefix.slice(0, sharedLength(prefix, id)), first);
  const prefix = /^.*[_\-.:/]/s.exec(shared)?.[0] ?? lettersBeforeDigits(shared, ids);
  return isPublicText(prefix) || (ids.length >= 3 && prefix.length <= first.length / 2) ? prefix : "";
}

/** Does a prefix tell of somebody, as `AUR-` does of the company Aurora? */
function telling(prefix: string, source: SourceWords): boolean {
  if (isPublicText(prefix)) return false;
  return !source.isFree(prefix) || source.abbreviates(prefix.replaceAll(/[^A-Za-z]/g, ""));
}

function lettersBeforeDigits(shared: string, ids: readonly string[]): string {
  const letters = /^[A-Za-z]*/.exec(shared)?.[0] ?? "";
  return ids.every((id) => /^\d/.test(id.slice(letters.length))) ? letters : "";
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}
