import type { FailureKind } from "../../fixtures/dialect/statuses.ts";
import { escapeMarkup } from "../../fixtures/markup.ts";
import { jsonText, type Json } from "../../fixtures/json.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import type { Reply } from "./call.ts";
import { reasonPhrase } from "./reason-phrases.ts";
import { fillJson, fillText, type Values } from "./template.ts";

/** One field of a request body and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * The simulated service refuses a call. Not an exception: an answer like any other, returned and put into
 * the dialect's words by `failureReply`.
 */
export class Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The requirement id or dialect key that decided it. */
  readonly rule: string;
  readonly errors: readonly FieldError[] | undefined;
  /** Where it is not the one the dialect has for this kind. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: FailureKind,
    message: string,
    details: {
      rule?: string;
      errors?: readonly FieldError[];
      status?: number;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    this.kind = kind;
    this.message = message;
    this.rule = details.rule ?? `statuses.failure.${kind}`;
    this.errors = details.errors;
    this.status = details.status;
    this.headers = details.headers ?? {};
  }
}

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
