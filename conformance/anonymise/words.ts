import { percentDecoded } from "../../fixtures/percent-decoded.ts";

const spelledOut: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** Accents, vowel points and invisible signs; not the vowel signs of Indic scripts, which are letters. */
const accents = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\p{Cf}]/gu;

/** Normalizes a text for comparison: without case, accents and width, so that `MÜLLER` and `muller` are one word. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(accents, "")
    .replaceAll(/[ßæœøłđðþıς]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize("NFC");
}

/** All normalized spellings of a word: `Müller` is `muller`, and `mueller` in an address. */
export function foldings(word: string): readonly string[] {
  const written = word.normalize("NFC").toLowerCase();
  return [...new Set([fold(word), fold(written.replaceAll(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter))])];
}

/** Words of interfaces that are not common names: statuses, roles, plans, fields and paths. */
const publicWords = new Set(
  (
    "active inactive enabled disabled invited pending suspended blocked deleted archived expired verified confirmed " +
    "approved rejected trial trialing past due canceled cancelled ended paused paid unpaid open closed draft void overdue " +
    "refunded failed success error processing done sent partial full new old unknown none other default normal sandbox " +
    "test live public private true false yes no on off at by of the and or not owner admin administrator member manager " +
    "user guest viewer editor billing support developer staff employee customer partner contact primary read write all " +
    "free basic starter standard plus premium pro professional business team enterprise personal individual company " +
    "account first last service subscription subscriptions invoice invoices users plan seat seats day week month quarter " +
    "year daily weekly monthly yearly annual once manual automatic card bank transfer sepa payment net gross tax amount " +
    "total email mail phone mobile home work office web api v1 v2 http https www html json pdf csv png jpg male female " +
    "low medium high id key name date type status state role code number value label url com avatar avatars images photos " +
    "files documents media cdn static assets img app profile login logout example localhost self next prev usr sub inv acct cus org ord aktiv bezahlt offen monat jahr"
  ).split(" "),
);

/** Words of field names, though they are also names of people. */
const fieldWords = new Set(
  (
    "item items line lines price prices product products quantity qty unit units position positions discount discounts " +
    "order orders currency description text title kind category reference ref address addresses street city country zip " +
    "postal postcode region state language locale timezone zone phone phones fax note notes comment comments tag tags " +
    "group groups role roles permission permissions scope scopes flag flags feature features option options setting " +
    "settings preference preferences attribute attributes property properties metadata meta custom field fields link " +
    "links rel href self related relationship relationships created updated deleted modified changed at by on start end " +
    "from to since until period due issued expires valid count sum subtotal rate percent number limit used " +
    "remaining version format content body subject message source target parent child children owner author " +
    "given family full display middle birth gender age website photo picture avatar"
  ).split(" "),
);

/** Whether all words of this text are words of field names: `unitPrice`, `lines`. */
export function isFieldText(text: string): boolean {
  const found = splitWords(text);
  return found.length > 0 && found.every((word) => isPublicWord(word) || fieldWords.has(word.toLowerCase()));
}

/** Whether it is a word of interfaces, not of people. */
function isPublicWord(word: string): boolean {
  return publicWords.has(fold(word));
}

/** Whether this text has words, and all of them are public: `past_due`, `read:users`, `PaidOut`. */
export function isPublicText(text: string): boolean {
  const found = splitWords(text);
  return found.length > 0 && found.every(isPublicWord);
}

/** The words of a name or a value: split at separators and capital letters. */
export function splitWords(text: string): readonly string[] {
  return (
    text.replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Characters of scripts without spaces between words. */
export const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";

export const isRow = new RegExp(`^[${unspaced}]+$`, "u");

/** Letters of one word, in a script with spaces. */
export const letters = `(?![${unspaced}])\\p{L}(?:(?![${unspaced}])[\\p{L}\\p{M}])*`;

const runs = new RegExp(`[${unspaced}]+|\\p{Nd}+|${letters}`, "gu");

/** The words of the source's personal texts, which must not occur in a world. */
export interface SourceWords {
  /** Whether the text contains a word of the source, also inside a longer word or encoded. */
  readonly isFree: (text: string) => boolean;
  /** Whether a word of the source begins with it, as `Aurora` begins with `AUR`. */
  readonly abbreviates: (text: string) => boolean;
}

/**
 * Words of at least four letters, seven digits, or two characters of Han, Kana or Hangul (already a name) must not
 * occur inside others either; shorter ones only as whole words.
 * @param texts every personal text of the source
 */
export function collectSourceWords(texts: Iterable<string>): SourceWords {
  const words = new Set<string>();
  const fragments = new Set<string>();
  const add = (word: string, minLength: number): void => {
    words.add(word);
    if (lengthOf(word) >= minLength) fragments.add(word);
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
  const fragment = new RegExp([...fragments].join("|") || "(?!)");
  const isFreeRun = (run: string): boolean => isPublicWord(run) || (!words.has(run) && !fragment.test(run));
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

/**
 * All readings of a text: unchanged, percent-decoded, and decoded wherever it, or a part of it, is base64 or
 * hexadecimal of a text.
 */
function readingsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, percentDecoded);
  const encoded = [
    ...(plain.match(/[\w+/-]{6,}/g) ?? []).map((part) => Buffer.from(part, "base64")),
    ...(plain.match(/[\da-f]{8,}/gi) ?? []).map((part) => Buffer.from(part, "hex")),
  ].map((bytes) => bytes.toString("utf8"));
  // Whether this was encoded text, not just characters that happen to decode.
  return [
    ...new Set([text, plain, ...encoded.filter((part) => part !== "" && !/[\p{Cc}\p{Cn}\p{Co}\uFFFD]/u.test(part))]),
  ];
}
