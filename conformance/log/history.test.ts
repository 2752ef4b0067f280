import { expect, test } from "vitest";
import { isMovedToFront } from "./history.ts";

test.each<readonly [what: string, after: string, isMoved: boolean | undefined]>([
  ["nothing", "abcdefgh", true],
  ["one record of the page", "dabcefgh", true],
  ["one record of another page", "xabcdefg", true],
  ["two records, one after the other", "fdabcegh", true],
  ["all records of a short page", "hg", undefined],
  ["more records than requests", "gfdabceh", false],
  ["a rotation", "bcdefgha", false],
  ["two records that change places further down", "abcdfegh", false],
  ["another order", "hgfedcba", false],
  ["another page", "stuvwxyz", false],
])("%s moved to the front of a page: %s", (_, after, isMoved) => {
  expect(isMovedToFront("abcdefgh".split(""), after.split(""), 2)).toBe(isMoved);
});
