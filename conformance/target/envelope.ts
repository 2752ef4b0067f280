import { isObject } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import type { ExchangeResponse } from "./exchange.ts";
import { memberNames, minKeptLength, parseJson, whyNotReadInFull } from "./parse-json.ts";

/** A JSON object with any members. */
export type Members = Readonly<Record<string, unknown>>;

/** A response body as `parseJson` returns it. */
export function readJson({ body }: Pick<ExchangeResponse, "body">): unknown {
  return parseJson(body);
}

/** Whether a body is a page of HTML, or XML. */
export function isPage({ body }: Pick<ExchangeResponse, "body">): boolean {
  return /^\s*<(?:!doctype|html|\?xml)/i.test(body);
}

/** The parts of an envelope (§2) that a response has. */
export interface EnvelopeParts {
  /** The whole body, if it is a JSON object. */
  readonly object?: Members;
  /** If `data` is an array. */
  readonly data?: readonly unknown[];
  /** If `meta` is an object. */
  readonly meta?: Members;
}

export function readEnvelope(response: ExchangeResponse): EnvelopeParts {
  const cached = envelopes.get(response);
  if (cached !== undefined) return cached;
  const object = readJson(response);
  if (!isObject(object)) return {};
  const { data, meta } = object;
  const parts = { object, ...(Array.isArray(data) ? { data } : {}), ...(isObject(meta) ? { meta } : {}) };
  // `parseJson` caches long bodies only while there is room.
  if (response.body.length < minKeptLength) envelopes.set(response, parts);
  return parts;
}

/**
 * Whether a response accepts credentials: an envelope (§2). One without records beside an error rejects them, since §7
 * leaves the status code and the body of a failure open.
 */
export function isAccepting(response: ExchangeResponse): boolean {
  const { object = {}, data, meta } = readEnvelope(response);
  if (data === undefined || meta === undefined) return false;
  const errors = [object["error"], object["errors"]].map((value) => JSON.stringify(value ?? null));
  return data.length > 0 || errors.every((text) => /^(?:null|false|""|\[\]|\{\})$/.test(text));
}

/** Whether a body that came with a success reports a failure, as bodies of GraphQL do. */
export function saysFailure(body: unknown): boolean {
  if (!isObject(body)) return false;
  const errors = [body["error"], body["errors"], body["fault"], body["exception"]];
  const isTrue = errors.some((value) => !/^(?:null|false|0|""|\[\]|\{\})$/.test(JSON.stringify(value ?? null)));
  return (
    isTrue || body["success"] === false || body["ok"] === false || /^(?:error|fail)$/i.test(String(body["status"]))
  );
}

/** Whether a success is a rejection that says so, without any part of an envelope: §7 leaves the code of failures open. */
export function isRejectionInBody(response: ExchangeResponse): boolean {
  const { object = {} } = readEnvelope(response);
  return saysFailure(object) && !("data" in object) && !("meta" in object);
}

/** Many rules read each response. */
const envelopes = new WeakMap<ExchangeResponse, EnvelopeParts>();

const envelopeNames = ["data", "meta", "meta.page", "meta.total"];

/** The members of the envelope whose names occur more than once in its text. */
export function namesTwice(body: string): readonly string[] {
  const mayStandTwice = envelopeNames.some((name) => body.split(`"${name.replace("meta.", "")}"`).length > 2);
  if (!mayStandTwice || whyNotReadInFull(body) !== undefined) return [];
  const names = memberNames(body, 2);
  return envelopeNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** A value for a message: `the string "1"`, `absent`, `an array`. */
export function describe(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `the ${typeof value} ${shortened(JSON.stringify(value), 60)}`;
}
