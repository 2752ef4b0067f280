import { isObject } from "../../../fixtures/json.ts";
import { readJson, type Members } from "../../target/envelope.ts";
import type { ExchangeResponse } from "../../target/exchange.ts";
import { isFieldName } from "./format.ts";

/** The content type and the form of a failure's body, and nothing of its content. */
export function describeErrorBody(response: ExchangeResponse): string {
  if (response.body.trim() === "") return "no body";
  const type = mediaType(response);
  const shape = shapeOfBody(response, type);
  return `${shape} ${type === "" ? "without a content type" : `as ${type}`}`;
}

/** The media type of a reply in lower case, without parameters; empty where it names none. */
function mediaType({ headers }: ExchangeResponse): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const name = type.trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(name) ? name : "";
}

function shapeOfBody(response: ExchangeResponse, type: string): string {
  const body = readJson(response);
  if (body === undefined) return isHtml(response.body, type) ? "an HTML page" : "a text";
  if (!isObject(body)) return Array.isArray(body) ? `a list ${shapeOf(body, 3)}` : "a JSON text or number";
  if (type === "application/problem+json") return `problem details ${shapeOf(body, 1)}`;
  if (Array.isArray(body["data"]) && isObject(body["meta"])) return enveloped(body, body["data"]);
  return shapeOf(body, 3);
}

function isHtml(body: string, type: string): boolean {
  return type.includes("html") || /^\s*<(!doctype|html)/i.test(body);
}

function enveloped(body: Members, data: readonly unknown[]): string {
  const { data: _data, meta: _meta, ...others } = body;
  const envelope = data.length === 0 ? "an empty envelope" : "an envelope with records";
  return Object.keys(others).length === 0 ? envelope : `${envelope} with ${shapeOf(others, 3)}`;
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
