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
