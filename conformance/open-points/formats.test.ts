import { expect, test, describe } from "vitest";
import { findIdFormat, idNameIn, inferSchema } from "./formats.ts";

const uuid = "0190a3c2-1f4e-7abc-8def-0123456789ab";

test.each([
  [[1, 23, 456], { kind: "integer" }],
  [["1", "23", "456"], { kind: "digits" }],
  [[uuid], { kind: "uuid" }],
  [["usr_8f3k", "usr_zz01"], { kind: "prefixed", prefix: "usr_", alphabet: "base36", length: 4 }],
  [["s-12", "s-34"], { kind: "prefixed", prefix: "s-", alphabet: "digits", length: 2 }],
  [["x1a2", "x3bc", "xffe"], { kind: "prefixed", prefix: "x", alphabet: "hex", length: 3 }],
  // A first letter that is a hexadecimal digit may be chance, unless many ids have it.
  [["e1a2", "e3bc", "effe"], { kind: "prefixed", prefix: "", alphabet: "hex", length: 4 }],
  [["e1a2", "e3bc", "effe", "e0b0"], { kind: "prefixed", prefix: "e", alphabet: "hex", length: 3 }],
  // One id, however often it is seen, shows no prefix.
  [["s1", "s1"], { kind: "prefixed", prefix: "", alphabet: "base36", length: 2 }],
  // Two hexadecimal letters may be chance.
  [["d7", "4b"], { kind: "prefixed", prefix: "", alphabet: "base36", length: 2 }],
  [["123456", "123789"], { kind: "prefixed", prefix: "", alphabet: "digits", length: 6 }],
  [["aZ3", "Qr9"], { kind: "prefixed", prefix: "", alphabet: "base62", length: 3 }],
  [["alice", "bob"], { kind: "any" }],
  [["a~b", "c~d"], { kind: "any" }],
  [[], { kind: "any" }],
])("%j", (ids, format) => {
  expect(findIdFormat(ids)).toEqual(format);
});

test.each<[kind: "user" | "subscription" | "invoice", name: string | undefined, ...Parameters<typeof idNameIn>[0]]>([
  ["user", "id", { uuid: "a", id: "x@a.example" }, { uuid: "b", id: "x@a.example" }],
  ["user", "ref", { login: "ada1", ref: "usr_1" }, { login: "bob2", ref: "usr_2" }],
  ["user", "employeeNumber", { mail: "a@x.example", employeeNumber: "E-1", grade: "std" }],
  ["user", undefined, { email: "a@x.example", login: "ada1" }, { email: "b@x.example", login: "bob2" }],
  ["invoice", "number", { subscription_id: 1, number: "LG-1" }, { subscription_id: 2, number: "LG-2" }],
  ["invoice", undefined, { number: "1", cents: 5 }, { number: "1", cents: 6 }],
  ["user", "pk", { email: "a@x.example", pk: 11 }],
  ["invoice", undefined, { amount: "100.50" }, { amount: "101.00" }],
  ["subscription", undefined],
])("the id of a %s is %s", (kind, name, ...records) => {
  expect(idNameIn(records, kind)).toBe(name);
});

test("the value by which a record was requested is its id, whatever the names", () => {
  const records = [{ key: "basic-1", agreement: "sub_9f2a" }];
  expect(idNameIn(records, "subscription")).toBe("key");
  expect(idNameIn(records, "subscription", ["sub_9f2a"])).toBe("agreement");
});

function property(values: readonly unknown[], name = "field", isAll = false): unknown {
  const { properties } = inferSchema(
    values.map((value) => ({ [name]: value })),
    isAll,
  );
  return Object.entries(Object(properties)).find(([key]) => key === name)?.[1];
}

function times<T>(count: number, values: readonly T[]): T[] {
  return Array.from({ length: count }, () => values).flat();
}

test("a field that some records lack is optional", () => {
  expect(inferSchema([{ id: 1, nick: "a" }, { id: 2 }], true)).toMatchObject({ required: ["id"] });
});

test.each([
  [[1, 2], { type: "integer" }],
  [[1, 2.5], { type: "number" }],
  [["a", null], { type: ["string", "null"] }],
  [[null], { type: "null" }],
  [[1, "a"], { type: ["integer", "string"] }],
  [["2026-01-01", "2026-02-03"], { type: "string", format: "date" }],
  [["2026-01-01T00:00:00Z"], { type: "string", format: "date-time" }],
  [["ada@example.org"], { type: "string", format: "email" }],
  [["ada@example.org", "Ada"], { type: "string" }],
  [[[1], []], { type: "array", items: { type: "integer" } }],
  [[{ a: 1 }, {}], { type: "object", properties: { a: { type: "integer" } } }],
])("%j", (values, schema) => {
  expect(property(values)).toEqual(schema);
});

describe("choices need evidence", () => {
  test("many texts, with a few frequent values", () => {
    expect(property(times(20, ["on", "off", "on"]))).toEqual({ enum: ["off", "on"] });
  });

  test("a value seen only once suggests others", () => {
    expect(property([...times(20, ["on", "off"]), "rare"])).toEqual({ type: "string" });
  });

  test("fewer texts are enough if they are all", () => {
    const values = times(6, ["on", "off"]);
    expect(property(values)).toEqual({ type: "string" });
    expect(property(values, "field", true)).toEqual({ enum: ["off", "on"] });
  });

  test("a constant is not a choice", () => {
    expect(property(times(50, ["EUR"]))).toEqual({ type: "string" });
  });

  test.each(["name", "last_name", "city", "subscriptionId"])("%s is about a person or a record", (name) => {
    expect(property(times(20, ["Ada", "Grace"]), name)).toEqual({ type: "string" });
  });
});

test("members named by data are not listed", () => {
  const record = { scores: { "ada@example.org": 1 } };
  expect(JSON.stringify(inferSchema([record, record], true))).not.toContain("ada@");
});

test("a format is used only if JSON Schema accepts the values", () => {
  const formats = (mail: string): unknown => inferSchema([{ mail }, { mail: "a@x.example" }], true)["properties"];
  expect(formats("zoe@x.example")).toEqual({ mail: { type: "string", format: "email" } });
  expect(formats("zo\u00E9@x.example")).toEqual({ mail: { type: "string" } });
});
