import { describe, expect, test } from "vitest";
import { randomStream } from "../../fixtures/worlds/random.ts";
import { collectSourceWords } from "./source-words.ts";
import { createWords, type Words } from "./words.ts";
import { arabic } from "./writing/arabic.ts";
import { cyrillic } from "./writing/cyrillic.ts";
import { devanagari } from "./writing/devanagari.ts";
import { greek } from "./writing/greek.ts";
import { hebrew } from "./writing/hebrew.ts";
import { latin } from "./writing/latin.ts";
import { thai } from "./writing/thai.ts";

function words(...texts: readonly string[]): Words {
  return createWords(randomStream(2), collectSourceWords(texts));
}

describe("a name", () => {
  const { name, givenName, familyName } = words();

  test.each([
    ["of two words", "Anna Kiss", () => `${givenName("Anna")} ${familyName("Kiss")}`],
    ["with the family first", "Kiss, Anna", () => `${familyName("Kiss")}, ${givenName("Anna")}`],
    ["with a title", "Dr. Anna Kiss", () => `Dr. ${givenName("Anna")} ${familyName("Kiss")}`],
    ["with a particle", "Anna van Kiss", () => `${givenName("Anna")} van ${familyName("Kiss")}`],
    ["in capitals", "ANNA KISS", () => `${givenName("Anna")} ${familyName("Kiss")}`.toUpperCase()],
    ["in Chinese", "王小明", () => name("王小明")],
  ])("%s is put together from the names in it", (_, given, expected) => {
    expect(name(given)).toBe(expected());
    expect(name(given)).not.toBe(given);
  });

  test("is of the lists", () => {
    const { name: other } = words();
    const [given = "", family = ""] = other("Hanna Novotny").split(" ");
    expect(latin.given).toContain(given);
    expect(latin.family).toContain(family);
  });

  test("is of the lists without those of the source, and then made up", () => {
    const { givenName: other } = words(...latin.given);
    const made = latin.given.map((one) => other(one));
    expect(made.filter((one) => latin.given.includes(one))).toStrictEqual([]);
    expect(made.filter((one, index) => one.length !== latin.given[index]?.length)).toStrictEqual([]);
  });
});

test("a company keeps its legal form", () => {
  expect(words().company("Kiss & Sons GmbH")).toMatch(/^[A-Z]\S+ & [A-Z]\S+ GmbH$/);
});

describe("a text", () => {
  const { text } = words();

  test.each([
    ["words and what stands between them", "Hello, big   WORLD!", /^[A-Z][a-z]{3,5}, [a-z]{2,4} {3}[A-Z]{4,6}!$/],
    ["digits in their script", "7 ٤٧ ७", /^\d [٠-٩]{2} [०-९]$/],
    ["signs", "🦄!", /^[^\w🦄]!$/u],
    ["accents that stand alone", "\u0301 x", /^\u0301 [a-z]$/],
  ])("keeps %s", (_, given, pattern) => {
    expect(text(given)).toMatch(pattern);
  });

  test("names a person as the record does", () => {
    const { name, text: other } = words();
    const made = [name("金城武"), name("Anna Kiss")];
    expect(other("金城武様 to Anna Kiss")).toMatch(new RegExp(`^${made[0] ?? ""}. \\w+ ${made[1] ?? ""}$`));
  });
});

test.each(Object.entries({ arabic, cyrillic, devanagari, greek, hebrew, latin, thai }))(
  "the lists of %s",
  (_, script) => {
    const all = [...script.given, ...script.family, ...script.words];
    expect([script.given.length, script.family.length].every((length) => length >= 40)).toBe(true);
    expect(script.words.length).toBeGreaterThanOrEqual(50);
    expect(all.filter((word) => !/^[\p{L}\p{M}]+$/u.test(word) || !script.letters.test(word))).toStrictEqual([]);
    expect(script.words).toStrictEqual([...new Set(script.words.map((word) => word.toLowerCase()))]);
  },
);
