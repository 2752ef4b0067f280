import fc from "fast-check";
import { expect, test } from "vitest";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { blankRecord, cellText, columnsOf, idOf, readRecord } from "./record-text.ts";

test("a record is parsed from JSON", () => {
  expect(readRecord('{"id":"x"}')).toStrictEqual({ id: "x" });
});

test.each([
  ["[]", "A record is a JSON object: it begins with { and ends with }."],
  ["", "Line 1, column 1: value expected."],
  ['{\n  "a": oops\n}', "Line 2, column 8: value expected."],
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: comma expected."],
  ['{"a": 1 /* b */}', "Line 1, column 9: invalid comment token."],
])("%j is rejected: %s", (text, problem) => {
  expect(mistakeIn(text)).toBe(problem);
});

test("all text that JSON.parse rejects is rejected with its place", () => {
  const broken = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", "]", "}", ":", '"', " ", "1", "-", "e", "\n", "\\", "\u00a0"),
  );
  fc.assert(
    fc.property(broken, ([json, at, insert]) => {
      const text = json.slice(0, at % json.length) + insert + json.slice((at % json.length) + 1);
      expect(mistakeIn(text)).toMatch(/^$|^Line \d+, column \d+: |^A record is a JSON object/);
    }),
    { numRuns: 1000 },
  );
});

function mistakeIn(text: string): string {
  try {
    readRecord(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test("the id is the first column, then each member in order of first use", () => {
  const records = [
    { name: "a", id: 7 },
    { id: 2, role: "x", name: "b" },
  ];
  expect(columnsOf(records)).toStrictEqual(["id", "name", "role"]);
  expect(records.map(idOf)).toStrictEqual(["7", "2"]);
});

test.each([
  ["x", "x"],
  [null, "null"],
  [undefined, ""],
  [{ a: [1] }, '{"a":[1]}'],
])("a cell shows %j as %j", (value, text) => {
  expect(cellText(value)).toBe(text);
});

test("a new record has the members of its schema, except the id", () => {
  expect(blankRecord(loadDialect("reference").records.user)).toStrictEqual({
    email: "",
    name: "",
    role: "owner",
    status: "active",
    createdAt: "",
    lastSeenAt: null,
  });
  const [a, b, c, d, e] = [{ default: 3 }, { const: "k" }, { type: "number" }, { type: "boolean" }, { type: "array" }];
  expect(blankRecord({ properties: { a, b, c, d, e, f: {}, g: true } })).toStrictEqual({
    a: 3,
    b: "k",
    c: 0,
    d: false,
    e: [],
    f: null,
    g: null,
  });
  expect(blankRecord(true)).toStrictEqual({});
});
