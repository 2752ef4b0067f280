import { isObject, type Json } from "../../fixtures/json.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { own } from "../../fixtures/own.ts";
import { dialectOf } from "./dialect.ts";
import type { Target } from "./target.ts";

type JsonObject = { readonly [key: string]: Json };

/** What is sent to `createUser` where neither the user nor a dialect says what it wants. */
const illustrativeBody: JsonObject = {
  name: "Conformance {{unique}}",
  email: "conformance.{{unique}}@orgkit.example",
};

/** The body that a target's `createUser` should accept. */
export function goodBody(target: Pick<Target, "createBody" | "dialect">): Json {
  if (target.createBody !== undefined) return target.createBody;
  const dialect = dialectOf(target);
  return dialect === undefined ? illustrativeBody : bodyFor(dialect.filled);
}

/** A field that no service knows. */
export const unknownField = "orgkitUnknownField";

/** Whether the schema of a user has no room for another field. */
export function isClosed({ records }: Dialect): boolean {
  return ifDeclared(() => records.user["additionalProperties"]) === false;
}

/** A body that is good but for a field that no dialect declares. */
export function withUnknownField(target: Pick<Target, "createBody" | "dialect">): Json {
  const good = goodBody(target);
  return { ...(isObject(good) ? good : {}), [unknownField]: "orgkit" };
}

/** Letters that one byte does not hold, and such that Latin-1 has and others that it has not. */
const furtherLetters = " Zoë Żak";

/** Fields in which a person or a group of them is named, and not an account. */
const named = /^(?!.*(?:user|login|nick|file|host|domain)).*(?:name|title)$/i;

/** A body with letters beyond ASCII in what it names; as it is where it names nothing. */
export function withFurtherLetters(body: Json): Json {
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    if (typeof value === "string")
      return [name, named.test(name) && !value.includes("@") ? value + furtherLetters : value];
    return [name, withFurtherLetters(value)];
  });
  return Object.fromEntries(entries);
}

/** What a text turns into where its bytes are read in another encoding, or written in one that lacks its letters. */
export function misreadings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const others = ["windows-1252", "iso-8859-2"].map((encoding) => new TextDecoder(encoding).decode(bytes));
  const lost = ["?", "\ufffd", ""].flatMap((letter) =>
    [/[^\0-\x7f]/g, /[^\0-\xff]/g].map((letters) => text.replaceAll(letters, letter)),
  );
  return [bytes.toString("latin1"), ...others, ...lost].filter((other) => other !== text);
}

/**
 * A body with every field that the dialect requires, wants unique or has in every user, each of the type its schema
 * says; what the service sets itself is left out.
 */
export function bodyFor({ createUser, records }: Dialect): JsonObject {
  const properties = { ...members(records.user["properties"]), ...members(createUser.body?.["properties"]) };
  const fields = new Set([
    ...createUser.required,
    ...[...createUser.unique, ...names(records.user["required"])].filter((field) => !isSetByService(createUser, field)),
  ]);
  return Object.fromEntries([...fields].map((field) => [field, valueFor(field, members(own(properties, field)))]));
}

function isSetByService({ generated, defaults }: Dialect["createUser"], field: string): boolean {
  return field === "id" || Object.hasOwn(generated, field) || Object.hasOwn(defaults, field);
}

function names(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function valueFor(field: string, schema: JsonObject): Json {
  const { enum: choices, type, format = formatIn(schema), minimum } = schema;
  const kinds = Array.isArray(type) ? type : [type];
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  if (kinds.includes("string") || type === undefined) return textFor(field, format);
  if (kinds.includes("integer") || kinds.includes("number")) return typeof minimum === "number" ? minimum : 1;
  if (kinds.includes("boolean")) return true;
  if (kinds.includes("array")) return [];
  if (!kinds.includes("object")) return null;
  const properties = members(schema["properties"]);
  return Object.fromEntries(
    names(schema["required"]).map((name) => [name, valueFor(name, members(own(properties, name)))]),
  );
}

/** That of a text with an `@` is an address. */
function formatIn({ pattern }: JsonObject): Json | undefined {
  return pattern === "@" ? "email" : undefined;
}

function textFor(field: string, format: Json | undefined): string {
  if (format === "email" || /e-?mail/i.test(field)) return "conformance.{{unique}}@orgkit.example";
  if (format === "date") return "2026-01-01";
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  return "Conformance {{unique}}";
}

function members(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** What the values that a run makes up begin with. A letter comes first, so that a name or an address stays valid. */
export function newRunId(): string {
  return `orgkit${randomBytes(3).toString("hex")}`;
}

/** A body as JSON, each `{{unique}}` replaced by a fresh value that begins with the run's id. */
export function freshText(body: Json, runId: string): string {
  return fillFresh(JSON.stringify(body), runId);
}

export function fillFresh(text: string, runId: string): string {
  return text.replaceAll("{{unique}}", `${runId}-${randomUUID().slice(0, 8)}`);
}
