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

/** Accents, vowel points and invisible signs; not the vowel signs of Indic scripts, which are letters of a word. */
const accents = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\p{Cf}]/gu;

/** A text as it is compared: without case, accents and width, so that `MÜLLER` and `muller` are one word. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(accents, "")
    .replaceAll(/[ßæœøłđðþıς]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize("NFC");
}

/** All ways a word is compared: `Müller` is `muller`, and `mueller` in an address. */
export function foldings(word: string): readonly string[] {
  const written = word.normalize("NFC").toLowerCase();
  return [...new Set([fold(word), fold(written.replaceAll(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter))])];
}

/** Words that an interface is made of, and that are no common names: of statuses, roles, plans, fields and paths. */
const words = new Set(
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

/** Is it a word of interfaces rather than of people? */
export function isPublicWord(word: string): boolean {
  return words.has(fold(word));
}

/** Are all words of this text, of which there is one at least, public? `past_due`, `read:users`, `PaidOut`. */
export function isPublicText(text: string): boolean {
  const found = splitWords(text);
  return found.length > 0 && found.every(isPublicWord);
}

/** The words of a name or a value: at separators, and where small letters turn into capitals. */
export function splitWords(text: string): readonly string[] {
  return (
    text.replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
