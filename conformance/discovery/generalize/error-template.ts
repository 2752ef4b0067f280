import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { errorTemplate, type ErrorTemplate } from "../../../fixtures/dialect/error-templates.ts";
import type { Errors } from "../../../fixtures/dialect/errors.ts";
import { matchesJson } from "../matches-template.ts";
import { canonical } from "../../target/records.ts";
import { parseJson } from "../../target/parse-json.ts";
import { textTemplate } from "./text-template.ts";

/** A failure as it was received. */
export interface FailureSample {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const formats = ["problem", "enveloped", "object", "text"] as const;

/** The `errors` of a dialect that words failures like these; all of one content type, one at least. */
export function errorsOf(samples: readonly FailureSample[]): Errors {
  const template = templateOf(samples);
  const format = formats.find((name) => isBuiltIn(errorTemplate({ format: name }), template, samples));
  return format === undefined ? { format: "template", ...template } : { format };
}

function templateOf(samples: readonly FailureSample[]): ErrorTemplate {
  const [{ contentType } = { contentType: "" }] = samples;
  const structures = samples.map(({ body }) => structureIn(body));
  if (structures.every((value) => value !== undefined)) {
    const values = samples.map(({ status }, index) => ({ status, value: structures[index] ?? null }));
    return { contentType: contentType || "application/json", body: jsonTemplate(values) ?? {} };
  }
  const texts = samples.map(({ status, body }) => ({ status, text: body }));
  return { contentType: contentType || "text/plain", body: textTemplate(texts) };
}

/** A JSON object or list; a text or a number is told from plain text by nothing. */
function structureIn(body: string): Json | undefined {
  const value: Json = JSON.parse(JSON.stringify(parseJson(body) ?? null));
  return isObject(value) || Array.isArray(value) ? value : undefined;
}

function isBuiltIn(builtIn: ErrorTemplate, found: ErrorTemplate, samples: readonly FailureSample[]): boolean {
  if (builtIn.contentType !== found.contentType) return false;
  if (typeof builtIn.body === "string" || typeof found.body === "string") return builtIn.body === found.body;
  return samples.every(({ status, body }) => matchesJson(builtIn.body, structureIn(body), status));
}

/** One failure: its status code, and a value in its body; `undefined` where it lacks it. */
interface StatusValue {
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
function jsonTemplate(samples: readonly StatusValue[]): Json | undefined {
  const present = samples.filter((sample): sample is { status: number; value: Json } => sample.value !== undefined);
  const values = present.map(({ value }) => value);
  const [first] = values;
  if (first === undefined) return undefined;
  if (present.length < samples.length)
    return values.every((value) => typeof value === "object" && value !== null) ? "{{errors}}" : undefined;
  if (values.every((value) => typeof value === "string")) return ofTexts(present, values);
  if (present.every(({ status, value }) => value === status)) return "{{status}}";
  if (values.every(Array.isArray)) return ofLists(present, values);
  if (values.every((value) => isObject(value))) return ofMembers(present, values);
  return values.every((value) => canonical(value) === canonical(first)) ? first : undefined;
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
