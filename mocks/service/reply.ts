import { sentRecord } from "../../fixtures/dialect/sent-record.ts";
import { placeholdersIn } from "../../fixtures/dialect/placeholders.ts";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { matchPath, operations, type OperationId, isList, listOf } from "../../fixtures/contract/operations.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorKind, errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { failureStatus, type FailureKind } from "../../fixtures/dialect/failures.ts";
import type { HeaderTemplates } from "../../fixtures/dialect/responses.ts";
import { sharedHeaders } from "../../fixtures/dialect/sent-record.ts";
import { isObject, jsonText, type Json, membersOf } from "../../fixtures/values/json.ts";
import { escapeMarkup, percentDecoded } from "../../fixtures/values/text.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { readClientUrl, type Arrival, type Call, type Reply } from "./call.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import {
  fillJson,
  fillText,
  fromPresent,
  withTimeValues,
  type FieldError,
  type ValueOf,
  type Values,
} from "./template.ts";
import { positionParameter, queryParameters } from "../../fixtures/dialect/query-parameters.ts";

type Headers = Readonly<Record<string, string>>;

/** Makes the envelope (§2) of records; by default of one page with all of them. */
export function toEnvelope(data: readonly RecordData[], page = 1, total = data.length): Envelope<RecordData> {
  return { data, meta: createMeta(page, total) };
}

/** The parts of a successful response, and values for placeholders that the envelope does not provide. */
interface Success extends Envelope<RecordData> {
  readonly position?: Values;
}

/** A successful response: the envelope and its headers, in the dialect's format. */
export function successReply(
  operation: OperationId,
  context: { readonly call: Call; readonly dialect: Dialect } & Arrival,
  { data, meta, position }: Success,
  further?: Headers,
): Reply {
  const { call, dialect } = context;
  const { statuses, responses } = dialect;
  const idName = responses.ids[operations[operation].record];
  const valueOf: ValueOf = (name) => {
    const origin = readClientUrl(call);
    return withTimeValues(context, { ...position, ...meta, count: data.length, path: call.path, origin })(name);
  };
  const keep = (links: string): string => keepParameters(links, operation, call.query, dialect);
  const filled = fillMember(responses.members[operation] ?? {}, valueOf, keep);
  const { meta: moreMeta, ...members } = membersOf(filled);
  const envelope = {
    data: idName === "id" ? data : data.map((record) => sentRecord(record, idName)),
    meta: isObject(moreMeta) ? { ...moreMeta, ...meta } : meta,
  };
  return {
    status: statuses.success[operation],
    headers: {
      "content-type": responses.contentType,
      ...fillHeaders(responses.headers[operation], valueOf, keep),
      ...further,
    },
    body: JSON.stringify({ ...members, ...envelope }),
    why: { operation, rule: `statuses.success.${operation}` },
  };
}

/** Fills the headers of a template. Items of a list header that lack a value are left out. */
function fillHeaders(template: HeaderTemplates | undefined, valueOf: ValueOf, keep?: KeepParameters): Headers {
  if (template === undefined) return {};
  return fromPresent(
    Object.entries(template).map(([name, text]) => {
      const parts = [text].flat().flatMap((part) => fillMember(part, valueOf, keep) ?? []);
      return [name.toLowerCase(), parts.length === 0 ? undefined : parts.map(jsonText).join(", ")] as const;
    }),
  );
}

/** Whether the same request gets another response at another time, so that none may be kept. */
export function isTimed(responses: Dialect["responses"]): boolean {
  return /\{\{\s*(?:now|uuid)/.test(JSON.stringify(responses));
}

/** Adds the parameters of the request to the links in a text. */
type KeepParameters = (links: string) => string;

/** Fills placeholders; `undefined`, or null if the template asks for null, if one has no value, or no member has. */
function fillMember(template: Json, valueOf: ValueOf, keep: KeepParameters = (links) => links): Json | undefined {
  if (isObject(template)) {
    const members = Object.entries(template);
    const filled = fromPresent(members.map(([name, member]) => [name, fillMember(member, valueOf, keep)] as const));
    return Object.keys(filled).length === 0 && members.length > 0 ? undefined : filled;
  }
  if (Array.isArray(template)) return template.map((item) => fillMember(item, valueOf, keep) ?? null);
  if (typeof template !== "string") return template;
  if (placeholdersIn(template).every((name) => valueOf(name) !== undefined)) {
    const filled = fillJson(template, valueOf);
    return typeof filled === "string" && isPageLink(template) ? keep(filled) : filled;
  }
  return template.includes(" or null") ? null : undefined;
}

/** Adds the headers that all responses have. */
export function withSharedHeaders(reply: Reply, responses: Dialect["responses"], arrival: Arrival): Reply {
  const shared = sharedHeaders(responses);
  if (shared === undefined) return reply;
  return { ...reply, headers: { ...fillHeaders(shared, withTimeValues(arrival, {})), ...reply.headers } };
}

/** What a failure says besides its kind and its message. */
interface FailureDetails {
  /** The requirement id or dialect key that decided it. */
  readonly rule?: string | undefined;
  readonly errors?: readonly FieldError[];
  /** The invalid parameter of a query or a path. */
  readonly parameter?: string | undefined;
  /** Overrides the dialect's status code for this kind. */
  readonly status?: number;
  readonly headers?: Headers;
}

/** A request that the service rejects. `failureReply` turns it into a response. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  get rule(): string {
    return this.details.rule ?? `statuses.failure.${this.kind}`;
  }
}

/** The parts of the rejected request that a failure may mention. */
interface RejectedRequest extends Partial<Arrival> {
  readonly operation?: OperationId | undefined;
  readonly call?: Pick<Call, "method" | "path"> | undefined;
}

/** Formats a failure in the dialect: its status code, content type, body and headers (§7). */
export function failureReply(failure: Failure, dialect: Dialect, request: RejectedRequest = {}): Reply {
  const { message, details } = failure;
  // With an overridden status code, the dialect's kind for it no longer applies.
  const kind = details.status === undefined ? failure.kind : undefined;
  const status = details.status ?? failureStatus(dialect, failure.kind);
  const { contentType, body } = errorTemplate(dialect.errors, kind);
  const headers: Readonly<Record<string, string | null>> = {
    "content-type": contentType,
    ...details.headers,
    ...(status < 400 ? { location: dialect.auth.login } : {}),
    ...(kind && errorKind(dialect.errors, kind)?.headers),
  };
  // The wrong fields of the body, or the parameter; none for a missing token, an unknown id, or an unreadable body.
  const { errors = [], parameter } = details;
  const wrong = errors.length > 0 || parameter === undefined ? errors : [{ field: parameter, message }];
  const { call, operation, number = 0, now = 0 } = request;
  const id = call && matchPath(call.path)?.id;
  const valueOf = withTimeValues(
    { number, now },
    {
      status,
      statusString: String(status),
      code: kind ?? codeWord(status),
      title: statusText(status),
      message,
      errors: details.errors?.map(({ field, message: reason }): Json => ({ field, message: reason })),
      field: wrong[0]?.field,
      reason: wrong[0]?.message,
      method: call?.method,
      path: call?.path,
      id: id === undefined ? undefined : percentDecoded(id),
    },
  );
  return {
    status,
    headers: fromPresent(Object.entries(headers).map(([name, value]) => [name, value ?? undefined] as const)),
    body: fillBody(contentType ?? "", body, valueOf, wrong),
    why: { rule: failure.rule, ...(operation === undefined ? {} : { operation }) },
  };
}

/** `serviceUnavailable` for 503: the spelling of failure kinds. */
function codeWord(status: number): string {
  const words = statusText(status).replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function fillBody(contentType: string, body: Json, valueOf: ValueOf, wrong: readonly FieldError[]): string {
  if (typeof body !== "string") return JSON.stringify(fillJson(body, valueOf, wrong));
  if (!/\b(?:x?html|xml)\b/i.test(contentType)) return fillText(body, valueOf);
  // Messages and field names may quote what the client sent.
  return fillText(body, (name) => escapeMarkup(jsonText(valueOf(name) ?? "")));
}

/** Whether a template is a link to a page: the position of the page is in its query. */
function isPageLink(template: string): boolean {
  return /\?[^\s"'<>]*\{\{\s*(?:next|prev|first|last)\b/.test(template);
}

/** Adds the size, the filters and the sorting of the request to the links in a text, unless they have their own. */
function keepParameters(links: string, operation: OperationId, query: string, dialect: Dialect): string {
  if (!isList(operation) || query === "") return links;
  const list = listOf(operation);
  const paging = dialect.paging[list];
  const position = paging.style === "none" ? undefined : positionParameter(paging);
  const known = new Set(queryParameters(list, dialect).filter((name) => name !== position));
  const sent = [...new URLSearchParams(query)].filter(([name]) => known.has(name));
  return links.replaceAll(/\?([^\s"'<>#]*)/g, (all, own: string) => {
    const names = new URLSearchParams(own);
    const kept = sent.filter(([name]) => !names.has(name));
    return kept.length === 0 ? all : `${all}&${String(new URLSearchParams(kept))}`;
  });
}
