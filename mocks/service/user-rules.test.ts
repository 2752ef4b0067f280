import type { JsonObject } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { compileUserRules } from "./user-rules.ts";

function faults(body: JsonObject, dialect: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return compileUserRules(dialectSchema.parse(dialect))
    .faults(body)
    .map(({ field, message }) => `${field}: ${message}`);
}

const good = { email: "ada@a.example", name: "Ada" };

describe("faults of a body in the reference dialect", () => {
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ["a good body", good, []],
    ["a full body", { ...good, role: "admin", team: { id: 1 } }, []],
    ["an empty body", {}, ["email: is required", "name: is required"]],
    ["no name", { email: "ada@a.example" }, ["name: is required"]],
    ["null for a required field", { ...good, name: null }, ["name: is required"]],
    ["an address that is none", { ...good, email: "ada" }, ['email: String does not match format "email".']],
    ["an empty name", { ...good, name: "" }, ["name: String is too short (0 < 1)."]],
    ["a number for a name", { ...good, name: 7 }, ['name: Instance type "number" is invalid. Expected "string".']],
    [
      "an unknown role",
      { ...good, role: "king" },
      ['role: Instance does not match any of ["owner","admin","member","billing"].'],
    ],
    ["wrong values for what the service sets itself", { ...good, id: 7, createdAt: "never", status: 1 }, []],
    ["prototype keys", JSON.parse('{"email":"a@a.example","name":"A","__proto__":1,"constructor":2}'), []],
    [
      "several faults",
      { email: "ada", role: 1 },
      [
        "name: is required",
        'email: String does not match format "email".',
        'role: Instance does not match any of ["owner","admin","member","billing"].',
      ],
    ],
  ])("%s", (_, body, expected) => {
    expect(faults(body)).toStrictEqual(expected);
  });
});

describe("faults in other dialects", () => {
  test("a field no one knows, where such are refused", () => {
    const dialect = { createUser: { unknownFields: "reject" } };
    expect(faults({ ...good, team: 1, toString: 2, role: "admin" }, dialect)).toStrictEqual([
      "team: is not known",
      "toString: is not known",
    ]);
  });

  test("none for a required field that the schema does not list", () => {
    const dialect = { createUser: { unknownFields: "reject", required: ["badge"] } };
    expect(faults({ badge: 3 }, dialect)).toStrictEqual([]);
  });

  test("only what is required by the dialect, not by the schema of records", () => {
    expect(faults({}, { createUser: { required: [] } })).toStrictEqual([]);
  });

  test("a field of any name", () => {
    const schema = { type: "object", additionalProperties: { type: "string" } };
    const dialect = { records: { user: schema }, createUser: { required: [] } };
    expect(faults({ "a/b~c %41#é": 1 }, dialect)).toStrictEqual([
      'a/b~c %41#é: Instance type "number" is invalid. Expected "string".',
    ]);
  });

  test("each field once, with its first fault", () => {
    const schema = { properties: { code: { type: "string", minLength: 9, pattern: "^x" } } };
    const dialect = { records: { user: schema }, createUser: { required: [] } };
    expect(faults({ code: "ab" }, dialect)).toStrictEqual(["code: String is too short (2 < 9)."]);
  });

  test("a fault inside a field, under the name of the field", () => {
    const schema = { properties: { team: { properties: { size: { type: "integer" } } } } };
    const dialect = { records: { user: schema }, createUser: { required: [] } };
    expect(faults({ team: { size: "many" } }, dialect).map((fault) => fault.split(":")[0])).toStrictEqual(["team"]);
  });
});

describe("isKnown", () => {
  const rules = compileUserRules(
    dialectSchema.parse({
      records: { user: { properties: { email: {} } } },
      createUser: { required: ["badge"], generated: { joined: "{{now}}" } },
    }),
  );

  test.each([
    ["email", true],
    ["badge", true],
    ["joined", true],
    ["name", false],
    ["constructor", false],
    ["__proto__", false],
  ])("%s: %s", (field, known) => {
    expect(rules.isKnown(field)).toBe(known);
  });
});
