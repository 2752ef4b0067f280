import type { FailureKind } from "../../fixtures/dialect/statuses.ts";
import { escapeMarkup } from "../../fixtures/markup.ts";
import { isObject, jsonText, type Json } from "../../fixtures/json.ts";
import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorKind, errorTemplate, isRepeated } from "../../fixtures/dialect/error-templates.ts";
import type { Call, Reply } from "./call.ts";
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

/** The request that failed, as far as the words of a failure may name it. */
export interface Failed {
  readonly operation?: OperationId | undefined;
  readonly call?: Pick<Call, "method" | "path"> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Puts a failure into the dialect's words: its status code, content type, body and headers (§7). */
export function failureReply(failure: Failure, dialect: Dialect, failed: Failed = {}): Reply {
  // A status of its own is none of the kind that it stands in for.
  const kind = failure.status === undefined ? failure.kind : undefined;
  const status = failure.status ?? dialect.statuses.failure[failure.kind];
  const { contentType, body } = errorTemplate(dialect.errors, kind);
  const headers: Readonly<Record<string, string | null>> = {
    "content-type": contentType,
    ...failure.headers,
    ...(status < 400 ? { location: dialect.auth.login } : {}),
    ...(kind && errorKind(dialect.errors, kind)?.headers),
  };
  const { operation } = failed;
  const wrong = wrongFields(failure, dialect);
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
    ),
    body: renderBody(contentType ?? "", body, valuesOf(failure, wrong[0], status, failed), wrong),
    why: { rule: failure.rule, ...(operation === undefined ? {} : { operation }) },
  };
}

/** The fields that are wrong; of a failure without any, those that a body must have, if its kind names some. */
function wrongFields({ errors = [], message }: Failure, { createUser }: Dialect): readonly FieldError[] {
  if (errors.length > 0) return errors;
  const fields = createUser.required.length === 0 ? ["body"] : createUser.required;
  return fields.map((field) => ({ field, message }));
}

/** What the placeholders of a template stand for. */
function valuesOf(failure: Failure, first: FieldError | undefined, status: number, { call, now = 0 }: Failed): Values {
  const id = call && matchPath(call.path)?.id;
  return {
    status,
    statusString: String(status),
    code: failure.status === undefined ? failure.kind : codeWord(status),
    title: reasonPhrase(status),
    message: failure.message,
    errors: failure.errors?.map(({ field, message }): Json => ({ field, message })),
    field: first?.field,
    reason: first?.message,
    method: call?.method,
    path: call?.path,
    id: id === undefined ? undefined : percentDecoded(id),
    now: new Date(now).toISOString(),
    nowSeconds: Math.floor(now / 1000),
    nowMilliseconds: now,
    // Another one each time, and the same one when a run is replayed.
    uuid: `00000000-0000-4000-8000-${now.toString(16).padStart(12, "0")}`,
  };
}

/** `serviceUnavailable` for 503: the way the kinds of failures are written. */
function codeWord(status: number): string {
  const words = reasonPhrase(status).replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function renderBody(contentType: string, body: Json, values: Values, wrong: readonly FieldError[]): string {
  if (typeof body !== "string") return JSON.stringify(filled(body, values, wrong));
  if (!/\b(?:x?html|xml)\b/i.test(contentType)) return fillText(body, values);
  // A message, and the name of a field, may quote what the caller sent.
  const escaped = Object.entries(values).map(([name, value]): [string, Json | undefined] => [
    name,
    value === undefined ? undefined : escapeMarkup(jsonText(value)),
  ]);
  return fillText(body, Object.fromEntries(escaped));
}

/** As `fillJson`, with what is repeated for each wrong field. */
function filled(template: Json, values: Values, wrong: readonly FieldError[]): Json | undefined {
  const each = (item: Json): readonly (readonly [string, Json | undefined])[] =>
    wrong.map(({ field, message }) => [field, fillJson(item, { ...values, field, reason: message })]);
  if (Array.isArray(template)) {
    const items = template.flatMap((item) =>
      isRepeated(item) ? each(item).map(([, one]) => one) : [filled(item, values, wrong)],
    );
    return items.filter((item) => item !== undefined);
  }
  if (!isObject(template)) return fillJson(template, values);
  const members = Object.entries(template).flatMap(([name, member]) =>
    isRepeated(name) ? each(member) : [[name, filled(member, values, wrong)] as const],
  );
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined));
}
