import { onlyPlaceholder, placeholder } from "../../fixtures/dialect/error-templates.ts";
import { jsonText, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";

export type Values = Readonly<Record<string, Json | undefined>>;

/** Puts values into the placeholders of a text; one without a value becomes empty. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(placeholder, (_, name: string) => asText(own(values, name)));
}

/**
 * Puts values into the placeholders of any JSON. A text that is one placeholder alone takes the value as it
 * is; a member or item whose placeholder has no value is left out.
 */
export function fillJson(template: Json, values: Values): Json | undefined {
  if (typeof template === "string") {
    if (!template.includes("{{")) return template;
    const name = onlyPlaceholder(template);
    return name === undefined ? fillText(template, values) : own(values, name);
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, values)).filter((item) => item !== undefined);
  }
  return typeof template === "object" && template !== null ? fillMembers(template, values) : template;
}

/** As `fillJson`, of an object. */
export function fillMembers(template: JsonObject, values: Values): JsonObject {
  const members = Object.entries(template).map(([key, value]): [string, Json | undefined] => [
    key,
    fillJson(value, values),
  ]);
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
}

function asText(value: Json | undefined): string {
  return value === undefined || value === null ? "" : jsonText(value);
}
