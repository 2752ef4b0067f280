import { onlyPlaceholder, placeholder } from "../../fixtures/dialect/error-templates.ts";
import { jsonText, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";

export type Values = Readonly<Record<string, Json | undefined>>;

/** Fills the placeholders of a text; one without a value becomes empty. */
export function fillText(text: string, values: Values): string {
  return text.replaceAll(placeholder, (_, name: string) => asText(own(values, name)));
}

/**
 * Fills the placeholders in any JSON. A text that is a single placeholder becomes the value itself; members and items
 * without a value are left out.
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

/** `fillJson` for an object. */
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

/**
 * The placeholders that need nothing but the time.
 * @param now milliseconds since 1970
 */
export function timeValues(now: number) {
  return {
    now: new Date(now).toISOString(),
    nowSeconds: Math.floor(now / 1000),
    nowMilliseconds: now,
    // A new id each time, and the same ids in a replay.
    uuid: `00000000-0000-4000-8000-${now.toString(16).padStart(12, "0")}`,
  };
}
