import { escapeMarkup } from "../../fixtures/markup.ts";
import { jsonText, type Json } from "../../fixtures/json.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { Reply } from "./call.ts";
import type { Failure } from "./failure.ts";
import { reasonPhrase } from "./reason-phrases.ts";
import { fillJson, fillText, type Values } from "./template.ts";

/** Puts a failure into the dialect's words: its status code, content type, body and headers (§7). */
export function failureReply(failure: Failure, dialect: Dialect, operation?: OperationId): Reply {
  const status = failure.status ?? dialect.statuses.failure[failure.kind];
  const { contentType, body } = errorTemplate(dialect.errors);
  const values: Values = {
    status,
    code: failure.status === undefined ? failure.kind : codeWord(status),
    title: reasonPhrase(status),
    message: failure.message,
    errors: failure.errors?.map(({ field, message }): Json => ({ field, message })),
  };
  return {
    status,
    headers: {
      "content-type": contentType,
      ...failure.headers,
      ...(status < 400 ? { location: dialect.auth.login } : {}),
    },
    body: renderBody(contentType, body, values),
    why: { rule: failure.rule, ...(operation === undefined ? {} : { operation }) },
  };
}

/** `serviceUnavailable` for 503: the way the kinds of failures are written. */
function codeWord(status: number): string {
  const words = reasonPhrase(status).replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function renderBody(contentType: string, body: Json, values: Values): string {
  if (typeof body !== "string") return JSON.stringify(fillJson(body, values));
  if (!/\b(?:x?html|xml)\b/i.test(contentType)) return fillText(body, values);
  // A message, and the name of a field, may quote what the caller sent.
  const escaped = Object.entries(values).map(([name, value]): [string, Json | undefined] => [
    name,
    value === undefined ? undefined : escapeMarkup(jsonText(value)),
  ]);
  return fillText(body, Object.fromEntries(escaped));
}
