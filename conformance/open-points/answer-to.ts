import { isObject } from "../../fixtures/json.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";

/** The response to a call with changed credentials, compared with that to the valid token. */
export function answerTo(attempt: Exchange, sample: Success): "no response" | "unclear" | "rejected" | "served" {
  if (attempt.response === undefined) return "no response";
  const { status } = attempt.response;
  if (status === 429 || status >= 500 || status < 200) return "unclear";
  if (!isSuccess(attempt)) return "rejected";
  if (isServed(attempt, sample)) return "served";
  // If not even the valid token gets an envelope, or JSON of some form, a success cannot be recognized.
  return isServed(sample, sample) ? "rejected" : "unclear";
}

/**
 * A success serves data if it is an envelope (§2), or has the form of the response to the valid token: a target with a
 * faulty envelope still serves it.
 */
function isServed(attempt: Success, sample: Success): boolean {
  if (hasEnvelope(attempt)) return true;
  const form = formOf(attempt);
  return form !== undefined && form === formOf(sample);
}

/** Whether a response is a success with an envelope. */
export function hasEnvelope(exchange: Exchange): boolean {
  if (!isSuccess(exchange)) return false;
  const { data, meta } = readEnvelope(exchange.response);
  return data !== undefined && meta !== undefined;
}

/** The types of a JSON body and its members; `undefined` if it is not JSON. */
function formOf({ response }: Success): string | undefined {
  const body = readJson(response);
  if (body === undefined) return undefined;
  if (!isObject(body)) return kindOf(body);
  return Object.keys(body)
    .toSorted()
    .map((name) => `${name}: ${kindOf(body[name])}`)
    .join(", ");
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
