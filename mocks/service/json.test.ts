import { expect, test } from "vitest";
import { jsonText } from "./json.ts";

test.each([
  ["a text", "a text"],
  ["", ""],
  [0, "0"],
  [-1.5, "-1.5"],
  [null, "null"],
  [true, "true"],
  [["a", 1], '["a",1]'],
  [{ a: null }, '{"a":null}'],
])("jsonText of %j is %j", (value, text) => {
  expect(jsonText(value)).toBe(text);
});
