import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call } from "./call.ts";
import { Failure } from "./failure.ts";
import { jsonFault } from "./json-fault.ts";

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
  const fault = jsonFault(value);
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
