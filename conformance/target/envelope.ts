import { isObject } from "../../fixtures/json.ts";
import type { ExchangeResponse } from "./exchange.ts";
import { memberNames, minKeptLength, parseJson, whyNotReadInFull } from "./parse-json.ts";

/** Members of a JSON object, whatever they are. */
export type Members = Readonly<Record<string, unknown>>;

/** The body of a response as `parseJson` reads it. */
export function readJson({ body }: Pick<ExchangeResponse, "body">): unknown {
  return parseJson(body);
}

/** The parts of an envelope (§2) as far as a response has them. */
export interface EnvelopeParts {
  /** The whole body, where it is a JSON object. */
  readonly object?: Members;
  /** Where `data` is an array. */
  readonly data?: readonly unknown[];
  /** Where `meta` is an object. */
  readonly meta?: Members;
}

export function readEnvelope(response: ExchangeResponse): EnvelopeParts {
  const known = envelopes.get(response);
  if (known !== undefined) return known;
  const object = readJson(response);
  if (!isObject(object)) return {};
  const { data, meta } = object;
  const parts = { object, ...(Array.isArray(data) ? { data } : {}), ...(isObject(meta) ? { meta } : {}) };
  // Of long bodies `parseJson` keeps what there is room for.
  if (response.body.length < minKeptLength) envelopes.set(response, parts);
  return parts;
}

/** Many rules look at each response. */
const envelopes = new WeakMap<ExchangeResponse, EnvelopeParts>();

const envelopeNames = ["data", "meta", "meta.page", "meta.total"];

/** The members of the envelope whose names stand twice or more in its text. */
export function namesTwice(body: string): readonly string[] {
  const mayStandTwice = envelopeNames.some((name) => body.split(`"${name.replace("meta.", "")}"`).length > 2);
  if (!mayStandTwice || whyNotReadInFull(body) !== undefined) return [];
  const names = memberNames(body, 2);
  return envelopeNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** A value as a message shows it: `the string "1"`, `absent`, `an array`. */
export function describe(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return `the ${typeof value} ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`;
}
