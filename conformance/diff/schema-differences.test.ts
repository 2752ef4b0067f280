import type { Json } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { schemaDifferences, type Described } from "./schema-differences.ts";

function record(properties: Json, required: readonly string[] = []): Json {
  return { type: "object", required: [...required], properties };
}

function seen(schema: Json): Described {
  return { value: schema, knowledge: "seen" };
}

function declared(schema: Json): Described {
  return { value: schema, knowledge: "declared" };
}

const text = { type: "string" };

/** In words, both ways round: the comparison must not depend on which side comes first. */
function differences(a: Described, b: Described): readonly string[] {
  const told = schemaDifferences(a, b).map((one) => `${one.field}: ${one.a} | ${one.b}`);
  const turned = schemaDifferences(b, a).map((one) => `${one.field}: ${one.b} | ${one.a}`);
  expect(turned.toSorted()).toEqual(told.toSorted());
  return told;
}

test("a field that is called as what every object has is a field like any other", () => {
  expect(differences(declared(record({ constructor: text }, ["constructor"])), declared(record({})))).toEqual([
    "constructor: string | no such field",
  ]);
});

describe("what was seen, and what is declared", () => {
  test.each<[string, Json, Json]>([
    ["is narrower", record({ a: { type: "integer" } }), record({ a: { type: ["number", "null"] } })],
    ["has fewer values", record({ a: { enum: ["x"] } }), record({ a: { enum: ["x", "y"] } })],
    ["has not shown its few values", record({ a: text }), record({ a: { enum: ["x", "y"] } })],
    ["has a format that is not asked for", record({ a: { type: "string", format: "date" } }), record({ a: text })],
    ["lacks a field that is optional", record({}), record({ a: text })],
    ["has a field now and then", record({ a: text }), record({})],
    ["has a field always that is optional", record({ a: text }, ["a"]), record({ a: text })],
    ["is not described", record({ a: text }, ["a"]), { type: "object" }],
  ])("agree where it %s", (_, one, other) => {
    expect(differences(seen(one), declared(other))).toEqual([]);
  });

  test.each<[string, Json, Json, string]>([
    ["of another type", record({ a: { type: "integer" } }), record({ a: text }), "a: integer | string"],
    ["null now", record({ a: { type: ["string", "null"] } }), record({ a: text }), "a: string or null | string"],
    [
      "a value more",
      record({ a: { enum: ["x", "z"] } }),
      record({ a: { enum: ["x"] } }),
      "a: one of x and z | one of x",
    ],
    [
      "without its format",
      record({ a: text }),
      record({ a: { type: "string", format: "date" } }),
      "a: string | string (date)",
    ],
    ["new in every record", record({ a: text }, ["a"]), record({}), "a: string | no such field"],
    ["gone", record({}), record({ a: text }, ["a"]), "a: no such field | string"],
    ["not always there", record({ a: text }), record({ a: text }, ["a"]), "a: in some records | in every record"],
    [
      "deeper",
      record({ a: { type: "object", properties: { b: { type: "array", items: text } } } }),
      record({ a: { type: "object", properties: { b: { type: "array", items: { type: "integer" } } } } }),
      "a.b[]: string | integer",
    ],
  ])("differ where it is %s", (_, one, other, expected) => {
    expect(differences(seen(one), declared(other))).toEqual([expected]);
  });
});

describe("what was seen in two places", () => {
  test.each<[string, Json, Json]>([
    ["other values", record({ a: { enum: ["x"] } }), record({ a: { enum: ["y"] } })],
    ["null in one", record({ a: { type: ["string", "null"] } }), record({ a: text })],
    ["null alone in one", record({ a: { type: "null" } }), record({ a: text })],
    ["whole numbers in one", record({ a: { type: "integer" } }), record({ a: { type: "number" } })],
    ["a field in some records of one", record({ a: text }), record({})],
  ])("agrees: %s", (_, one, other) => {
    expect(differences(seen(one), seen(other))).toEqual([]);
  });

  test.each<[string, Json, Json, string]>([
    ["types without a common one", record({ a: text }), record({ a: { type: "integer" } }), "a: string | integer"],
    ["formats", record({ a: text }), record({ a: { type: "string", format: "uuid" } }), "a: string | string (uuid)"],
    ["a field that all records of one have", record({ a: text }, ["a"]), record({}), "a: string | no such field"],
  ])("differs: %s", (_, one, other, expected) => {
    expect(differences(seen(one), seen(other))).toEqual([expected]);
  });
});

test("two declarations differ wherever they say different things", () => {
  expect(differences(declared(record({ a: text }, ["a"])), declared(record({ a: text })))).toEqual([
    "a: in every record | in some records",
  ]);
  expect(
    differences(declared(record({ a: { enum: ["x", "y"] } })), declared(record({ a: { enum: ["y", "x"] } }))),
  ).toEqual([]);
  expect(differences(declared(record({ a: text, b: text })), declared(record({ a: text })))).toEqual([
    "b: string | no such field",
  ]);
});
