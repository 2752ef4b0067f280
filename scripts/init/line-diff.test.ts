import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

function diffed(before: string, after: string): readonly string[] {
  const signs = { removed: "-", added: "+", same: " ", gap: "" } as const;
  return lineDiff(before, after).map(({ kind, text }) => signs[kind] + text);
}

test("what changes is shown with two lines on each side", () => {
  const lines = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const changed = lines.with(4, "five");
  expect(diffed(lines.join("\n"), changed.join("\n"))).toStrictEqual([" 3", " 4", "-5", "+five", " 6", " 7", "…"]);
});

test("a new text is all added, and breaks of lines are no difference", () => {
  expect(diffed("", "1\n\n2\n")).toStrictEqual(["+1", "+", "+2"]);
  expect(diffed("1\r\n2\r\n", "1\n2")).toStrictEqual([]);
});
