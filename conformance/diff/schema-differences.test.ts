import type { Json } from "../../fixtures/json.ts";
import { expect, test } from "vitest";
import { schemaDifferences, type Described } from "./value-differences.ts";

function record(properties: Json, required: readonly string[] = []): Json {
  return { type: "object", required: [...required], properties };
}

/** A record with the field `a`, which may be absent. */
const a = (field: Json): Json => record({ a: field });
const oneOf = (...values: readonly string[]): Json => a({ enum: [...values] });

const text = { type: "string" };
const integer = { type: "integer" };
const maybeText = { type: ["string", "null"] };
const date = { ...text, format: "date" };
const optional = a(text);
const required = record({ a: text }, ["a"]);
const nothing = record({});

const list = (items: Json): Json => a(record({ b: { type: "array", items } }));

type Knowledge = Described["knowledge"];

test.each<[a: Knowledge, Json, b: Knowledge, Json, differences: readonly string[]]>([
  ["seen", a(integer), "declared", a({ type: ["number", "null"] }), []],
  ["seen", oneOf("x"), "declared", oneOf("x", "y"), []],
  ["seen", optional, "declared", oneOf("x", "y"), []],
  ["seen", a(date), "declared", optional, []],
  ["seen", nothing, "declared", optional, []],
  ["seen", optional, "declared", nothing, []],
  ["seen", required, "declared", optional, []],
  ["seen", required, "declared", { type: "object" }, []],
  ["seen", a(integer), "declared", optional, ["a: integer | string"]],
  ["seen", a(maybeText), "declared", optional, ["a: string or null | string"]],
  ["seen", oneOf("x", "z"), "declared", oneOf("x"), ["a: one of x and z | one of x"]],
  ["seen", optional, "declared", a(date), ["a: string | string (date)"]],
  ["seen", required, "declared", nothing, ["a: string | no such field"]],
  ["seen", nothing, "declared", required, ["a: no such field | string"]],
  ["seen", optional, "declared", required, ["a: in some records | in every record"]],
  ["seen", list(text), "declared", list(integer), ["a.b[]: string | integer"]],
  ["seen", oneOf("x"), "seen", oneOf("y"), []],
  ["seen", a(maybeText), "seen", optional, []],
  ["seen", a({ type: "null" }), "seen", optional, []],
  ["seen", a(integer), "seen", a({ type: "number" }), []],
  ["seen", optional, "seen", nothing, []],
  ["seen", optional, "seen", a(integer), ["a: string | integer"]],
  ["seen", optional, "seen", a(date), ["a: string | string (date)"]],
  ["seen", required, "seen", nothing, ["a: string | no such field"]],
  ["declared", required, "declared", optional, ["a: in every record | in some records"]],
  ["declared", oneOf("x", "y"), "declared", oneOf("y", "x"), []],
  ["declared", record({ a: text, b: text }), "declared", optional, ["b: string | no such field"]],
  // A name that every JavaScript object has.
  [
    "declared",
    record({ constructor: text }, ["constructor"]),
    "declared",
    nothing,
    ["constructor: string | no such field"],
  ],
])("%s %j, %s %j: %j, in either order", (knowledgeOfA, ofA, knowledgeOfB, ofB, differences) => {
  const first = { value: ofA, knowledge: knowledgeOfA };
  const second = { value: ofB, knowledge: knowledgeOfB };
  expect(schemaDifferences(first, second).map((one) => `${one.field}: ${one.a} | ${one.b}`)).toEqual(differences);
  expect(schemaDifferences(second, first).map((one) => `${one.field}: ${one.b} | ${one.a}`)).toEqual(differences);
});
