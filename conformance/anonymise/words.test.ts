import { describe, expect, test } from "vitest";
import { languages } from "./languages.ts";
import { textsOf } from "./test-account.fixture.ts";

const listedIn = (names: object | null = {}): readonly string[] => Object.values(names ?? {}).flat();

describe("a name", () => {
  const { text, given, lexicon } = textsOf([]);
  const family = (name: string): string => lexicon.word(name, "family");

  test.each([
    ["of two words", "Anna Kiss", () => `${given("Anna")} ${family("Kiss")}`],
    ["with the family first", "Kiss, Anna", () => `${family("Kiss")}, ${given("Anna")}`],
    ["with a title", "Dr. Anna Kiss", () => `Dr. ${given("Anna")} ${family("Kiss")}`],
    ["with a particle", "Anna van Kiss", () => `${given("Anna")} van ${family("Kiss")}`],
    ["in capitals", "ANNA KISS", () => `${given("Anna")} ${family("Kiss")}`.toUpperCase()],
    ["in Chinese", "王小明", () => text("王小明")],
  ])("%s is put together from the names in it", (_, name, expected) => {
    expect(text(name)).toBe(expected());
    expect(text(name)).not.toBe(name);
  });

  test("is of the lists of its language", () => {
    const { text: other } = textsOf([]);
    const [first = "", last = ""] = other("Hanna Novotny").split(" ");
    const { person } = languages[0]?.locale ?? {};
    expect(listedIn(person?.first_name).join().toLowerCase().split(",")).toContain(first.toLowerCase());
    expect(listedIn(person?.last_name).join().toLowerCase().split(",")).toContain(last.toLowerCase());
  });

  test("is of the lists without those of the source, and then made up", () => {
    const listed = listedIn(languages[0]?.locale.person?.first_name);
    const made = listed.map((name) => textsOf(listed).given(name));
    expect(made.filter((name) => listed.includes(name))).toStrictEqual([]);
    expect(made.filter((name, index) => name.length !== listed[index]?.length)).toStrictEqual([]);
  });
});

test("a company keeps its legal form", () => {
  expect(textsOf([]).text("Kiss & Sons GmbH")).toMatch(/^[A-Z]\S+ & [A-Z]\S+ GmbH$/);
});

describe("a text", () => {
  const { text } = textsOf([]);

  test.each([
    ["words and what stands between them", "Hello, big   WORLD!", /^[A-Z][a-z]{3,5}, [a-z]{2,4} {3}[A-Z]{4,6}!$/],
    ["digits in their script", "7 ٤٧ ७", /^\d [٠-٩]{2} [०-९]$/],
    ["signs", "🦄!", /^[^\w🦄]!$/u],
    ["accents that stand alone", "\u0301 x", /^\u0301 [a-z]$/],
  ])("keeps %s", (_, source, pattern) => {
    expect(text(source)).toMatch(pattern);
  });

  test("names a person as the record does", () => {
    const { text: other } = textsOf([]);
    const made = [other("金城武"), other("Anna Kiss")];
    expect(other("金城武様 to Anna Kiss")).toMatch(new RegExp(`^${made[0] ?? ""}. \\w+ ${made[1] ?? ""}$`));
  });
});

test.each(languages.filter(({ locale }) => (locale.metadata?.code ?? "") !== ""))(
  "the names of $script are single words of it",
  ({ script, locale }) => {
    const names = [...listedIn(locale.person?.first_name), ...listedIn(locale.person?.last_name)];
    expect(names.length).toBeGreaterThanOrEqual(90);
    expect(names.filter((name) => !new RegExp(`^\\p{sc=${script}}+$`, "u").test(name))).toStrictEqual([]);
  },
);
