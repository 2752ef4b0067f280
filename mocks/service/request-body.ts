import {
  inexactNumber,
  inexactProblem,
  isObject,
  tryParseJson,
  type Json,
  type JsonObject,
} from "../../fixtures/values/json.ts";
import type { Call } from "./call.ts";
import { Failure } from "./reply.ts";

/**
 * Reads the JSON object in a request's body (§8).
 * @throws Failure if the body is not a JSON object, not sent as JSON, or larger than `bodyBytes`
 */
export function readJsonObject({ headers, body }: Call, bodyBytes: number): JsonObject {
  const type = headers["content-type"];
  const name = type?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(name)) {
    const problem = type === undefined ? "There is no Content-Type" : `The Content-Type is ${type}`;
    throw new Failure("unsupportedMediaType", `${problem}; send application/json.`);
  }
  if (body.byteLength > bodyBytes) {
    const message = `The body may have at most ${bodyBytes} bytes.`;
    throw new Failure("payloadTooLarge", message, { rule: "limits.bodyBytes" });
  }
  const encoding = headers["content-encoding"]?.trim() ?? "";
  if (!/^(?:identity)?$/i.test(encoding)) {
    const message = `The Content-Encoding ${encoding} is not supported; send the body as it is.`;
    throw new Failure("unsupportedMediaType", message, { headers: { "accept-encoding": "identity" } });
  }
  const fail = (message: string) => new Failure("unreadableBody", message);
  if (body.byteLength === 0) throw fail("There is no body; send a JSON object.");
  const text = decode(body);
  const value = text === undefined ? undefined : tryParseJson(text);
  if (text === undefined || value === undefined) throw fail("The body is not valid JSON in UTF-8.");
  if (!isObject(value)) throw fail("The body must be a JSON object.");
  const inexact = inexactNumber(text);
  if (inexact !== undefined) throw fail(`The number ${inexact} ${inexactProblem}.`);
  const fault = jsonFault(value);
  if (fault !== undefined) throw fail(fault);
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

/** Deeper values would overflow the stack of recursive functions. */
const maxLevels = 100;

/** Limits `uniqueItems` in schemas, which compares every item with every other. */
const maxItems = 10_000;

/** Why a body cannot be used although it is JSON, as a sentence; `undefined` if it can. */
export function jsonFault(value: Json, level = 1): string | undefined {
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "The body has a text that is not valid Unicode.";
  }
  if (typeof value === "number") {
    // 1e999 is valid JSON, but parses as Infinity, which would be written as null.
    return Number.isFinite(value) ? undefined : "The body has a number that is too large.";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (level > maxLevels) return `The body is nested more than ${maxLevels} levels deep.`;
  if (Array.isArray(value) && value.length > maxItems) return "The body has a list of more than 10,000 items.";
  for (const [key, member] of Object.entries(value)) {
    const fault = jsonFault(key) ?? jsonFault(member, level + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
