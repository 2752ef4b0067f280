import { expect, test } from "vitest";
import { formatOf, formatOfIds, isFieldName } from "./format.ts";

test.each([
  [null, "null"],
  [true, "boolean"],
  [3, "integer"],
  [3.5, "number"],
  ["Omar", "text"],
  ["", "text"],
  ["2026-01-31", "text (date)"],
  ["2026-01-31T10:00:00.123Z", "text (date-time)"],
  ["2026-01-31T10:00:00+02:00", "text (date-time)"],
  ["a@b.example", "text (e-mail)"],
  ["3f2b8c1e-9d4a-4c7b-8e21-5a6f7b8c9d0e", "text (uuid)"],
  ["https://a.example/x", "text (URL)"],
  [[], "list"],
  [{}, "object"],
])("the format of %j is %s", (value, expected) => {
  expect(formatOf(value)).toBe(expected);
});

test.each([
  ["createdAt", true],
  ["created_at", true],
  ["@id", true],
  ["a@b.example", false],
  ["3f2b8c1e-9d4a-4c7b-8e21-5a6f7b8c9d0e", false],
  ["usr_2024118", false],
  ["Omar Osei", false],
  ["", false],
])("%j reads like the name of a field: %j", (name, expected) => {
  expect(isFieldName(name)).toBe(expected);
});

test.each([
  [["3f2b8c1e-9d4a-4c7b-8e21-5a6f7b8c9d0e"], "a uuid"],
  [["1", "2044"], "an integer"],
  [["sub_7h2k9a1b", "sub_00aazz11"], "`sub_` and 8 characters (digits and lower-case letters)"],
  [["S-12", "S-1234"], "`S-` and digits"],
  [["007", "012"], "3 characters (digits)"],
  [["deadbeef0", "0123abcde"], "9 characters (hexadecimal digits)"],
  [["acme-cycles-gold", "acme-cycles-red"], "a text"],
  [["sub_a b"], "`sub_` and a text"],
])("ids like %j are %s", (ids, expected) => {
  expect(formatOfIds(ids)).toBe(expected);
});
