import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { Errors } from "../../fixtures/dialect/errors.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { readJson } from "../target/envelope.ts";
import type { ExchangeResponse } from "../target/exchange.ts";

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;
const onlyPlaceholder = /^\{\{\s*(\w+)\s*\}\}$/;

/**
 * Whether a text is what a template makes of some values; the spaces at its ends do not count. Each part is looked for
 * once, from left to right: a target cannot make it take long.
 */
export function matchesText(template: string, text: string, status: number): boolean {
  const withStatus = template.trim().replaceAll(placeholder, (all, name) => (name === "status" ? String(status) : all));
  const [first = "", ...others] = withStatus.split(/\{\{\s*\w+\s*\}\}/);
  const last = others.pop();
  const start = first === "" ? text : text.trimStart();
  const whole = last === "" ? start : start.trimEnd();
  if (last === undefined) return whole === first;
  if (!whole.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return whole.length - last.length >= at && whole.endsWith(last);
}

/**
 * Whether a JSON value is what a template makes of some values: a text that is one placeholder alone stands for any
 * value, and `{{errors}}`, as a member or an item, for none too.
 */
export function matchesJson(template: Json, value: unknown, status: number): boolean {
  if (typeof template === "string") {
    const name = onlyPlaceholder.exec(template)?.[1];
    if (name === "status") return value === status;
    return name !== undefined || (typeof value === "string" && matchesText(template, value, status));
  }
  if (Array.isArray(template)) {
    const wanted = template.filter((item) => !isOptional(item));
    if (!Array.isArray(value) || value.length < wanted.length || value.length > template.length) return false;
    const items = value.length === template.length ? template : wanted;
    return items.every((item, index) => matchesJson(item, value[index], status));
  }
  if (typeof template === "object" && template !== null) {
    if (!isObject(value)) return false;
    const hasNoMore = Object.keys(value).every((name) => Object.hasOwn(template, name));
    return (
      hasNoMore &&
      Object.entries(template).every(([name, member]) =>
        Object.hasOwn(value, name) ? matchesJson(member, value[name], status) : isOptional(member),
      )
    );
  }
  return value === template;
}

/** What every failure has; only some have single fields to tell of. */
const alwaysThere: ReadonlySet<string> = new Set(["status", "code", "title", "message"]);

function isOptional(template: Json): boolean {
  const name = typeof template === "string" ? onlyPlaceholder.exec(template)?.[1] : undefined;
  return name !== undefined && !alwaysThere.has(name);
}

/** What in the response of a failure is not as a dialect declares its `errors`; `undefined` where all of it is. */
export function errorProblem(response: ExchangeResponse, declared: Errors): string | undefined {
  const { status, headers, body } = response;
  const { contentType, body: template } = errorTemplate(declared);
  const type = mediaType(headers["content-type"] ?? "");
  if (type !== mediaType(contentType)) {
    return `a failure has the content type "${type}"; the dialect declares ${mediaType(contentType)} (errors)`;
  }
  const fits =
    typeof template === "string"
      ? matchesText(template, body, status)
      : matchesJson(template, readJson(response), status);
  return fits ? undefined : `the body of a failure has not the declared form, ${JSON.stringify(template)} (errors)`;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
