import { expect, test } from "vitest";
import { fold, foldings } from "./fold.ts";

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
])("%j is compared as %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("an umlaut is compared as it is written in an address, too", () => {
  expect(foldings("Müller")).toStrictEqual(["muller", "mueller"]);
  expect(foldings("Anna")).toStrictEqual(["anna"]);
});
