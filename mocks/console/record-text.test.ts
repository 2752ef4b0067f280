import { expect, test } from "vitest";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { blankRecord, cellText, columnsOf, idOf, readRecord } from "./record-text.ts";

test("a record is read from JSON", () => {
  expect(readRecord('{"id":"x"}')).toStrictEqual({ ok: true, record: { id: "x" } });
});

test.each([
  ["", "Line 1, column 1: expected a value."],
  ["[]", "A record is a JSON object: it begins with { and ends with }."],
  ["null", "A record is a JSON object: it begins with { and ends with }."],
  ['{\n"id": }', "Line 2, column 7: expected a value."],
])("%j is no record", (text, problem) => {
  expect(readRecord(text)).toStrictEqual({ ok: false, problem });
});

test("the id is the first column, then each member in the order it is met", () => {
  expect(
    columnsOf([
      { name: "a", id: 1 },
      { id: 2, role: "x", name: "b" },
    ]),
  ).toStrictEqual(["id", "name", "role"]);
  expect(idOf({ id: 7 })).toBe("7");
});

test.each([
  ["x", "x"],
  [null, "null"],
  [undefined, ""],
  [{ a: [1] }, '{"a":[1]}'],
])("a cell shows %j as %j", (value, text) => {
  expect(cellText(value)).toBe(text);
});

test("a new record has the members of its schema, but for the id", () => {
  expect(blankRecord(loadDialect("reference").records.user)).toStrictEqual({
    email: "",
    name: "",
    role: "owner",
    status: "active",
    createdAt: "",
    lastSeenAt: null,
  });
  const properties = {
    a: { default: 3 },
    b: { const: "k" },
    c: { type: "number" },
    d: { type: "boolean" },
    e: { type: "array" },
    f: {},
    g: true,
  };
  expect(blankRecord({ properties })).toStrictEqual({ a: 3, b: "k", c: 0, d: false, e: [], f: null, g: null });
  expect(blankRecord(true)).toStrictEqual({});
});
