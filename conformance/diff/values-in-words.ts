import type { Json } from "../../fixtures/json.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { identifierSchema, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { listed } from "../checks/observed/seen.ts";

/** A value as it stands: names and texts in backticks, numbers as they are. */
export function plainly(value: Json): string {
  if (value === null) return "none";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** Says each value of an enumeration in words of its own. */
export function wordFor(words: Readonly<Record<string, string>>): (value: Json) => string {
  return (value) => (typeof value === "string" ? (words[value] ?? value) : plainly(value));
}

/** `email, name and role`. */
export function fields(value: Json): string {
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
  return { any: "texts of any form", integer: "whole numbers", uuid: "UUIDs" }[format.kind];
}

/** The content type and the body, with its placeholders. */
export function describeErrors(value: Json): string {
  const parsed = errorsSchema.safeParse(value);
  if (!parsed.success) return plainly(value);
  const { contentType, body } = errorTemplate(parsed.data);
  const text = typeof body === "string" ? body.trim() : JSON.stringify(body);
  return `${contentType} \`${text.length > 160 ? `${text.slice(0, 157)}…` : text}\``;
}
