import { ar, el, en, he, hy, ja, ka_GE, ko, ne, ru, th, zh_CN, type LocaleDefinition } from "@faker-js/faker";

/**
 * Words of faker by script: at most 150 of a kind, single words of the script itself. The build inlines the result, so
 * that the package does not contain the locales.
 */
export const languages = Object.entries({
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
  locales.map(({ metadata, person, lorem }) => {
    const listed = (lists: unknown): readonly string[] => {
      const found = JSON.stringify(lists ?? "").match(new RegExp(`(?<=")\\p{sc=${script}}+(?="[,\\]])`, "gu"));
      const words = [...new Set(found)];
      return words.filter((_, index) => index % Math.max(1, words.length / 150) < 1);
    };
    const [given, family] = [listed(person?.first_name), listed(person?.last_name)];
    return { script, code: metadata?.code ?? "", given, family, words: listed(lorem?.word) };
  }),
);
