import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces, prettyJson } from "./shown-json.ts";

test("JSON is formatted, other text is unchanged", () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson("<!doctype html>")).toBeUndefined();
  expect(prettyJson('{"data": [')).toBeUndefined();
});

test("each kind of token is recognized", () => {
  const pieces = jsonPieces('{\n  "a\\"": "x: 1",\n  "n": [-1.5e3, true, null]\n}');
  expect(pieces.filter(({ kind }) => kind !== "mark").map(({ kind, text }) => `${kind} ${text}`)).toStrictEqual([
    String.raw`key "a\""`,
    'string "x: 1"',
    'key "n"',
    "number -1.5e3",
    "literal true",
    "literal null",
  ]);
});

test("no character is lost, whatever the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2);
      expect(
        jsonPieces(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
