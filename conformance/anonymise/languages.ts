import { ar, el, en, he, hy, ja, ka_GE, ko, ne, ru, th, zh_CN, type LocaleDefinition } from "@faker-js/faker";

/**
 * Locales of faker by script, cut down to what is drawn from them: at most 150 words of a kind, single ones, of the script itself. The build
 * puts the result in the place of this module, so that the package does not hold the rest of the locales.
 */
export const languages: readonly { readonly script: string; readonly locale: LocaleDefinition }[] = Object.entries({
  Latin: [en],
  Cyrillic: [ru],
  Greek: [el],
  Arabic: [ar],
  Hebrew: [he],
  Devanagari: [ne],
  Thai: [th],
  Georgian: [ka_GE],
  Armenian: [hy],
  Hangul: [ko],
  Han: [zh_CN, ja],
  Hiragana: [{}],
  Katakana: [{}],
}).flatMap(([script, locales]: [string, LocaleDefinition[]]) =>
  locales.map(({ metadata = {}, person, lorem }) => {
    const listed = (lists: unknown): string[] => {
      const words = [
        ...new Set(JSON.stringify(lists ?? "").match(new RegExp(`(?<=")\\p{sc=${script}}+(?="[,\\]])`, "gu"))),
      ];
      return words.filter((_, index) => index % Math.max(1, words.length / 150) < 1);
    };
    const split = (words: readonly string[]): { female: string[]; male: string[] } => {
      const half = Math.ceil(words.length / 2);
      return { female: words.slice(0, half), male: words.slice(half) };
    };
    const names = { first_name: split(listed(person?.first_name)), last_name: split(listed(person?.last_name)) };
    return { script, locale: { metadata, person: names, lorem: { word: listed(lorem?.word) } } };
  }),
);
