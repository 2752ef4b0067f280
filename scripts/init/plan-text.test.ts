import { expect, test } from "vitest";
import { diffText } from "./plan-text.ts";

function diffed(present: string | undefined, text: string, max?: number): readonly string[] {
  const file = { path: "a.ts", action: "change", place: "", present, text } as const;
  return diffText(file, (_, shown) => shown, max)
    .split("\n")
    .map((line) => line.slice(4));
}

const lines = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

test("changes are shown with two lines of context, up to a number of lines", () => {
  const [before, after] = [lines.join("\n"), lines.with(4, "five").join("\n")];
  const all = ["  3", "  4", "- 5", "+ five", "  6", "  7", "  …"];
  expect(diffed(before, after).slice(1)).toStrictEqual(all);
  expect(diffed(before, after, 3).slice(1)).toStrictEqual([...all.slice(0, 3), "… and 4 more"]);
});

test("a new text is shown as added, line breaks are ignored, and invisible characters are shown", () => {
  expect(diffed(undefined, "1\n\n\u001B[2J\n").slice(1)).toStrictEqual(["+ 1", "+ ", "+ ␛[2J"]);
  expect(diffed("1\r\n2\r\n", "1\n2").slice(1)).toStrictEqual([]);
});
