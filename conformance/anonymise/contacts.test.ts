import { describe, expect, test } from "vitest";
import { composedOf } from "./contacts.ts";
import { createReplacements } from "./replacements.ts";
import { namesContext } from "./record-context.ts";
import { collectSourceWords } from "./source-words.ts";
import type { Treatment } from "./treatment.ts";

const { text, ids } = createReplacements(3, collectSourceWords(["Anna Kiss", "kiss-sons", "10.1.2.3"]));
const made = (treatment: Treatment, value: string): string => text(treatment, value, namesContext([]));

describe("what replaces", () => {
  test.each<[string, Treatment, string, RegExp]>([
    ["an address", "email", "anna.kiss@eu.kiss-sons.co.uk", /^[a-z]{3,6}\.[a-z]{3,6}@[a-z]+\.[a-z]+-[a-z]+\.test$/],
    ["one with a number", "email", "Anna_89+news@web.de", /^[A-Z][a-z]+_\d\d\+[a-z]+@[a-z]+\.test$/],
    ["a telephone", "phone", "+49 (0)170/123-4567", /^\+49 \(0\)\d{3}\/\d{3}-\d{4}$/],
    ["one without a country", "phone", "030 1234567", /^0\d\d \d{7}$/],
    ["an IP address", "ip", "10.1.2.3", /^203\.0\.113\.\d+$/],
    ["one of version 6", "ip", "fe80::1ff:fe23:4567:890a", /^2001:db8::\d{4}:\d{4}$/],
    [
      "a link",
      "url",
      "https://www.kiss-sons.com:8443/users/anna?lang=hu#kiss",
      /^https:\/\/www\.[a-z]+-[a-z]+\.test:8443\/users\/[a-z]+\?[a-z]+=[a-z]+#[a-z]+$/,
    ],
    [
      "a picture",
      "url",
      "https://cdn.kiss.com/avatars/anna%20kiss.png",
      /^https:\/\/cdn\.[a-z]+\.test\/avatars\/[a-z]+%20[a-z]+\.png$/,
    ],
    ["a path", "url", "/api/v1/users/anna", /^\/api\/v1\/users\/[a-z]+$/],
    ["a picture in the address", "url", "data:image/png;base64,AAAA", /^data:image\/gif;base64,/],
    ["a VAT number", "number", "DE123456789", /^DE\d{9}$/],
    ["a postcode", "secret", "SW1A 1AA", /^[A-Z]{2}\d[A-Z] \d[A-Z]{2}$/],
    ["a secret", "secret", "sk_live_8fJ3", /^[a-z]{2}_[a-z]{4}_\d[a-z][A-Z]\d$/],
    [
      "a text of anything",
      "text",
      "Mail anna@kiss.com, or <b>call</b> 555-1234!",
      /^[A-Z]\w+ [a-z]+@[a-z]+\.test, [a-z]+ <b>[a-z]+<\/b> \d{3}-\d{4}!$/,
    ],
  ])("%s has its format", (_, treatment, value, pattern) => {
    expect(made(treatment, value)).toMatch(pattern);
    expect(made(treatment, value)).not.toBe(value);
    expect(made(treatment, value)).toBe(made(treatment, value));
  });

  test("an IBAN or a card has check digits that fit", () => {
    const iban = made("number", "DE89 3704 0044 0532 0130 00").replaceAll(" ", "");
    const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => Number.parseInt(character, 36)).join("");
    expect(iban).toMatch(/^DE\d{20}$/);
    expect(BigInt(digits) % 97n).toBe(1n);
    const card = Array.from(made("number", "4111-1111-1111-1111").replaceAll("-", ""), Number).toReversed();
    const sum = card.reduce(
      (total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9),
      0,
    );
    expect(sum % 10).toBe(0);
  });

  test("different addresses are different, even of people of one name", () => {
    const addresses = Array.from({ length: 300 }, (_, index) => made("email", `a.k${"x".repeat(index)}@kiss.com`));
    expect(new Set(addresses).size).toBe(300);
  });

  test("an id in a text or a link is that of the record", () => {
    ids.learn(["usr_8f3k2a", "usr_771kk2", "usr_0a0b0c"]);
    const id = ids.of("usr_8f3k2a") ?? "";
    expect(id).toMatch(/^usr_\d[a-z]\d[a-z]\d[a-z]$/);
    expect(made("text", "see usr_8f3k2a.")).toMatch(new RegExp(` ${id}\\.$`));
    expect(made("url", "/users/usr_8f3k2a/avatar")).toBe(`/users/${id}/avatar`);
  });
});

test.each([
  ["annakiss", ["anna", "kiss"]],
  ["kissa", ["kiss", "a"]],
  ["akiss", ["a", "kiss"]],
  ["ak", ["ak"]],
  ["kissing", ["kissing"]],
])("%s is put together from the name as %j", (word, parts) => {
  expect(composedOf(word, ["Anna", "Kiss"])).toStrictEqual(parts);
});
