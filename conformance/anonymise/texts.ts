import type { Codes } from "./codes.ts";
import { isName, isUrl } from "./fields.ts";
import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { asciiName } from "../../fixtures/worlds/names.ts";
import { isPublicText, letters, type SourceWords, splitWords, unspaced } from "./words.ts";
import { inCaseOf, memoize, retryUntil, type Lexicon, type Role } from "./lexicon.ts";

/** Titles, name particles, and legal forms. */
const affixes =
  /^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|von|van|der|den|de|del|della|di|da|do|dos|du|la|le|el|al|bin|ibn|zu|GmbH|Ltd|LLC|Inc|PLC|ООО)$/;

/** A transparent picture of one pixel, which replaces pictures in `data:` URLs. */
const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Markup, which stays; words, digits and signs. */
const piece = `</?(?:a|b|br|div|em|h[1-6]|i|img|li|ol|p|span|strong|table|td|tr|u|ul)\\b|(?<row>[${unspaced}]+)|(?<word>${letters})|(?<digits>\\p{Nd}+)|(?<sign>[\\p{So}\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Co}])`;

/**
 * Addresses, country prefixes, which stay, and codes. Each starts at the start of a run of its characters, so that long
 * runs are read once.
 */
const embedded =
  /(?<link>\b(?:https?|ftp):\/\/[^\s<>"']+)|(?<email>(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.\p{L}{2,})|(?<ip>\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[\da-f]{1,4}:[\da-f:]*:[\da-f]{1,4}\b)|(?<![\p{L}\p{N}])\+\d\d?(?=[\s(./-])|(?<code>(?<![\w-])(?=[\w-]*\d)[\w-]+)/u;

const anyPiece = new RegExp(`${embedded.source}|${piece}`, "gu");
const pieceOfPart = new RegExp(piece, "gu");

/** A scheme, which stays; a host with its port; any other part of a URL. */
const partOfAddress =
  /^(?:[a-z]{2,6}:(?=\/\/)|(?:mailto|tel|sip|urn):)|(?:(?<=@|\/\/(?![^/?#]*@))|^(?=www\.))(?<host>[^/?#:@]+)(?<port>:\d{1,5}(?![^/?#]))?|(?<part>[^/?#&=;:.@]+)/giu;

/** Replaces free texts: their words, and the addresses, links, ids and codes in them. */
export function createTexts({ faker, word: wordFor, row: rowFor, knows }: Lexicon, codes: Codes, source: SourceWords) {
  const { number, helpers } = faker;
  /** An address from the ranges for documentation (RFC 5737, RFC 3849). */
  const ipFor = memoize((ip) =>
    ip.includes(":")
      ? helpers.fromRegExp("2001:db8::[1-9][0-9]{3}:[1-9][0-9]{3}")
      : `203.0.113.${number.int({ min: 1, max: 254 })}`,
  );

  /** Replaces pieces of a text, and keeps the rest. */
  const pieced = (
    text: string,
    pattern: RegExp,
    otherWord: (word: string, at: number) => string,
    roleAt: (at: number) => Role = () => "family",
  ): string => {
    let made = "";
    let end = 0;
    for (const { 0: all, index, groups = {} } of text.matchAll(pattern)) {
      const { link, email, ip, code, row, word, digits = code, sign } = groups;
      made += text.slice(end, index);
      end = index + all.length;
      if (word !== undefined) made += otherWord(word, index);
      else if (row !== undefined) made += rowFor(row, roleAt(index));
      else if (digits !== undefined) made += codes.of(digits);
      else if (email !== undefined) made += emailFor(email);
      else if (link !== undefined) made += url(link);
      else if (ip !== undefined) made += ipFor(ip);
      else made += sign === undefined ? all : sign === "★" ? "☆" : "★";
    }
    return made + text.slice(end);
  };

  const asciiWord = (word: string): string => {
    const made = wordFor(word, "family");
    return inCaseOf(word, asciiName(made) || made);
  };

  /** Ids, and words of interfaces, stay what they are in all records. */
  const partFor = (part: string): string =>
    codes.known(part) ??
    (isPublicText(part) && !splitWords(part).some(knows) ? part : pieced(part, pieceOfPart, asciiWord));

  const hostFor = (host: string): string => {
    if (/^[\d.]+$/.test(host)) return ipFor(host);
    // `co.uk` and `com.au` belong to the ending.
    const name = host.toLowerCase().replace(/(?:\.(?:co|com|org|net|ac|gov))?\.[^.]+$/, "");
    return name.replaceAll(/[^.]+/g, partFor) + (host.includes(".") ? ".test" : "");
  };

  const address = (text: string): string =>
    text
      .replaceAll(/(?:%[\da-f]{2})+/gi, percentDecoded)
      .replaceAll(partOfAddress, (all: string, host?: string, port = "", part?: string) =>
        host === undefined ? (part === undefined ? all : partFor(part)) : hostFor(host) + port,
      );

  const taken = new Set<string>();
  /** Keeps different values different: if two would become equal, the later one gets a number. */
  const emailFor = memoize((email) => {
    const isGood = (made: string): boolean => !taken.has(made) && source.isFree(made);
    const made = address(email);
    const numbered = (): string => made.replace("@", `${number.int({ min: 2, max: 999 })}@`);
    const good = isGood(made) ? made : retryUntil(isGood, numbered);
    taken.add(good);
    return good;
  });

  const url = (text: string): string => (text.startsWith("data:") ? pixel : encodeURI(address(text).toWellFormed()));

  /** @param isGiven whether it is a given name */
  return (text: string, isGiven: boolean): string => {
    const id = codes.known(text);
    if (id !== undefined || isUrl(text)) return id ?? url(text);
    // The family name is before a comma, or else last.
    const [before, last] = [text.indexOf(","), text.search(/\S+\s*$/u)];
    const isFamily = (at: number): boolean => !isGiven && (before > 0 ? at < before : at >= last);
    const roleAt = (at: number): Role => (!isGiven && !isName(text) ? "words" : isFamily(at) ? "family" : "given");
    return pieced(
      text,
      anyPiece,
      (word, at) => (affixes.test(word) && word !== text.trim() ? word : wordFor(word, roleAt(at))),
      roleAt,
    );
  };
}
