import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { Random } from "../../fixtures/worlds/random.ts";
import { fold } from "./fold.ts";
import { sameSort, tryOften } from "./made-up-word.ts";
import type { SourceWords } from "./source-words.ts";
import { replacePieces } from "./text-pieces.ts";
import type { Words } from "./words.ts";

/** Replaces what people are reached by. Addresses lead nowhere: hosts are of `.test` (RFC 2606), IP addresses of documentation. */
export interface Contacts {
  /** @param names words of the name of the person it belongs to, by which `akiss` is told to be `a` and `kiss` */
  email(email: string, names: readonly string[]): string;
  username(username: string, names: readonly string[]): string;
  host(host: string): string;
  ip(address: string): string;
}

/** Labels of hosts that say what is served there, and not who serves it. */
const services = new Set([
  "www",
  "api",
  "app",
  "cdn",
  "mail",
  "static",
  "assets",
  "img",
  "images",
  "login",
  "localhost",
]);

/** Second-level labels that belong to the ending: `co.uk`, `com.au`. */
const endings = new Set(["co", "com", "org", "net", "ac", "gov", "edu", "or", "ne", "www"]);

export function createContacts(random: Random, source: SourceWords, words: Words): Contacts {
  const replacements = new Map<string, string>();
  const taken = new Set<string>();

  const remembered = (key: string, make: () => string): string => {
    const known = replacements.get(key);
    if (known !== undefined) return known;
    const made = make();
    replacements.set(key, made);
    taken.add(fold(made));
    return made;
  };

  const localPart = (local: string, names: readonly string[]): string =>
    replacePieces(local, ({ sort, text }) => {
      if (sort === "digits") return words.digits(text);
      if (sort !== "word") return words.text(text);
      const parts = words.lexicon.knows(text) ? [text] : composedOf(text, names);
      return parts.map((part) => nameWord(part, names)).join("");
    });

  /** A word of a name in ASCII letters; an initial is that of the replacement of the name it begins. */
  const nameWord = (word: string, names: readonly string[]): string => {
    const named = word.length === 1 ? names.find((name) => fold(name).startsWith(fold(word))) : undefined;
    if (named === undefined) return words.lexicon.asciiWord(word, "family");
    const initial = words.lexicon.asciiWord(named).charAt(0);
    return word === word.toUpperCase() ? initial.toUpperCase() : initial.toLowerCase();
  };

  /** Where two addresses became one, the later one gets a number. */
  const distinct = (local: string, rest: string): string => {
    const numbered = (): string => `${local}${uniformInt(random, 2, 999)}${rest}`;
    const isGood = (made: string): boolean => !taken.has(fold(made)) && source.isFree(made);
    if (isGood(local + rest)) return local + rest;
    const made = tryOften(numbered, isGood, 50) ?? tryOften(() => `${letters(random, local)}${rest}`, isGood, 1000);
    return made ?? `${letters(random, "a".repeat(24))}${rest}`;
  };

  const host = (given: string): string =>
    remembered(`host ${fold(given)}`, () => {
      if (/^[\d.]+$/.test(given)) return documentationAddress(random, given);
      const [ending = "", ...labels] = given.split(".").toReversed();
      if (labels.length === 0) return hostLabel(ending);
      const own = labels.filter((label, at) => at === labels.length - 1 || at > 0 || !endings.has(label));
      return [...own.toReversed().map((label) => hostLabel(label)), "test"].join(".");
    });

  const hostLabel = (label: string): string => (services.has(label) ? label : localPart(label, []).toLowerCase());

  return {
    email: (email, names) =>
      remembered(fold(email), () => {
        const at = email.lastIndexOf("@");
        return distinct(localPart(email.slice(0, at), names), `@${host(email.slice(at + 1))}`);
      }),
    username: (username, names) =>
      remembered(`username ${fold(username)}`, () => distinct(localPart(username, names), "")),
    host,
    ip: (address) => remembered(address, () => documentationAddress(random, address)),
  };
}

/**
 * The words of a person's name, and initials, that a longer word is put together from: `annakiss`, `akiss`, `kissa`.
 * The word itself, where it is not.
 */
export function composedOf(word: string, names: readonly string[]): readonly string[] {
  const known = new Set(names.flatMap((name) => [fold(name), fold(name).charAt(0)]).filter((part) => part !== ""));
  const longestFirst = [...known].toSorted((one, other) => other.length - one.length);
  const deadEnds = new Set<string>();
  const compose = (rest: string): readonly string[] | undefined => {
    if (rest === "") return [];
    if (deadEnds.has(rest)) return undefined;
    for (const part of longestFirst) {
      const tail = rest.startsWith(part) ? compose(rest.slice(part.length)) : undefined;
      if (tail !== undefined) return [part, ...tail];
    }
    deadEnds.add(rest);
    return undefined;
  };
  const parts = compose(fold(word));
  // Initials alone are no name: any word would be one.
  return parts?.some((part) => part.length > 1) === true ? parts : [word];
}

function letters(random: Random, like: string): string {
  return Array.from(like, () => sameSort(random, "a")).join("");
}

/** An address out of the ranges for documentation (RFC 5737, RFC 3849). */
function documentationAddress(random: Random, address: string): string {
  if (!address.includes(":")) return `203.0.113.${uniformInt(random, 1, 254)}`;
  // Digits alone, since letters may make up a word.
  const group = (): string => String(uniformInt(random, 1000, 9999));
  return `2001:db8::${group()}:${group()}`;
}
