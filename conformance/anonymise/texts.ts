import type { Codes } from "./codes.ts";
import { isName, isUrl } from "./fields.ts";
import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { asciiName } from "../../fixtures/worlds/names.ts";
import { fold, isPublicText, splitWords } from "./words.ts";
import { inCaseOf, longestFirst, memoize, tryOften, type Lexicon, type Role } from "./lexicon.ts";
import { letters, unspaced, type SourceWords } from "./source-words.ts";

/** Labels of hosts that say what is served there, and not who serves it. */
const services = /^(?:www|api|app|cdn|mail|static|assets|img|login|localhost)$/;

/** Titles, small particles, and legal forms. */
const affixes =
  /^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|von|van|der|den|de|del|della|di|da|do|dos|du|la|le|el|al|bin|ibn|zu|GmbH|Ltd|LLC|Inc|PLC|ООО)$/;

/** A transparent picture of one pixel: what a picture in a `data:` address becomes. */
const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Markup, which stays; words, digits and signs. */
const piece = `</?(?:a|b|br|div|em|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)\\b|(?<row>[${unspaced}]+)|(?<word>${letters})|(?<digits>\\p{Nd}+)|(?<sign>[\\p{So}\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Co}])`;

/** Addresses, the prefix of a country, which stays, and codes. Each begins where a row of its characters does: so a long row is read once. */
const embedded =
  /(?<link>\b(?:https?|ftp):\/\/[^\s<>"']+)|(?<address>(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.\p{L}{2,})|(?<ip>\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[\da-f]{1,4}:[\da-f:]*:[\da-f]{1,4}\b)|(?<![\p{L}\p{N}])\+\d\d?(?=[\s(./-])|(?<code>(?<![\w-])(?=[\w-]*\d)[\w-]+)/u;

const anyPiece = new RegExp(`${embedded.source}|${piece}`, "gu");
const pieceOfHandle = new RegExp(piece, "gu");

const urlParts = /^(?<scheme>[a-z][a-z\d+.-]*:)?(?:\/\/(?:(?<user>[^/?#@]*)@)?(?<name>[^/?#:]*))?(?<rest>.*)$/isu;

/** Replaces texts in which there may be anything: words, and the addresses, links, ids and codes among them. */
export function createTexts({ faker, word: wordFor, row: rowFor, knows }: Lexicon, codes: Codes, source: SourceWords) {
  const { number, helpers, string } = faker;
  const taken = new Set<string>();
  /** An address out of the ranges for documentation (RFC 5737, RFC 3849). */
  const ipFor = memoize((ip) =>
    ip.includes(":")
      ? helpers.fromRegExp("2001:db8::[1-9][0-9]{3}:[1-9][0-9]{3}")
      : `203.0.113.${number.int({ min: 1, max: 254 })}`,
  );

  /** Puts others in the place of a text's pieces; what stands between them stays. */
  const pieced = (
    text: string,
    pattern: RegExp,
    names: readonly string[],
    otherWord: (word: string, at: number) => string,
    roleAt: (at: number) => Role = () => "words",
  ): string => {
    let made = "";
    let end = 0;
    for (const { 0: all, index, groups = {} } of text.matchAll(pattern)) {
      const { link, address, ip, code, row, word, digits = code, sign } = groups;
      made += text.slice(end, index);
      end = index + all.length;
      if (word !== undefined) made += otherWord(word, index);
      else if (row !== undefined) made += rowFor(row, roleAt(index));
      else if (digits !== undefined) made += codes.of(digits);
      else if (address !== undefined) made += email(address, names);
      else if (link !== undefined) made += url(link);
      else if (ip !== undefined) made += ipFor(ip);
      else made += sign === undefined ? all : sign === "★" ? "☆" : "★";
    }
    return made + text.slice(end);
  };

  /** A word in ASCII letters, or the words of a person's name and initials that it is put together from. */
  const handle = (text: string, names: readonly string[]): string =>
    pieced(text, pieceOfHandle, names, (word) =>
      (knows(word) ? [word] : composedOf(word, names))
        .map((part) => {
          const named = part.length > 1 ? part : (names.find((name) => fold(name).startsWith(fold(part))) ?? part);
          const made = wordFor(named, "family");
          return inCaseOf(part, asciiName(made) || made).slice(0, part === named ? undefined : 1);
        })
        .join(""),
    );

  const host = memoize((name) => {
    if (/^[\d.]+$/.test(name)) return ipFor(name);
    const labels = name.split(".").map((label) => (services.test(label) ? label : handle(label, []).toLowerCase()));
    // `co.uk` and `com.au` belong to the ending.
    const ending = /\.(?:co|com|org|net|ac|gov)\.[^.]+$/.test(name) ? -2 : -1;
    return labels.length === 1 ? labels.join("") : [...labels.slice(0, ending), "test"].join(".");
  });

  /**
   * What is put together of names becomes so of the new ones: the same wherever it stands, even beside another name. Where two became one, the
   * later one gets a number.
   */
  const known = new Map<string, string>();
  const once = (text: string, local: string, names: readonly string[], rest = ""): string => {
    const isGood = (made: string): boolean => !taken.has(fold(made)) && source.isFree(made);
    let attempt = 0;
    const draw = (): string => {
      attempt += 1;
      if (attempt > 50) return string.alpha({ length: 12, casing: "lower" }) + rest;
      return handle(local, names) + (attempt === 1 ? "" : number.int({ min: 2, max: 999 })) + rest;
    };
    const made = known.get(fold(text)) ?? tryOften(isGood, draw);
    known.set(fold(text), made);
    taken.add(fold(made));
    return made;
  };

  const email = (text: string, names: readonly string[]): string => {
    const [, local = "", name = ""] = /^(.*)@(.*)$/s.exec(text) ?? [];
    return once(text, local, names, `@${host(fold(name))}`);
  };

  const segment = (encoded: string): string => {
    const part = percentDecoded(encoded);
    if (isPublicText(part) && !splitWords(part).some(knows)) return encoded;
    // What an address may hold as it is, stays so.
    return encodeURIComponent((codes.known(part) ?? plain(part, [], () => "words")).toWellFormed()).replaceAll(
      /%(?:40|3A|2B|2C)/g,
      decodeURIComponent,
    );
  };

  const url = (text: string): string => {
    const { scheme = "", user, name, rest = "" } = urlParts.exec(text)?.groups ?? {};
    if (scheme.toLowerCase() === "data:") return pixel;
    const authority =
      name === undefined ? "" : `//${user === undefined ? "" : `${handle(user, [])}@`}${host(fold(name))}`;
    return (
      scheme +
      authority +
      rest.replaceAll(/:\d+|[^/?#&=;:.]+/g, (part) => (part.startsWith(":") ? part : segment(part)))
    );
  };

  const plain = (text: string, names: readonly string[], roleAt: (at: number) => Role): string =>
    pieced(
      text,
      anyPiece,
      names,
      (word, at) => {
        if (affixes.test(word) && word !== text.trim()) return word;
        return !knows(word) && composedOf(word, names).length > 1 ? handle(word, names) : wordFor(word, roleAt(at));
      },
      roleAt,
    );

  /**
   * @param names words of the name of the person it belongs to, by which `akiss` is told to be `a` and `kiss`
   * @param isGiven whether it is a given name
   */
  return (text: string, names: readonly string[], isGiven: boolean): string => {
    const id = codes.known(text);
    if (id !== undefined || isUrl(text)) return id ?? url(text);
    // A user name is one word, put together from those of the name.
    const isHandle = /^[\p{L}\d._-]+$/u.test(text) && composedOf(text.replaceAll(/[^\p{L}]/gu, ""), names).length > 1;
    if (isHandle) return once(text, text, names);
    // The family's name stands before a comma, or else last.
    const [before, last] = [text.indexOf(","), text.search(/\S+\s*$/u)];
    const isFamily = (at: number): boolean => !isGiven && (before > 0 ? at < before : at >= last);
    return plain(text, names, (at) => (!isGiven && !isName(text) ? "words" : isFamily(at) ? "family" : "given"));
  };
}

/**
 * The words of a person's name, and initials, that a longer word is put together from: `annakiss`, `akiss`, `kissa`.
 * The word itself, where it is not.
 */
function composedOf(word: string, names: readonly string[]): readonly string[] {
  const known = names.flatMap((name) => [fold(name), fold(name).charAt(0)]);
  const parts = fold(word).match(new RegExp(longestFirst(known), "gu")) ?? [];
  // Initials alone are no name: any word would be one.
  return parts.join("") === fold(word) && parts.some((part) => part.length > 1) ? parts : [word];
}
