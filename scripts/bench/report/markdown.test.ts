import { expect, test } from "vitest";
import { atLeast, atMost } from "./goals.ts";
import { goalsText, sectionText, tableText } from "./markdown.ts";
import { megabytes, milliseconds, ratio, seconds, whole } from "./numbers.ts";

test("numbers stand to the right, words to the left", () => {
  const rows = [
    ["bare", "56,000", "yes"],
    ["orgkit", "9", "no"],
  ];
  expect(tableText({ title: "Speed", columns: ["server", "calls", "keeps"], texts: ["keeps"], rows })).toBe(
    [
      "**Speed**",
      "",
      "| server |  calls | keeps |",
      "| ------ | -----: | ----- |",
      "| bare   | 56,000 | yes   |",
      "| orgkit |      9 | no    |",
    ].join("\n"),
  );
});

test("a goal is met at its limit", () => {
  expect(
    [atLeast("a", 0.85, 0.85, ratio), atMost("b", 200, 200, milliseconds)].map(({ isMet }) => isMet),
  ).toStrictEqual([true, true]);
});

test("a goal that is missed is said to be", () => {
  const text = goalsText([atLeast("speed", 0.84, 0.85, ratio), atMost("start", 180, 200, milliseconds)]);
  expect(text).toContain("| speed | at least 0.85  | 0.84     | **not met** |");
  expect(text).toContain("| start | at most 200 ms | 180 ms   | met         |");
});

test("what could not be measured meets no goal", () => {
  expect([atLeast("a", Number.NaN, 1, ratio).isMet, atMost("b", Number.NaN, 1, ratio).isMet]).toStrictEqual([
    false,
    false,
  ]);
});

test("a section has its method, its tables and its pictures", () => {
  const text = sectionText({
    title: "Scale",
    method: "Three worlds.",
    tables: [{ columns: ["call"], rows: [["first"]] }],
    goals: [],
    figures: [{ file: "scale.svg", svg: "<svg/>", caption: "Cost" }],
    data: {},
  });
  expect(text).toBe("## Scale\n\nThree worlds.\n\n| call  |\n| ----- |\n| first |\n\n![Cost](scale.svg)");
});

test("numbers are as long as they are good", () => {
  expect([whole(12_345.6), ratio(0.876), ratio(2704.2), milliseconds(0.12345), milliseconds(1234.5)]).toStrictEqual([
    "12,346",
    "0.88",
    "2,704",
    "0.123 ms",
    "1,235 ms",
  ]);
  expect([megabytes(80_400_000), seconds(5949)]).toStrictEqual(["80 MB", "5.9 s"]);
});
