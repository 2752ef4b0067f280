import { failureStatus, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { escapeMarkup } from "../../fixtures/markup.ts";
import { isObject, jsonText, type Json } from "../../fixtures/json.ts";
import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorKind, errorTemplate, isRepeated } from "../../fixtures/dialect/error-templates.ts";
import type { Call, Reply } from "./call.ts";
import { reasonPhrase } from "./reason-phrases.ts";
import { fillJson, fillText, timeValues, type Values } from "./template.ts";

/** One invalid field of a request body. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * A request that the service rejects. Not an exception: operations return it, and `failureReply` turns it into a
 * response.
 */
export class Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The requirement id or dialect key that decided it. */
  readonly rule: string;
  readonly errors: readonly FieldError[] | undefined;
  /** The invalid parameter of a query or a path. */
  readonly parameter: string | undefined;
  /** Overrides the dialect's status code for this kind. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: FailureKind,
    message: string,
    details: {
      rule?: string | undefined;
      errors?: readonly FieldError[];
      parameter?: string | undefined;
      status?: number;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    this.kind = kind;
    this.message = message;
    this.rule = details.rule ?? `statuses.failure.${kind}`;
    this.errors = details.errors;
    this.parameter = details.parameter;
    this.status = details.status;
    this.headers = details.headers ?? {};
  }
}

/** The parts of the rejected request that a failure may mention. */
export interface Failed {
  readonly operation?: OperationId | undefined;
  readonly call?: Pick<Call, "method" | "path"> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Formats a failure in the dialect: its status code, content type, body and headers (§7). */
export function failureReply(failure: Failure, dialect: Dialect, failed: Failed = {}): Reply {
  // With an overridden status code, the dialect's kind for it no longer applies.
  const kind = failure.status === undefined ? failure.kind : undefined;
  const status = failure.status ?? failureStatus(dialect, failure.kind);
  const { contentType, body } = errorTemplate(dialect.errors, kind);
  const headers: Readonly<Record<string, string | null>> = {
    "content-type": contentType,
    ...failure.headers,
    ...(status < 400 ? { location: dialect.auth.login } : {}),
    ...(kind && errorKind(dialect.errors, kind)?.headers),
  };
  const { operation } = failed;
  const wrong = wrongFields(failure);
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
    ),
    body: renderBody(contentType ?? "", body, valuesOf(failure, wrong[0], status, failed), wrong),
    why: { rule: failure.rule, ...(operation === undefined ? {} : { operation }) },
  };
}

/** The wrong fields of the body, or the parameter; none for a missing token, an unknown id, or an unreadable body. */
function wrongFields({
  errors = [],
  parameter,
  message,
}: Pick<Failure, "errors" | "parameter" | "message">): readonly FieldError[] {
  return errors.length > 0 || parameter === undefined ? errors : [{ field: parameter, message }];
}

/** The values of a template's placeholders. */
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
    ...timeValues(now),
  };
}

/** `serviceUnavailable` for 503: the spelling of failure kinds. */
function codeWord(status: number): string {
  const words = reasonPhrase(status).replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function renderBody(contentType: string, body: Json, values: Values, wrong: readonly FieldError[]): string {
  if (typeof body !== "string") return JSON.stringify(filled(body, values, wrong));
  if (!/\b(?:x?html|xml)\b/i.test(contentType)) return fillText(body, values);
  // Messages and field names may quote what the client sent.
  const escaped = Object.entries(values).map(([name, value]): [string, Json | undefined] => [
    name,
    value === undefined ? undefined : escapeMarkup(jsonText(value)),
  ]);
  return fillText(body, Object.fromEntries(escaped));
}

/** Like `fillJson`, and repeats a template's list item for each invalid field. */
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
