import { describe, expect, test } from "vitest";
import { textsOf } from "./test-account.fixture.ts";

function replaced(given: readonly string[]): readonly string[] {
  const { codes } = textsOf(["Aurora Cycles", "Anna Kiss"]);
  codes.learn(given);
  return given.map((id) => codes.of(id) ?? "");
}

describe("an id is replaced by a similar one", () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      "UUIDs of their version",
      ["0190163d-8694-739b-aea5-966c26f8ad91"],
      /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    ],
    ["as many digits, without a zero in front", ["1001", "1002", "1003"], /^[1-9]\d{3}$/],
    ["a prefix that is public", ["sub_8f3k"], /^sub_\d[a-z]\d[a-z]$/],
    ["a prefix that all share", ["zq-1011", "zq-1012", "zq-1013"], /^zq-\d{4}$/],
    ["letters before digits", ["Q1", "Q2", "Q3"], /^Q\d$/],
    ["hexadecimal digits", ["5f3a90bc", "00ff12ab", "a1b2c3d4"], /^[\da-f]{8}$/],
    ["letters of their script", ["клиент-1"], /^\p{sc=Cyrillic}{6}-\d$/u],
  ])("%s", (_, given, pattern) => {
    const made = replaced(given);
    expect(made.filter((id) => !pattern.test(id))).toStrictEqual([]);
    expect(new Set(made).size).toBe(given.length);
    expect(made.filter((id, index) => id === given[index])).toStrictEqual([]);
  });

  test.each<[string, readonly string[], RegExp]>([
    ["abbreviates a name", ["AUR-1001", "AUR-1002", "AUR-1003"], /^AUR-/],
    ["is a name", ["kiss_1001", "kiss_1002", "kiss_1003"], /^kiss_/],
    ["is that of too few", ["zq-1001", "zq-1002"], /^zq-/],
  ])("without a prefix that %s", (_, given, prefix) => {
    expect(replaced(given).filter((id) => prefix.test(id))).toStrictEqual([]);
  });

  test("by swapping places if no others are left", () => {
    const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    expect(new Set(replaced(digits)).size).toBe(9);
  });

  test("so that an integer stays safe", () => {
    const large = Array.from({ length: 20 }, (_, index) => String(Number.MAX_SAFE_INTEGER - index));
    expect(replaced(large).filter((id) => !Number.isSafeInteger(Number(id)))).toStrictEqual([]);
  });
});
