import { expect, test } from "vitest";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { blankRecord, cellText, columnsOf, idOf, readRecord } from "./record-text.ts";

test.each([
  ["[]", "A record is a JSON object: it begins with { and ends with }."],
  ["", /JSON/],
  ['{"a": oops}', /JSON/],
])("%j is rejected: %s", (text, problem) => {
  expect(() => readRecord(text)).toThrow(problem);
});

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
