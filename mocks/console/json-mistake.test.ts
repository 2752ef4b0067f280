import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonMistake } from "./json-mistake.ts";

test.each([
  ["", 1, 1, "a value"],
  ['{\n  "a": oops\n}', 2, 8, "a value"],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma or the end of the list or object"],
  ['{ "a" 1 }', 1, 7, ":"],
  ["{ a: 1 }", 1, 3, "a name in quotation marks or }"],
  ['{ "a": 1, }', 1, 11, "a name in quotation marks"],
  ["[1, ]", 1, 5, "a value"],
  ["[,]", 1, 2, "a value or ]"],
  ['{"a": [1}', 1, 9, "a comma or the end of the list or object"],
  ['{"a": 1', 1, 8, "a comma or the end of the list or object"],
  ["{} {}", 1, 4, "no more text"],
  ['"tab\there"', 1, 1, "a value"],
  ["01", 1, 2, "no more text"],
])("%j stops at line %d, column %d: expected %s", (text, line, column, expected) => {
  expect(jsonMistake(text)).toStrictEqual({ line, column, expected });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("it finds a mistake exactly where JSON.parse does", () => {
  const nearly = fc
    .tuple(
      fc.jsonValue({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom("", ",", "]", "}", ":", '"', " ", "1", "-", "e", "\n", "\\"),
    )
    .map(([value, at, insert]) => {
      const text = JSON.stringify(value);
      const position = at % (text.length + 1);
      return text.slice(0, position) + insert + text.slice(insert === "" ? position + 1 : position);
    });
  fc.assert(
    fc.property(nearly, (text) => {
      expect(jsonMistake(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});
