import { errorTemplate, type ErrorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { identifierSchema, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { isObject, jsonText, type Json } from "../../fixtures/json.ts";
import type { FailureKind } from "../../fixtures/dialect/statuses.ts";

/** A failing request, by its problem: the kinds of a dialect first, then others. */
export const failingRequests = {
  missingToken: "a request without a token",
  refusedToken: "an unknown token",
  expiredToken: "an expired token",
  notFound: "an unknown subscription",
  unknownPath: "an unknown path",
  methodNotAllowed: "another method",
  badParameter: "an invalid parameter value",
  beyondLast: "a page beyond the last",
  unreadableBody: "a body that is not JSON",
  invalidBody: "a body without a required field",
  conflict: "a unique value that is in use",
  payloadTooLarge: "a body too large",
  unsupportedMediaType: "a body of another type",
  tooManyRequests: "a request over the rate limit",
  emptyToken: "an empty token",
  alteredToken: "an altered token",
  otherScheme: "another scheme",
  tokenInQuery: "a token in the query",
  otherId: "another id",
  otherQuery: "other query parameters",
  otherBody: "another body",
  otherPath: "another path",
  plainCall: "the plain request",
} as const satisfies Readonly<Record<FailureKind, string>> & Readonly<Record<string, string>>;

/** The problem of a failing request. */
export type ObservedFailure = keyof typeof failingRequests;

/** In the order of the output. */
export const observedFailures: readonly string[] = Object.keys(failingRequests);

/** Words as a list: `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.slice(-1).join("")}`;
}

/** A value in words: names and texts in backticks, numbers unchanged. */
export function plainly(value: Json): string {
  if (value === null) return "none";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `\`${jsonText(value)}\``;
}

/** A text that is in words already. */
export const asText = jsonText;

/** Words for each value of an enumeration. */
export function wordFor(words: Readonly<Record<string, string>>): (value: Json) => string {
  return (value) => (typeof value === "string" ? (words[value] ?? value) : plainly(value));
}

/** `email, name and role`. */
export function fields(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return "no field";
  return listed(value.map(String).toSorted());
}

/** `retry-after and x-limit`. */
export function listedNames(value: Json): string {
  return Array.isArray(value) && value.length > 0 ? listed(value.map(String)) : "none";
}

const alphabetWords: Readonly<Record<Extract<Identifier, { kind: "prefixed" }>["alphabet"], string>> = {
  digits: "digits",
  hex: "hexadecimal digits",
  base36: "digits and lower-case letters",
  base62: "digits and letters",
};

export function describeId(value: Json): string {
  const parsed = identifierSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const format = parsed.data;
  if (format.kind === "prefixed") {
    const rest = `${format.length} ${alphabetWords[format.alphabet]}`;
    return format.prefix === "" ? rest : `\`${format.prefix}\` and ${rest}`;
  }
  return { any: "strings of any format", integer: "whole numbers", digits: "whole numbers as strings", uuid: "UUIDs" }[
    format.kind
  ];
}

/** The content type and the body, with its placeholders. */
export function describeErrors(value: Json): string {
  const parsed = errorsSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const kinds = Object.keys(parsed.data.kinds ?? {});
  return (
    describeTemplate(errorTemplate(parsed.data)) + (kinds.length === 0 ? "" : `, and its own at ${kinds.join(", ")}`)
  );
}

function describeTemplate({ contentType, body }: ErrorTemplate): string {
  const text = jsonText(body).trim();
  return `${contentType ?? "no content type,"} \`${text.length > 160 ? `${text.slice(0, 157)}…` : text}\``;
}

type Schema = { readonly [keyword: string]: Json };

/**
 * The fields of a record with their types: `id: string, seenAt: string (date-time) or null`; for another value its
 * type.
 */
export function describeSchema(value: Json): string {
  if (!isObject(value)) return plainly(value);
  const { properties, required } = value;
  if (!isObject(properties) || Object.keys(properties).length === 0) return describeType(value);
  const always = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, schema]) => `${name}: ${describeType(schema)}${always.has(name) ? "" : " or absent"}`)
    .join(", ");
}

/** `an object with id: string`, or the type of another value. */
export function describeElement(value: Json): string {
  const text = describeSchema(value);
  return isObject(value) && isObject(value["properties"]) ? `an object with ${text}` : text;
}

/** The type of a value from its schema: `string (date) or null`, `object (code, seats)`, `array of string`. */
function describeType(schema: Json): string {
  if (!isObject(schema)) return "any value";
  const { enum: choices, format, properties, items } = schema;
  if (Array.isArray(choices)) return `one of ${listed(choices.map(String))}`;
  const details: Readonly<Record<string, string>> = {
    ...(typeof format === "string" && { string: `string (${format})` }),
    ...(isObject(properties) && { object: `object (${Object.keys(properties).join(", ")})` }),
    ...(items !== undefined && { array: `array of ${describeType(items)}` }),
  };
  const types = typesOf(schema);
  return types.length === 0 ? "any value" : types.map((type) => details[type] ?? type).join(" or ");
}

/** The types in a schema; without any, those of its enumeration. Empty: any. */
function typesOf({ type, enum: choices, properties }: Schema): readonly string[] {
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.map(String);
  if (Array.isArray(choices)) return [...new Set(choices.map((choice) => (choice === null ? "null" : typeof choice)))];
  return properties === undefined ? [] : ["object"];
}

/** `status (active, suspended)`. */
export function describeStates(value: Json): string {
  const states = Object.entries(isObject(value) ? value : {});
  if (states.length === 0) return "no field of a record";
  return states
    .map(([name, words]) => `${name} (${Array.isArray(words) ? words.map(jsonText).join(", ") : jsonText(words)})`)
    .join(", ");
}

export function describeCreateBody(value: Json): string {
  const { fields: schema = {}, status = 0 } = isObject(value) ? value : {};
  return `${describeSchema(schema)} is ${Number(status) < 300 ? "accepted" : `rejected with ${jsonText(status)}`}`;
}

/** For values that are either rejected or ignored. */
export const rejectedOr = wordFor({
  ignore: "ignored",
  default: "ignored",
  reject: "rejected",
  rejectInLists: "rejected by lists",
  rejectFirst: "rejected before the token is checked",
});
