import { Faker, type LocaleDefinition } from "@faker-js/faker";
import { prettyJson, mapNames, namesOf } from "../../fixtures/values/json.ts";
import type { Language } from "../../fixtures/worlds/made-up-records.ts";

/** The languages of made-up names, and their data of faker. */
const locales = {
  ar: "ar",
  cs: "cs_CZ",
  da: "da",
  de: "de",
  en: "en",
  es: "es",
  fr: "fr",
  he: "he",
  it: "it",
  ja: "ja",
  ko: "ko",
  nl: "nl",
  pl: "pl",
  pt: "pt_PT",
  ru: "ru",
  sv: "sv",
  tr: "tr",
  uk: "uk",
  zh: "zh_CN",
} as const satisfies Record<Language, string>;

/** What is drawn for each language: how many, and how. */
const lists = {
  given: [40, (faker) => faker.person.firstName()],
  family: [40, (faker) => faker.person.lastName()],
  company: [15, (faker) => faker.company.name()],
  city: [20, (faker) => faker.location.city()],
  street: [20, (faker) => faker.location.streetAddress()],
} as const satisfies Record<string, readonly [count: number, draw: (faker: Faker) => string]>;

/** The words that made-up records have, by language: a few of those of faker, so that a mock starts without it. */
export async function drawWords(): Promise<string> {
  const languages = Object.entries(locales).map(async ([language, name]) => {
    const data: { readonly faker: { readonly rawDefinitions: LocaleDefinition } } = await import(
      `@faker-js/faker/locale/${name}`
    );
    const { en, base } = await import("@faker-js/faker");
    const faker = new Faker({ locale: [data.faker.rawDefinitions, en, base], seed: 1 });
    const drawList = (list: keyof typeof lists): readonly string[] => {
      const [count, draw] = lists[list];
      return faker.helpers.uniqueArray(() => draw(faker), count);
    };
    return [language, mapNames(namesOf(lists), drawList)] as const;
  });
  return prettyJson(Object.fromEntries(await Promise.all(languages)));
}
