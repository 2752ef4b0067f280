import { expect, test } from "vitest";
import { blocksOf, commandsOf, missingLine } from "./page-blocks.fixture.ts";

test("blocks are found with their language and line", () => {
  const page = "# A\n\n```sh\nnpm ci   # all\n```\n\ntext\n\n```text\na\n\nb\n```\n";
  expect(blocksOf(page)).toStrictEqual([
    { language: "sh", text: "npm ci   # all\n", line: 3 },
    { language: "text", text: "a\n\nb\n", line: 9 },
  ]);
});

test("a command is a line without its comment, or several that are joined", () => {
  const text = `# first\ncurl -H "a: #b" x   # why\n\norgkit conform \\\n  --out a\n`;
  expect(commandsOf({ text })).toStrictEqual([`curl -H "a: #b" x`, "orgkit conform --out a"]);
});

test.each([
  ["a\nb\n", "a\nb\n", undefined],
  ["a\n…\nc\n", "0\na  \nb\nc\n", undefined],
  ["b\na\n", "a\nb\n", "expected: a\n  actual:   "],
  ["a\n", "ab\n", "expected: a\n  actual:   ab"],
])("the lines of %j in %j: missing is %j", (block, output, missing) => {
  expect(missingLine(block, output)).toBe(missing);
});
