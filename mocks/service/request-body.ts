import { inexactNumber, inexactProblem, isObject, jsonOf, type Json, type JsonObject } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call } from "./call.ts";
import { Failure } from "./reply.ts";

/** Reads the JSON object in a request's body, within the dialect's limits (§8). */
export function readJsonObject({ headers, body }: Call, { limits }: Pick<Dialect, "limits">): JsonObject | Failure {
  const type = headers["content-type"];
  const name = type?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(name)) {
    const sent = type === undefined ? "There is no Content-Type" : `The Content-Type is ${type}`;
    return new Failure("unsupportedMediaType", `${sent}; send application/json.`);
  }
  if (body.byteLength > limits.bodyBytes) {
    return new Failure("payloadTooLarge", `The body may have at most ${limits.bodyBytes} bytes.`, {
      rule: "limits.bodyBytes",
    });
  }
  const encoding = headers["content-encoding"]?.trim() ?? "";
  if (!/^(?:identity)?$/i.test(encoding)) {
    return new Failure(
      "unsupportedMediaType",
      `The Content-Encoding ${encoding} is not supported; send the body as it is.`,
      {
        headers: { "accept-encoding": "identity" },
      },
    );
  }
  if (body.byteLength === 0) return new Failure("unreadableBody", "There is no body; send a JSON object.");
  const text = decode(body);
  const value = text === undefined ? undefined : jsonOf(text);
  if (text === undefined || value === undefined)
    return new Failure("unreadableBody", "The body is not valid JSON in UTF-8.");
  if (!isObject(value)) return new Failure("unreadableBody", "The body must be a JSON object.");
  const inexact = inexactNumber(text);
  if (inexact !== undefined) return new Failure("unreadableBody", `The number ${inexact} ${inexactProblem}.`);
  const fault = jsonFault(value);
  return fault === undefined ? value : new Failure("unreadableBody", fault);
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
