import { describe, expect, test } from "vitest";
import { collectSourceWords, fold } from "./words.ts";

const source = collectSourceWords([
  "Anna Kiss",
  "Li Wu",
  "王小明",
  "+49 170 1234567",
  "10115 Köln",
  "born 1980",
  "Müller, admin",
]);

describe("texts with words of the source", () => {
  test.each([
    ["a text of it", "anna kiss"],
    ["a word of it", "Dear ANNA"],
    ["a longer word that holds it", "Johannas"],
    ["a word of it with accents", "Ånnä"],
    ["a short word of it", "Li"],
    ["two characters of a name", "大小明"],
    ["digits of a telephone within others", "9912345670"],
    ["a postcode by itself", "PO 10115"],
    ["it as written in an address", "mueller@a.test"],
    ["it percent-encoded", "k%C3%B6ln"],
    ["it in base64", btoa("hello anna!")],
    ["it in hexadecimal digits", Buffer.from("anna").toString("hex")],
  ])("%s: %j", (_, text) => {
    expect(source.isFree(text)).toBe(false);
  });
});

test.each([
  ["another word", "Han-na"],
  ["a short word within another", "Oli"],
  ["one character of a name", "小"],
  ["a postcode within other digits", "9101159"],
  ["a year", "1980"],
  ["a word of interfaces", "admin"],
  ["nothing", ""],
])("a text without them: %s", (_, text) => {
  expect(source.isFree(text)).toBe(true);
});

test("an abbreviation is recognized by its possible words", () => {
  expect(["KIS", "kö", "X", ""].map((text) => source.abbreviates(text))).toStrictEqual([true, true, false, false]);
});

test.each([
  ["MÜLLER", "muller"],
  ["Łukasz", "lukasz"],
  ["Größe", "grosse"],
  ["ＡＮＮＡ", "anna"],
  ["an\u200Bna", "anna"],
  ["Йод", "иод"],
  ["Οδυσσέας", "οδυσσεασ"],
  ["מָשָׁל", "משל"],
  ["प्रिया", "प्रिया"],
  ["がく", "がく"],
  ["김민준", "김민준"],
])("%j is normalized to %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});
