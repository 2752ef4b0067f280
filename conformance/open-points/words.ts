import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { isObject, jsonText, type Json } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import type { OpenPoint } from "./open-point.ts";
import { identifierSchema, type Identifier } from "../../fixtures/dialect/identifier-schema.ts";

/** Words as a list: `a`, `a and b`, `a, b and c`. */
function listed(words: readonly string[]): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.slice(-1).join("")}`;
}

/** A value in words: names and texts in backticks, numbers unchanged. */
export function plainly(value: Json): string {
  if (value === null) return "none";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `\`${jsonText(value)}\``;
}

/** Words for each value of an enumeration. */
export function wordFor(words: Readonly<Record<string, string>>): (value: Json) => string {
  return (value) => (typeof value === "string" ? (words[value] ?? value) : plainly(value));
}

/** For values that are either rejected or ignored. */
export const rejectedOr = wordFor({
  ignore: "ignored",
  default: "ignored",
  reject: "rejected",
  rejectInLists: "rejected by lists",
});

/** `email, name and role`. */
export function fieldsInWords(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return "no field";
  return listed(value.map(String).toSorted());
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

/** The media type and the body of failures, with its placeholders. */
export function describeErrors(value: Json): string {
  const parsed = errorsSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const { contentType, body } = errorTemplate(parsed.data);
  const text = jsonText(body).trim();
  const kinds = Object.keys(parsed.data.kinds ?? {});
  const own = kinds.length === 0 ? "" : `, and its own at ${kinds.join(", ")}`;
  const type = contentType?.split(";")[0] ?? "no content type,";
  return `${type} ${text === "" ? "without a body" : `\`${shortened(text, 160)}\``}${own}`;
}

/** The fields of a record with their types: `id: string, seenAt: string (date-time) or null`. */
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

/** The type of a value from its schema: `string (date) or null`, `object (code, seats)`, `array of string`. */
function describeType(schema: Json): string {
  if (!isObject(schema)) return "any value";
  const { type, enum: choices, format, properties, items } = schema;
  const details: Readonly<Record<string, string>> = {
    ...(typeof format === "string" && { string: `string (${format})` }),
    ...(isObject(properties) && { object: `object (${Object.keys(properties).join(", ")})` }),
    ...(items !== undefined && { array: `array of ${describeType(items)}` }),
  };
  const ofChoices = Array.isArray(choices) ? choices.map((one) => (one === null ? "null" : typeof one)) : [];
  const types = type === undefined ? [...new Set(ofChoices)] : [type].flat().map(String);
  return types.length === 0 ? "any value" : types.map((one) => details[one] ?? one).join(" or ");
}

/** A value in the words of its open point: `listUsers pages hold 20 users`. */
export function inWords({ subject, say = plainly }: Pick<OpenPoint, "subject" | "say">, value: Json): string {
  return `${subject} ${say(value)}`;
}
