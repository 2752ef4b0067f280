import type { Random } from "../../fixtures/worlds/random.ts";
import { sameSort, tryOften } from "./made-up-word.ts";
import type { SourceWords } from "./source-words.ts";

/** Replaces numbers that are assigned to people: in the same format, whatever stands between the digits. */
export interface Numbers {
  /** The prefix of a country stays: `+49`, not the digits after it. */
  readonly phone: (phone: string) => string;
  /**
   * A number of a card, an account or a tax payer; the two letters of a country before it stay. Check digits fit where they did: those
   * of an IBAN (ISO 13616) and of a card (ISO/IEC 7812).
   */
  readonly assigned: (number: string) => string;
  /** Secrets and codes: a digit for a digit, a letter for a letter. */
  readonly code: (code: string) => string;
}

const attempts = 100;

/** Letters and digits that `sameSort` knows how to replace. */
const characters = /[a-zA-Z\p{Nd}]/gu;

export function createNumbers(random: Random, source: SourceWords): Numbers {
  const replacements = new Map<string, string>();
  const taken = new Set<string>();

  /** The characters of a number without what separates them, replaced; the same for the same ones. */
  const replaced = (given: string, kept: number, mended = (made: string): string => made): string => {
    const known = replacements.get(given);
    if (known !== undefined) return known;
    const isHex = isHexadecimal(given);
    const draw = (): string =>
      mended(
        Array.from(given, (character, at) =>
          at < kept
            ? character
            : at === kept
              ? firstOther(random, character, isHex)
              : sameSort(random, character, isHex),
        ).join(""),
      );
    const isGood = (made: string): boolean => made !== given && !taken.has(made) && source.isFree(made);
    const made = tryOften(draw, isGood, attempts) ?? draw();
    replacements.set(given, made);
    taken.add(made);
    return made;
  };

  return {
    phone(phone) {
      const country = /^\s*(?:\+|00)(\d{1,2})(?=[\s(./-]|\d{4})/.exec(phone)?.[0] ?? "";
      return country + poured(phone.slice(country.length), replaced(charactersOf(phone.slice(country.length)), 0));
    },
    assigned(number) {
      const given = charactersOf(number);
      const mended = isIban(given) ? withIbanCheck : isLuhn(given) ? withLuhnCheck : undefined;
      return poured(number, replaced(given, /^[A-Z]{2}\d/.test(given) ? 2 : 0, mended));
    },
    code: (code) => poured(code, replaced(charactersOf(code), 0)),
  };
}

/** A number begins with a zero if it did before. */
function firstOther(random: Random, character: string, isHex: boolean): string {
  if (character === "0") return "0";
  const drawn = sameSort(random, character, isHex);
  return drawn === "0" ? "1" : drawn;
}

/** Eight characters or more, both digits and letters, and no letter after `f`. */
export function isHexadecimal(text: string): boolean {
  return /^(?=.*\d)(?=.*[a-f])[\da-f]{8,}$/.test(text) || /^(?=.*\d)(?=.*[A-F])[\dA-F]{8,}$/.test(text);
}

function charactersOf(text: string): string {
  return (text.match(characters) ?? []).join("");
}

/** The characters, in the places where the text has its own. */
function poured(text: string, made: string): string {
  const stream = Array.from(made).values();
  return text.replaceAll(characters, () => stream.next().value ?? "");
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) && remainder97(text.slice(4) + text.slice(0, 4)) === 1;
}

function withIbanCheck(text: string): string {
  const check = 98 - remainder97(`${text.slice(4)}${text.slice(0, 2)}00`);
  return `${text.slice(0, 2)}${String(check).padStart(2, "0")}${text.slice(4)}`;
}

/** Letters count as 10 to 35. */
function remainder97(text: string): number {
  return Array.from(text)
    .flatMap((character) => Array.from(String(Number.parseInt(character, 36)), Number))
    .reduce((rest, digit) => (rest * 10 + digit) % 97, 0);
}

function isLuhn(text: string): boolean {
  return /^\d{13,19}$/.test(text) && luhnSum(text) % 10 === 0;
}

function withLuhnCheck(text: string): string {
  const body = text.slice(0, -1);
  return body + String((10 - (luhnSum(`${body}0`) % 10)) % 10);
}

function luhnSum(text: string): number {
  return Array.from(text, Number)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9))
    .reduce((sum, digit) => sum + digit, 0);
}
