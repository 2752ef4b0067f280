import { isObject, own, type Json, membersOf, propertiesOf } from "../../fixtures/values/json.ts";
import { randomBytes } from "node:crypto";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { fillTargetDialect } from "./dialect.ts";
import type { Target } from "./target.ts";

type JsonObject = { readonly [key: string]: Json };

/** The body for `createUser` if neither the user nor a dialect provides one. */
export const illustrativeBody: JsonObject = {
  name: "Conformance {{unique}}",
  email: "conformance.{{unique}}@orgkit.example",
};

/** A body that the target's `createUser` should accept. */
export function goodBody(target: Pick<Target, "createBody" | "dialect">): Json {
  if (target.createBody !== undefined) return target.createBody;
  const dialect = fillTargetDialect(target);
  return dialect === undefined ? illustrativeBody : bodyFor(dialect);
}

/** A field that no service knows. */
export const unknownField = "orgkitUnknownField";

/** Whether a dialect declares that users have no other fields. */
export function isClosed(dialect: Dialect): boolean {
  return isDeclared(dialect, "records.user") && dialect.records.user["additionalProperties"] === false;
}

/** A valid body with one field that no dialect declares. */
export function withUnknownField(target: Pick<Target, "createBody" | "dialect">): Json {
  const good = goodBody(target);
  return { ...membersOf(good), [unknownField]: "orgkit" };
}

/** A body with an array instead of each value. */
export function withWrongTypes(body: Json): Json {
  return isObject(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]])) : [body];
}

/** A body with an array instead of its last value. */
export function withLastWrong(body: Json): Json {
  if (!isObject(body)) return [body];
  const last = Object.keys(body).at(-1);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name === last ? [value] : value]));
}

/** Non-ASCII letters, some that Latin-1 has, and some that it does not have; and what texts in JSON must escape. */
const furtherLetters = ` Zoë O'Żak "\\"`;

/** Fields with the name of a person or a group, not of an account. */
const named = /^(?!.*(?:user|login|nick|file|host|domain)).*(?:name|title)$/i;

/** Members of an object with a name. */
const partOfName = /^(?:first|given|last|family|full|display)/i;

/** A body with non-ASCII letters in its names; unchanged if it has none. */
export function withFurtherLetters(body: Json, isInName = false): Json {
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    const isName = named.test(name) || (isInName && partOfName.test(name));
    if (typeof value === "string") return [name, isName && !value.includes("@") ? value + furtherLetters : value];
    return [name, withFurtherLetters(value, isName)];
  });
  return Object.fromEntries(entries);
}

/**
 * A body with every field that the dialect requires, has as unique or shows in every user, each of its declared type,
 * without those that the service sets itself.
 */
export function bodyFor({ createUser, records }: Dialect): JsonObject {
  const properties = { ...propertiesOf(records.user), ...propertiesOf(createUser.body) };
  const fields = new Set([
    ...createUser.required,
    ...[...createUser.unique, ...names(records.user["required"])].filter((field) => !isSetByService(createUser, field)),
  ]);
  return Object.fromEntries([...fields].map((field) => [field, valueFor(field, membersOf(own(properties, field)))]));
}

function isSetByService({ generated, defaults }: Dialect["createUser"], field: string): boolean {
  return field === "id" || Object.hasOwn(generated, field) || Object.hasOwn(defaults, field);
}

function names(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function valueFor(field: string, schema: JsonObject): Json {
  const { enum: choices, type, format = formatOfPattern(schema), minimum } = schema;
  const kinds = Array.isArray(type) ? type : [type];
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  if (kinds.includes("string") || type === undefined) return textFor(field, format);
  if (kinds.includes("integer") || kinds.includes("number")) return typeof minimum === "number" ? minimum : 1;
  if (kinds.includes("boolean")) return true;
  if (kinds.includes("array")) return [];
  if (!kinds.includes("object")) return null;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    names(schema["required"]).map((name) => [name, valueFor(name, membersOf(own(properties, name)))]),
  );
}

/** For a text with an `@`, an address. */
function formatOfPattern({ pattern }: JsonObject): Json | undefined {
  return pattern === "@" ? "email" : undefined;
}

function textFor(field: string, format: Json | undefined): string {
  if (format === "email" || /e-?mail/i.test(field)) return "conformance.{{unique}}@orgkit.example";
  if (format === "date") return "2026-01-01";
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  return "Conformance {{unique}}";
}

/** The prefix of generated values. A letter comes first, so that names and addresses stay valid. */
export function newRunId(): string {
  return `orgkit${randomBytes(3).toString("hex")}`;
}

/** The unique values of any run in a text. */
export function findUniqueValues(text: string): readonly string[] {
  return text.match(/orgkit[0-9a-f]{6}-[0-9a-f]{8}/g) ?? [];
}
