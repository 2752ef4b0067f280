import { inCaseOf, memoize, retryUntil, type Lexicon } from "./lexicon.ts";
import { isPublicText, type SourceWords } from "./words.ts";
import { sharedPrefix } from "./structure.ts";

/** Replacements of ids and numbers: one for one, the same in all records, so that references stay valid. */
export type Codes = ReturnType<typeof createCodes>;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function createCodes({ faker, letter }: Lexicon, source: SourceWords) {
  const { number, string } = faker;
  const replacements = new Map<string, string>();
  const taken = new Set<string>();

  /** Replaces characters by others of the same kind. A leading zero stays, and a UUID keeps its version. */
  const drawn = (code: string): string => {
    const isUuid = uuid.test(code);
    const isHex = isUuid || /^(?=.*\d)(?=.*[a-f])[\da-f]{8,}$/i.test(code);
    return code.replaceAll(/\p{L}|\p{Nd}/gu, (character, at: number) => {
      if (isUuid && (at === 14 || at === 19)) return character;
      if (/\p{Nd}/u.test(character))
        return otherDigit(character, character === "0" && at === 0 ? 0 : number.int({ min: at === 0 ? 1 : 0, max: 9 }));
      return /[a-z]/i.test(character)
        ? inCaseOf(character, isHex ? string.fromCharacters("abcdef") : string.alpha())
        : letter(character);
    });
  };

  const other = memoize((code) => {
    const country = /^[A-Z]{2}(?=\d)/.exec(code)?.[0] ?? "";
    const draw = (): string => country + drawn(code.slice(country.length));
    return retryUntil((made) => made !== code && source.isFree(made), draw);
  });

  return {
    /** Makes replacements for the ids of one field, after their common prefix. */
    learn: (ids: readonly string[]): void => {
      const given = new Set(ids);
      const shared = sharedPrefix([...given]);
      // `AUR-` reveals the company Aurora.
      const letters = shared.replaceAll(/[^A-Za-z]/g, "");
      const isPersonal = !source.isFree(shared) || (letters.length > 1 && source.abbreviates(letters));
      const prefix = isPersonal && !isPublicText(shared) ? drawn(shared) : shared;
      for (const id of given) {
        if (replacements.has(id)) continue;
        const isSafe = (text: string): boolean => Number.isSafeInteger(Number(text));
        const isNew = (made: string): boolean => !taken.has(made) && made !== id && isSafe(made) >= isSafe(id);
        const isGood = (made: string): boolean =>
          isNew(made) && !given.has(made) && source.isFree(made.slice(prefix.length));
        const draw = (): string => prefix + drawn(id.slice(shared.length));
        // With so few digits left, the ids can only swap places.
        let made = retryUntil(isGood, draw);
        if (!isNew(made)) made = retryUntil(isNew, draw);
        while (taken.has(made)) made += String(made.length % 10);
        replacements.set(id, made);
        taken.add(made);
      }
    },
    known: (id: string): string | undefined => replacements.get(id),
    /** The replacement of an id; or of another number or secret, which keeps a two-letter country prefix. */
    of: (code: string): string => replacements.get(code) ?? other(code),
  };
}

/** A digit of the same script: the ten digits of a script are consecutive. */
function otherDigit(digit: string, value: number): string {
  let zero = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String.fromCodePoint(zero + value);
}
