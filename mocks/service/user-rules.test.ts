import type { JsonObject } from "../../fixtures/json.ts";
import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { compileUserRules } from "./user-rules.ts";

function faults(body: JsonObject, dialect: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const found = compileUserRules(dialectSchema.parse(dialect)).faults(body);
  return found.map(({ field, message }) => `${field}: ${message}`);
}

const good = { email: "ada@a.example", name: "Ada" };
const email = "email: must be a valid email";
const role = 'role: must be one of "owner","admin","member","billing"';

test.each<readonly [string, JsonObject, readonly string[]]>([
  ["a full body", { ...good, role: "admin", team: { id: 1 } }, []],
  ["an empty body", {}, ["email: is required", "name: is required"]],
  ["null for a required field", { ...good, name: null }, ["name: is required"]],
  ["an empty name", { ...good, name: "" }, ["name: must not be empty"]],
  ["a number for a name", { ...good, name: 7 }, ["name: must be of the type string"]],
  ["wrong values for what the service sets itself", { ...good, id: 7, createdAt: "never", status: 1 }, []],
  ["prototype keys", JSON.parse('{"email":"a@a.example","name":"A","__proto__":1,"constructor":2}'), []],
  ["several faults", { email: "ada", role: 1 }, ["name: is required", email, role]],
])("faults of %s", (_, body, expected) => {
  expect(faults(body)).toStrictEqual(expected);
});

/** Only a schema of records. */
function bySchema(user: JsonObject): Readonly<Record<string, unknown>> {
  return { records: { user }, createUser: { required: [] } };
}

test.each<readonly [string, JsonObject, Readonly<Record<string, unknown>>, readonly unknown[]]>([
  [
    "a field no one knows, where such are rejected",
    { ...good, team: 1, toString: 2, role: "admin" },
    { createUser: { unknownFields: "reject" } },
    ["team: is not known", "toString: is not known"],
  ],
  [
    "a required field that the schema does not list: none",
    { badge: 3 },
    { createUser: { unknownFields: "reject", required: ["badge"] } },
    [],
  ],
  ["what is required of records alone: none", {}, { createUser: { required: [] } }, []],
  [
    "a field of any name",
    { "a/b~c %41#é": 1 },
    bySchema({ type: "object", additionalProperties: { type: "string" } }),
    ["a/b~c %41#é: must be of the type string"],
  ],
  [
    "a field with two faults: the first",
    { code: "ab" },
    bySchema({ properties: { code: { type: "string", minLength: 9, pattern: "^x" } } }),
    ["code: must have at least 9 characters"],
  ],
  [
    "what is inside a field: named by the field",
    { team: { size: "many" } },
    bySchema({ properties: { team: { properties: { size: { type: "integer" } } } } }),
    [expect.stringMatching(/^team:/)],
  ],
])("faults of %s", (_, body, dialect, expected) => {
  expect(faults(body, dialect)).toEqual(expected);
});

test("known fields are those of the schema, required ones, and generated ones", () => {
  const dialect = dialectSchema.parse({
    records: { user: { properties: { email: {} } } },
    createUser: { required: ["badge"], generated: { joined: "{{now}}" } },
  });
  const fields = ["email", "badge", "joined", "name", "constructor", "__proto__"];
  expect(fields.filter(compileUserRules(dialect).isKnown)).toStrictEqual(["email", "badge", "joined"]);
});

test.each<readonly [body: JsonObject, schema: JsonObject, expected: readonly string[]]>([
  [{ email: "x", name: 7, role: "none" }, {}, []],
  [{ email: "x", name: "A" }, { properties: { email: { pattern: "@" } } }, ["email: does not match the pattern"]],
  [{ ...good, contact: {} }, { properties: { contact: { required: ["mail"] } } }, ["contact.mail: is required"]],
])("%j is validated by the declared schema of a body", (body, schema, expected) => {
  expect(faults(body, { createUser: { body: schema } })).toStrictEqual(expected);
});
