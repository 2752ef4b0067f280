import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call } from "./call.ts";
import { Failure } from "./failure.ts";
import type { Json, JsonObject } from "./json.ts";

/** The JSON object a call carries as its body, within the dialect's limits (§8). */
export function readJsonObject(call: Call, limits: Dialect["limits"]): JsonObject | Failure {
  const type = call.headers["content-type"];
  if (!isJsonType(type)) {
    const sent = type === undefined ? "There is no Content-Type" : `The Content-Type is ${type}`;
    return new Failure("unsupportedMediaType", `${sent}; send application/json.`);
  }
  if (call.body.byteLength > limits.bodyBytes) {
    return new Failure("payloadTooLarge", `The body may have at most ${limits.bodyBytes} bytes.`, {
      rule: "limits.bodyBytes",
    });
  }
  const value = parse(call.body);
  if (value === undefined) return new Failure("unreadableBody", "The body is not valid JSON in UTF-8.");
  if (!isObject(value)) return new Failure("unreadableBody", "The body must be a JSON object.");
  const fault = faultInside(value, 1);
  return fault === undefined ? value : new Failure("unreadableBody", fault);
}

function isJsonType(type: string | undefined): boolean {
  return type !== undefined && /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(body: Uint8Array): Json | undefined {
  try {
    const value: Json = JSON.parse(utf8.decode(body));
    return value;
  } catch {
    return undefined;
  }
}

/** A deeper value would overflow the stack of what walks it next. */
const mostLevels = 100;

/** What is wrong with a value although it is JSON; `undefined` where nothing is. */
function faultInside(value: Json, level: number): string | undefined {
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "The body has a text that is not valid Unicode.";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (level > mostLevels) return `The body is nested more than ${mostLevels} levels deep.`;
  for (const [key, member] of Object.entries(value)) {
    const fault = faultInside(key, level) ?? faultInside(member, level + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
