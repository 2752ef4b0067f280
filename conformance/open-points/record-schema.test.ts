import { describe, expect, test } from "vitest";
import { inferSchema } from "./record-schema.ts";

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
