import type { Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { canonical } from "../../target/records.ts";
import { textTemplate } from "./text-template.ts";

/** One failure: its status code, and a value in its body; `undefined` where it lacks it. */
export interface StatusValue {
  readonly status: number;
  readonly value: Json | undefined;
}

/** What differs from call to call and tells nothing of the failure: ids of requests, moments, paths. */
const volatile =
  /^(\d{4}-\d{2}-\d{2}[T ][\d:.+Z-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}|\/\S*|https?:\/\/\S+)$/i;

/** In the place of what changes and has no placeholder of its own. The mock leaves it out, and a judge takes any value. */
const varying = "{{varies}}";

/**
 * The template of which all these values are made. A member that only some failures have, and that is no text, is
 * the list of {{errors}}.
 */
export function jsonTemplate(samples: readonly StatusValue[]): Json | undefined {
  const present = samples.filter((sample): sample is { status: number; value: Json } => sample.value !== undefined);
  const values = present.map(({ value }) => value);
  const [first] = values;
  if (first === undefined) return undefined;
  if (present.length < samples.length) return values.every(isNested) ? "{{errors}}" : undefined;
  if (values.every((value) => typeof value === "string")) return ofTexts(present, values);
  if (present.every(({ status, value }) => value === status)) return "{{status}}";
  if (values.every(Array.isArray)) return ofLists(present, values);
  if (values.every(isMembers)) return ofMembers(present, values);
  return values.every((value) => canonical(value) === canonical(first)) ? first : undefined;
}

function isNested(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function isMembers(value: Json): value is { [key: string]: Json } {
  return isNested(value) && !Array.isArray(value);
}

function ofTexts(samples: readonly { status: number; value: Json }[], texts: readonly string[]): Json | undefined {
  if (texts.every((text, index) => text === String(samples[index]?.status))) return "{{status}}";
  const isChanging = new Set(texts).size > 1;
  if (isChanging && texts.every((text) => volatile.test(text))) return undefined;
  return textTemplate(texts.map((text, index) => ({ status: samples[index]?.status ?? 0, text })));
}

function ofLists(samples: readonly { status: number }[], lists: readonly (readonly Json[])[]): Json {
  const [first = []] = lists;
  if (lists.some((list) => list.length !== first.length)) return "{{errors}}";
  return first.map(
    (_, index) => jsonTemplate(samples.map(({ status }, at) => ({ status, value: lists[at]?.[index] }))) ?? varying,
  );
}

/** In the order of the failure with the most members. */
function ofMembers(samples: readonly { status: number }[], objects: readonly Record<string, Json>[]): Json {
  const longest = objects.toSorted((left, right) => Object.keys(right).length - Object.keys(left).length);
  const names = new Set(longest.flatMap((object) => Object.keys(object)));
  const members = [...names].map((name): [string, Json] => [
    name,
    jsonTemplate(samples.map(({ status }, at) => ({ status, value: memberOf(objects[at], name) }))) ?? varying,
  ]);
  return Object.fromEntries(members);
}

function memberOf(object: Record<string, Json> | undefined, name: string): Json | undefined {
  return object === undefined ? undefined : own(object, name);
}
