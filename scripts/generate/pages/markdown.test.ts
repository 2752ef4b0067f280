import { expect, test } from "vitest";
import { capitalised, code, fence, prose, table } from "./markdown.ts";

test("a bar or a line break in a cell does not end it", () => {
  expect(table(["a", ""], [["`x | y`", "one\n  two"]])).toBe(
    ["| a |  |", "| --- | --- |", String.raw`| ${"`x \\| y`"} | one two |`, ""].join("\n"),
  );
});

test("what could be a mark is escaped, but not within code", () => {
  expect(prose("a <token> of *all*, see [1], as `<x> *`")).toBe(
    String.raw`a \<token> of \*all\*, see \[1\], as ` + "`<x> *`",
  );
});

test("a text is code as it stands, any other value as JSON", () => {
  expect([code("Bearer x"), code(null), code(["a"])]).toStrictEqual(["`Bearer x`", "`null`", '`["a"]`']);
});

test("a fence ends on a line of its own, whether its text does or not", () => {
  expect([fence("sh", "ls"), fence("sh", "ls\n")]).toStrictEqual(["```sh\nls\n```\n", "```sh\nls\n```\n"]);
});

test("a sentence begins with a capital, unless it begins with code", () => {
  expect([capitalised("no records"), capitalised("`data` is")]).toStrictEqual(["No records", "`data` is"]);
});
