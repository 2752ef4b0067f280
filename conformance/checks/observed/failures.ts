import { hasId, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { codedFailureSchema } from "../../../fixtures/dialect/statuses.ts";
import { isObject } from "../../../fixtures/json.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { isFieldName } from "../../discovery/generalize/format.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { observedFailures, type ObservedFailure } from "../../discovery/values-in-words.ts";
import type { Observation } from "../../discovery/words.ts";
import { callKey, type Call } from "../../target/call.ts";
import type { Credentials } from "../../target/credentials.ts";
import { readJson } from "../../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse, type Success } from "../../target/exchange.ts";
import type { Entry } from "../../target/recorder.ts";
import type { Session } from "../../target/session.ts";
import { knownIds, type Target } from "../../target/target.ts";

/** A failed request, and its problem. */
export interface Failure {
  readonly kind: ObservedFailure;
  readonly exchange: Success;
}

/** Codes of a target that is busy or temporarily unavailable. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The failures of an operation in this run. For a read operation, it includes the two that every target can show: a
 * request without a token, and an unknown id.
 */
export async function failuresOf(session: Session, operation: OperationId, sample: Exchange): Promise<Failure[]> {
  if (operations[operation].method === "GET" && isSuccess(sample)) {
    await session.call({ operation, as: "none" });
    if (hasId(operation)) await session.call({ operation, id: unknownId(session.target, operation) });
  }
  const entries = inOneOrder(session.entries).filter(({ call }) => call.operation === operation);
  return entries.flatMap(({ call, exchange }) => {
    const kind = kindOf(call, session.target);
    return kind === undefined || !isFailure(call, exchange, sample) ? [] : [{ kind, exchange }];
  });
}

/** Short requests first: the order must not depend on which concurrent response came first. */
function inOneOrder(entries: readonly Entry[]): readonly Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: callKey(entry.call) }));
  const compare = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1);
  return keyed.toSorted((one, other) => compare(one.key, other.key)).map(({ entry }) => entry);
}

function isFailure(call: Call, exchange: Exchange, sample: Exchange): exchange is Success {
  if (exchange.response === undefined || passing.has(exchange.response.status)) return false;
  if (exchange.response.status >= 300) return true;
  return call.as !== undefined && isSuccess(sample) && answerTo(exchange, sample) === "rejected";
}

const credentialKinds: Readonly<Partial<Record<Credentials, ObservedFailure>>> = {
  none: "missingToken",
  empty: "emptyToken",
  "no-token": "emptyToken",
  "never-issued": "refusedToken",
  cut: "alteredToken",
  extended: "alteredToken",
  changed: "alteredToken",
  "other-scheme": "otherScheme",
  "basic-user": "otherScheme",
  "basic-password": "otherScheme",
  "basic-named-password": "otherScheme",
  "basic-token": "otherScheme",
  "no-scheme": "otherScheme",
  "in-query": "tokenInQuery",
  "in-query-otherwise": "tokenInQuery",
};

function kindOf(call: Call, target: Target): ObservedFailure | undefined {
  const { as = "first", method, path, text, body, query, id, operation } = call;
  const isElsewhere = (path ?? method ?? query ?? id ?? call.headers) !== undefined;
  if (as !== "first") return isElsewhere ? undefined : credentialKinds[as];
  if (method !== undefined) return method === "HEAD" ? undefined : "methodNotAllowed";
  if (path !== undefined) return "otherPath";
  if (text !== undefined) return /json/i.test(text.type) ? "unreadableBody" : "unsupportedMediaType";
  if (body !== undefined) return "otherBody";
  if (query !== undefined) return "otherQuery";
  if (id === undefined) return "plainCall";
  if (knownIds(target, operation).includes(id)) return undefined;
  return id === unknownId(target, operation) ? "notFound" : "otherId";
}

/** Kinds with a dialect key; others describe a rejection that a dialect does not distinguish. */
const dialectKinds: ReadonlySet<string> = new Set(codedFailureSchema.options);

/** The response to each kind of failure, in an order that does not depend on the requests'. */
function byKind(failures: readonly Failure[], topic: string, textOf: (failure: Failure) => string): Observation[] {
  const groups = [...Map.groupBy(failures, ({ kind }) => kind)].toSorted(
    ([left], [right]) => observedFailures.indexOf(left) - observedFailures.indexOf(right),
  );
  return groups.map(([kind, members]): Observation => {
    const value = [...new Set(members.map(textOf))].toSorted().join(" or ");
    const isOfDialect = topic === "failures" && dialectKinds.has(kind) && /^[34]\d\d$/.test(value);
    return isOfDialect
      ? { key: `statuses.failure.${kind}`, value: Number(value) }
      : { key: `observed.${topic}.${kind}`, value };
  });
}

/** The status code of each kind of failure. */
export function statusesIn(failures: readonly Failure[]): readonly Observation[] {
  return byKind(
    failures,
    "failures",
    ({ exchange }) => `${exchange.response.status}${isSuccess(exchange) ? " without an envelope" : ""}`,
  );
}

/** The body of each kind of failure. */
export function bodiesIn(failures: readonly Failure[]): readonly Observation[] {
  return byKind(failures, "bodies", ({ exchange }) => describeErrorBody(exchange.response));
}

/** The challenge in rejections. */
export function challengesIn(failures: readonly Failure[]): readonly Observation[] {
  const rejections = failures.filter(({ kind }) => kind === "missingToken" || kind === "refusedToken");
  return byKind(rejections, "challenges", ({ exchange }) =>
    describeChallenge(exchange.response.headers["www-authenticate"]),
  );
}

/** Parameters of challenges (RFC 6750 §3, RFC 7616 §3.3, RFC 9728 §5.1); other words may be part of a value. */
const challengeParameters = new Set(
  (
    "realm scope error error_description error_uri resource_metadata " +
    "charset domain nonce opaque qop algorithm stale"
  ).split(" "),
);

/** The scheme of a challenge and the names of its parameters: their values may change in each response. */
function describeChallenge(header: string | undefined): string {
  if (header === undefined) return "no challenge";
  const scheme = /^[A-Za-z]{1,20}(?= |$)/.exec(header)?.[0] ?? "of an unknown form";
  const names = [...header.matchAll(/(\w+)=/g)].map(([, name = ""]) => name);
  const known = [...new Set(names)].filter((name) => challengeParameters.has(name));
  return `the challenge ${scheme}${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}

/** The content type and the form of a failure's body, without its content. */
function describeErrorBody(response: ExchangeResponse): string {
  if (response.body.trim() === "") return "no body";
  const [type = ""] = (response.headers["content-type"] ?? "").toLowerCase().split(";");
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type.trim());
  return `${shapeOfBody(response, type)} ${isType ? `as ${type.trim()}` : "without a content type"}`;
}

function shapeOfBody(response: ExchangeResponse, type: string): string {
  const body = readJson(response);
  if (body === undefined) {
    return type.includes("html") || /^\s*<(!doctype|html)/i.test(response.body) ? "an HTML page" : "text";
  }
  return shapeOf(body, 3) || "a JSON string or number";
}

/** The names of members, to a depth: `{error: {code, message}}`. */
function shapeOf(value: unknown, levels: number): string {
  if (levels === 0) return "";
  if (Array.isArray(value)) return `[${shapeOf(value[0], levels)}]`;
  if (!isObject(value)) return "";
  const names = Object.keys(value).toSorted();
  if (!names.every(isFieldName)) return "{…}";
  const members = names.map((name) => {
    const inner = shapeOf(value[name], levels - 1);
    return inner === "" ? name : `${name}: ${inner}`;
  });
  return `{${members.join(", ")}}`;
}

/** The exchange that shows each kind. */
export function firstOfEachKind(failures: readonly Failure[]): readonly Exchange[] {
  return [...new Map(failures.toReversed().map(({ kind, exchange }) => [kind, exchange])).values()].toReversed();
}
