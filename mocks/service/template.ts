import type { Arrival } from "./call.ts";
import { repeatsPerField, onlyPlaceholder, placeholderPattern } from "../../fixtures/dialect/placeholders.ts";
import { isObject, jsonText, type Json, type JsonObject } from "../../fixtures/values/json.ts";

export type Values = Readonly<Record<string, Json | undefined>>;

/** The value of a placeholder; `undefined` if it has none. */
export type ValueOf = (name: string) => Json | undefined;

/** One invalid field of a request body. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Fills the placeholders of a text; one without a value becomes empty. */
export function fillText(text: string, valueOf: ValueOf): string {
  return text.replaceAll(placeholderPattern, (_, name: string) => jsonText(valueOf(name) ?? ""));
}

/**
 * Fills the placeholders in any JSON. A text that is a single placeholder becomes the value itself; members and items
 * without a value are left out.
 * @param errors items and members with {{field}} or {{reason}} are repeated for each
 */
export function fillJson(template: Json, valueOf: ValueOf, errors?: readonly FieldError[]): Json | undefined {
  if (typeof template === "string") {
    if (!template.includes("{{")) return template;
    const name = onlyPlaceholder(template);
    return name === undefined ? fillText(template, valueOf) : valueOf(name);
  }
  const repeat = (item: Json): readonly (readonly [string, Json | undefined])[] =>
    (errors ?? []).map(({ field, message }) => [
      field,
      fillJson(item, (name) => (name === "field" ? field : name === "reason" ? message : valueOf(name))),
    ]);
  if (Array.isArray(template)) {
    return template
      .flatMap((item) =>
        errors !== undefined && repeatsPerField(item)
          ? repeat(item).map(([, one]) => one)
          : [fillJson(item, valueOf, errors)],
      )
      .filter((item) => item !== undefined);
  }
  if (!isObject(template)) return template;
  return fromPresent(
    Object.entries(template).flatMap(([name, member]) =>
      errors !== undefined && repeatsPerField(name)
        ? repeat(member)
        : [[name, fillJson(member, valueOf, errors)] as const],
    ),
  );
}

/** `fillJson` for an object. */
export function fillMembers(template: JsonObject, valueOf: ValueOf): JsonObject {
  return fromPresent(Object.entries(template).map(([name, member]) => [name, fillJson(member, valueOf)] as const));
}

/** An object of the members that have a value. */
export function fromPresent<Value>(members: readonly (readonly [string, Value | undefined])[]): Record<string, Value> {
  return Object.fromEntries(members.filter((member): member is [string, Value] => member[1] !== undefined));
}

/** The given values, and those that need nothing but the arrival of the request. */
export function withTimeValues(arrival: Arrival, values: Values): ValueOf {
  return (name) => (Object.hasOwn(values, name) ? values[name] : timeValue(name, arrival));
}

/** The value of a placeholder that needs nothing but the arrival of the request. */
export function timeValue(name: string, { number, now }: Arrival): Json | undefined {
  switch (name) {
    case "now":
      return new Date(now).toISOString();
    case "nowSeconds":
      return Math.floor(now / 1000);
    case "nowMilliseconds":
      return now;
    case "uuid":
      // A new id for each request, and the same ids in a replay.
      return `${toHex(number, 8)}-0000-4000-8000-${toHex(now, 12)}`;
    default:
      return undefined;
  }
}

function toHex(number: number, length: number): string {
  return number.toString(16).padStart(length, "0");
}
