import { fold } from "./fold.ts";
import { fieldPhrases, type FieldKind } from "./field-phrases.ts";
import { splitWords } from "./public-words.ts";

interface Phrase {
  readonly kind: FieldKind;
  /** Folded; words with a space between. */
  readonly text: string;
  readonly isWords: boolean;
}

const phrases: readonly Phrase[] = fieldPhrases.flatMap(([kind, listed]) =>
  listed.split(",").map((phrase) => {
    const text = fold(phrase.trim());
    return { kind, text, isWords: /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d ]+$/u.test(text) };
  }),
);

/** What a field is within, by the name of which its own is read: `first` in `name`, `line1` in `address`. */
const inherited: ReadonlySet<FieldKind> = new Set([
  "address",
  "company",
  "name",
  "phone",
  "email",
  "number",
  "secret",
  "url",
  "text",
]);

/**
 * What a field is taken for by its name and that of the object it is in.
 * @param keys names of objects and of the field itself, from the record on; without indexes
 * @returns undefined where the names say nothing
 */
export function fieldKindOf(keys: readonly string[]): FieldKind | undefined {
  const own = wordsOf(keys.at(-1) ?? "");
  const outer = wordsOf(keys.at(-2) ?? "");
  const told = kindOfWords(outer, own);
  if (told !== undefined && told !== "id") return told;
  const inheritedKind = outer.length > 0 ? fieldKindOf(keys.slice(0, -1)) : undefined;
  return inheritedKind !== undefined && inherited.has(inheritedKind) && told === undefined ? inheritedKind : told;
}

/** Is this the name of a field and nothing else, as `lastName` is and `annaEmail` is not? */
export function isFieldName(key: string): boolean {
  const name = wordsOf(key).join(" ");
  return phrases.some(({ text }) => text === name || text === singular(name));
}

/** The longest phrase that ends where the name does; of phrases as long, the first of the table. */
function kindOfWords(outer: readonly string[], own: readonly string[]): FieldKind | undefined {
  const names = [[...outer, ...own].join(" "), [...outer.map(singular), ...own.map(singular)].join(" ")];
  const together = own.join("");
  const matching = phrases.filter(({ text, isWords }) =>
    isWords
      ? names.some((name) => name === text || name.endsWith(` ${text}`))
      : together.includes(text.replaceAll(" ", "")),
  );
  return matching.reduce<Phrase | undefined>(
    (best, phrase) => (best === undefined || phrase.text.length > best.text.length ? phrase : best),
    undefined,
  )?.kind;
}

function singular(words: string): string {
  return words.replace(/(?<=[a-z]{2})s$/, "").replace(/(?<=ss)e$/, "");
}

function wordsOf(key: string): readonly string[] {
  return splitWords(key).map(fold);
}
