import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Requests } from "../../fixtures/dialect/requests.ts";
import type { Call } from "./call.ts";
import { Failure } from "./failure.ts";
import { jsonFault } from "./json-fault.ts";

/** Reads the JSON object in a request's body, within the dialect's limits (§8). */
export function readJsonObject(
  { headers, body }: Call,
  { limits, requests }: Pick<Dialect, "limits" | "requests">,
): JsonObject | Failure {
  const type = headers["content-type"];
  const { mediaTypes, emptyBodies } = requests;
  if (type === undefined && body.byteLength === 0 && emptyBodies.includes("absent")) return {};
  const reading = readingOf(type, mediaTypes);
  if (reading === "unsupported") {
    const sent = type === undefined ? "There is no Content-Type" : `The Content-Type is ${type}`;
    return new Failure("unsupportedMediaType", `${sent}; send application/json.`);
  }
  if (body.byteLength > limits.bodyBytes) {
    return new Failure("payloadTooLarge", `The body may have at most ${limits.bodyBytes} bytes.`, {
      rule: "limits.bodyBytes",
    });
  }
  if (reading === "empty") return {};
  const value = reading === "form" ? formOf(body) : reading === "json" ? parse(body) : undefined;
  if (isObject(value)) {
    const fault = jsonFault(value);
    return fault === undefined ? value : new Failure("unreadableBody", fault);
  }
  const kind = body.byteLength === 0 ? "empty" : reading === "scalar" ? "scalar" : kindOf(value);
  if (reading === "unreadable" || kind === undefined) {
    return new Failure("unreadableBody", "The body is not valid JSON in UTF-8.");
  }
  if (emptyBodies.includes(kind)) return {};
  return kind === "empty"
    ? new Failure("missingBody", "There is no body; send a JSON object.")
    : new Failure("notAnObject", "The body must be a JSON object.");
}

function readingOf(
  type: string | undefined,
  mediaTypes: Requests["mediaTypes"],
): NonNullable<Requests["mediaTypes"]["form"]> {
  const name = type?.split(";")[0]?.trim().toLowerCase();
  if (name === "application/json") return "json";
  if (name !== undefined && /^application\/[\w.+-]+\+json$/.test(name)) return mediaTypes.vendor;
  const own =
    name === undefined
      ? mediaTypes.none
      : name === "application/x-www-form-urlencoded"
        ? mediaTypes.form
        : name.startsWith("text/")
          ? mediaTypes.text
          : undefined;
  return own ?? mediaTypes.other;
}

function kindOf(value: Json | undefined): Requests["emptyBodies"][number] | undefined {
  if (value === undefined) return undefined;
  return value === null ? "null" : Array.isArray(value) ? "array" : "scalar";
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

function formOf(body: Uint8Array): JsonObject {
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
}
