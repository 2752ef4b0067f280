import {
  errorPlaceholders,
  isRepeated,
  onlyPlaceholder,
  optionalPlaceholders,
  placeholder,
} from "../../fixtures/dialect/placeholders.ts";
import type { Errors } from "../../fixtures/dialect/errors.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import { readJson } from "../target/envelope.ts";
import type { ExchangeResponse } from "../target/exchange.ts";
import { errorTemplate, type ErrorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { failureKinds, type FailureKind } from "../../fixtures/dialect/statuses.ts";

/** Stands for a placeholder in a body. */
export type Capture = readonly [name: string, value: unknown];

/** The status code of the response, or its placeholder in a template. */
type Status = number | "{{status}}";

/**
 * The values of a template's placeholders in a text; `undefined` if the text does not match. Spaces at the ends do not
 * count. Each part is searched once, from left to right, so that no target can make it slow.
 */
export function capturesInText(template: string, text: string, status: Status): readonly Capture[] | undefined {
  const fixed = template
    .trim()
    .replaceAll(placeholder, (open, name) => (name === "status" || name === "statusString" ? String(status) : open));
  const names = Array.from(fixed.matchAll(placeholder), ([, name = ""]) => name);
  const [first = "", ...others] = fixed.split(/\{\{\s*[\w.$@:-]+\s*\}\}/);
  const last = others.pop();
  const start = first === "" ? text : text.trimStart();
  const whole = last === "" ? start : start.trimEnd();
  if (last === undefined) return whole === first ? [] : undefined;
  if (!whole.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const part of others) {
    const next = whole.indexOf(part, at);
    if (next < 0) return undefined;
    values.push(whole.slice(at, next));
    at = next + part.length;
  }
  const end = whole.length - last.length;
  if (end < at || !whole.endsWith(last)) return undefined;
  return [...values, whole.slice(at, end)].map((value, index) => [names[index] ?? "", value]);
}

/**
 * The values of a template's placeholders in a JSON value; `undefined` if it does not match. A single placeholder
 * matches any value, and one that only some failures have also matches a missing member or item. Repeated parts are not
 * captured.
 */
export function capturesIn(template: Json, value: unknown, status: Status): readonly Capture[] | undefined {
  if (typeof template === "string") {
    if (template === value) return [];
    const name = onlyPlaceholder(template);
    if (name === "status") return value === status ? [] : undefined;
    if (name !== undefined && name !== "statusString") return [[name, value]];
    return typeof value === "string" ? capturesInText(template, value, status) : undefined;
  }
  if (Array.isArray(template)) return capturesInList(template, value, status);
  if (!isObject(template)) return value === template ? [] : undefined;
  if (!isObject(value)) return undefined;
  const each = Object.entries(template).find(([name]) => isRepeated(name))?.[1];
  const isOther = (name: string): boolean => !Object.hasOwn(template, name);
  const others = Object.entries(value).filter(([name]) => isOther(name));
  if (!others.every(([, member]) => each !== undefined && capturesIn(each, member, status) !== undefined))
    return undefined;
  return all(
    Object.entries(template).map(([name, member]) => {
      if (Object.hasOwn(value, name)) return capturesIn(member, value[name], status);
      return isRepeated(name) || isOptional(member) ? [] : undefined;
    }),
  );
}

function capturesInList(template: readonly Json[], value: unknown, status: Status): readonly Capture[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (template.some(isRepeated)) {
    const isMade = value.every((item) => template.some((one) => capturesIn(one, item, status) !== undefined));
    return isMade ? [] : undefined;
  }
  const requiredItems = template.filter((item) => !isOptional(item));
  if (value.length < requiredItems.length || value.length > template.length) return undefined;
  const items = value.length === template.length ? template : requiredItems;
  return all(items.map((item, index) => capturesIn(item, value[index], status)));
}

function all(parts: readonly (readonly Capture[] | undefined)[]): readonly Capture[] | undefined {
  const matching = parts.filter((part) => part !== undefined);
  return matching.length === parts.length ? matching.flat() : undefined;
}

function isOptional(template: Json): boolean {
  const name = typeof template === "string" ? onlyPlaceholder(template) : undefined;
  if (name === undefined) return false;
  return !Object.hasOwn(errorPlaceholders, name) || optionalPlaceholders.has(name);
}

/**
 * How a failure differs from the declared `errors`; `undefined` if it does not.
 * @param kind the kind of the failure; if it is unknown, any kind is accepted
 */
export function errorProblem(response: ExchangeResponse, declared: Errors, kind?: FailureKind): string | undefined {
  const shared = errorTemplate(declared, kind);
  const kinds = kind === undefined ? failureKinds : [kind];
  const templates = [shared, ...kinds.map((name) => errorTemplate(declared, name))];
  return templates.some((template) => problemWith(response, template) === undefined)
    ? undefined
    : problemWith(response, shared);
}

function problemWith(response: ExchangeResponse, { contentType, body: template }: ErrorTemplate): string | undefined {
  const { status, headers, body } = response;
  const [type, declaredType] = [headers["content-type"] ?? "", contentType ?? ""].map(mediaType);
  if (type !== declaredType) {
    const captures = type === "" ? "no content type" : `the content type "${type}"`;
    return `a failure has ${captures}; the dialect declares ${declaredType || "none"} (errors)`;
  }
  const captures =
    typeof template === "string"
      ? capturesInText(template, body, status)
      : capturesIn(template, readJson(response), status);
  return captures === undefined
    ? `the body of a failure does not have the declared format, ${JSON.stringify(template)} (errors)`
    : undefined;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
