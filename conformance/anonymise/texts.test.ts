import { describe, expect, test } from "vitest";
import { languages } from "./languages.ts";
import { textsOf } from "./test-account.fixture.ts";

const { text: made, codes } = textsOf(["Anna Kiss", "kiss-sons", "10.1.2.3"]);

describe("the replacement", () => {
  test.each<[string, string, RegExp]>([
    ["an address", "anna.kiss@eu.kiss-sons.co.uk", /^[a-z]{3,6}\.[a-z]{3,6}@[a-z]+\.[a-z]+-[a-z]+\.test$/],
    ["one with a number", "Anna_89+news@web.de", /^[A-Z][a-z]+_\d\d\+[a-z]+@[a-z]+\.test$/],
    ["a telephone", "+49 (0)170/123-4567", /^\+49 \(0\)\d{3}\/\d{3}-\d{4}$/],
    ["one without a country", "030 1234567", /^0\d\d \d{7}$/],
    ["an IP address", "10.1.2.3", /^203\.0\.113\.\d+$/],
    ["one of version 6", "fe80::1ff:fe23:4567:890a", /^2001:db8::\d{4}:\d{4}$/],
    [
      "a link",
      "https://www.kiss-sons.com:8443/users/anna?lang=hu#kiss",
      /^https:\/\/www\.[a-z]+-[a-z]+\.test:8443\/users\/[a-z]+\?[a-z]+=[a-z]+#[a-z]+$/,
    ],
    [
      "a picture",
      "https://cdn.kiss.com/avatars/anna%20kiss.png",
      /^https:\/\/cdn\.[a-z]+\.test\/avatars\/[a-z]+%20[a-z]+\.png$/,
    ],
    ["a path", "/api/v1/users/anna", /^\/api\/v1\/users\/[a-z]+$/],
    ["a picture in the address", "data:image/png;base64,AAAA", /^data:image\/gif;base64,/],
    ["a VAT number", "DE123456789", /^DE\d{9}$/],
    ["a postcode", "SW1A 1AA", /^[A-Z]{2}\d[A-Z] \d[A-Z]{2}$/],
    ["words and what stands between them", "Hello, big   WORLD!", /^[A-Z][a-z]{3,5}, [a-z]{2,4} {3}[A-Z]{4,6}!$/],
    ["a name with a title", "Dr. Anna van Kiss", /^Dr\. [A-Z][a-z]+ van [A-Z][a-z]+$/],
    ["a company", "Kiss & Sons GmbH", /^[A-Z]\S+ & [A-Z]\S+ GmbH$/],
    ["digits in their script", "7 ٤٧ ७", /^\d [٠-٩]{2} [०-९]$/],
    ["digits of two code units", "𝟗𝟎𝟏𝟐", /^[𝟎-𝟿]{4}$/u],
    ["a sign", "🦄!", /^[^\w🦄]!$/u],
    ["an accent that stands alone", "\u0301 x", /^\u0301 [a-z]$/],
    ["a secret", "sk_live_8fJ3", /^[a-z]{2}_[a-z]{4}_\d[a-z][A-Z]\d$/],
    [
      "a text of anything",
      "Mail anna@kiss.com, or <b>call</b> 555-1234!",
      /^[A-Z]\w+ [a-z]+@[a-z]+\.test, [a-z]+ <b>[a-z]+<\/b> \d{3}-\d{4}!$/,
    ],
  ])("of %s has its format", (_, value, pattern) => {
    expect(made(value)).toMatch(pattern);
    expect(made(value)).not.toBe(value);
    expect(made(value)).toBe(made(value));
  });

  test("of different addresses differs, even for people with the same name", () => {
    const addresses = Array.from({ length: 300 }, (_, index) => made(`a.k${"x".repeat(index)}@kiss.com`));
    expect(new Set(addresses).size).toBe(300);
  });

  test("of an id in a text or a link is that of the record", () => {
    codes.learn(["usr_8f3k2a", "usr_771kk2", "usr_0a0b0c"]);
    const id = codes.of("usr_8f3k2a") ?? "";
    expect(id).toMatch(/^usr_\d[a-z]\d[a-z]\d[a-z]$/);
    expect(made("see usr_8f3k2a.")).toMatch(new RegExp(` ${id}\\.$`));
    expect(made("/users/usr_8f3k2a/avatar")).toBe(`/users/${id}/avatar`);
  });
});

describe("a name", () => {
  const { text, lexicon } = textsOf([]);
  const [given, family] = [lexicon.word("Anna", "given"), lexicon.word("Kiss", "family")];

  test.each([
    ["with the family first", "Kiss, Anna", `${family}, ${given}`],
    ["in capitals", "ANNA KISS", `${given} ${family}`.toUpperCase()],
    ["in a text, as in the record", "金城武様 to Anna Kiss", `${text("金城武")}. \\w+ ${given} ${family}`],
  ])("%s is composed of its parts' replacements", (_, name, expected) => {
    expect(text(name)).toMatch(new RegExp(`^${expected}$`));
  });

  const [latin] = languages;

  test("comes from the lists of its language", () => {
    const [first = "", last = ""] = textsOf([]).text("Hanna Novotny").split(" ");
    expect(latin?.given.join().toLowerCase().split(",")).toContain(first.toLowerCase());
    expect(latin?.family.join().toLowerCase().split(",")).toContain(last.toLowerCase());
  });

  test("comes from the lists without names of the source, and is then made up", () => {
    const { given: listed = [] } = latin ?? {};
    const { lexicon: other } = textsOf(listed);
    const others = listed.map((name) => other.word(name, "given"));
    expect(others.filter((name) => listed.includes(name))).toStrictEqual([]);
    expect(others.map(({ length }) => length)).toStrictEqual(listed.map(({ length }) => length));
  });

  test.each(languages.filter(({ code }) => code))("from a list of $script is a single word", (language) => {
    const names = [...language.given, ...language.family];
    expect(names.length).toBeGreaterThanOrEqual(90);
    expect(names.filter((name) => !new RegExp(`^\\p{sc=${language.script}}+$`, "u").test(name))).toStrictEqual([]);
  });
});
