import { operations, operationPath, type OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { bodyKeys } from "../../fixtures/interface/user-schemas.ts";
import { readJson } from "../target/envelope.ts";
import type { Seen } from "./seen.ts";

/** One thing that Prism found: where, by which keyword, and what. */
export interface Diagnostic {
  readonly path?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

export interface Diagnostics {
  readonly input: readonly Diagnostic[];
  readonly output: readonly Diagnostic[];
}

/** An exchange as Prism takes it. */
export interface PrismExchange {
  readonly request: {
    readonly method: "get" | "post";
    readonly url: { readonly path: string; readonly query: Record<string, string> };
    readonly headers: Record<string, string>;
    readonly body?: unknown;
  };
  readonly reply: {
    readonly statusCode: number;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
  };
}

/** The longest response that Prism is shown, in characters. */
const maxBodyLength = 200_000;

/**
 * What Prism is shown of an exchange: no token, and nothing that the document leaves open and Prism would judge all the
 * same, such as the exact name of a content type that carries JSON, or a parameter that is sent twice.
 */
export function forPrism(seen: Seen, operation: OperationId, dialect: Dialect | undefined): PrismExchange {
  const { method } = operations[operation];
  const { status, headers } = seen.response;
  return {
    request: {
      method: method === "GET" ? "get" : "post",
      url: { path: operationPath(operation, "id"), query: singleParameters(seen.query) },
      ...(method === "GET" ? { headers: authorization(seen, dialect) } : withBody(seen, dialect)),
    },
    reply: {
      statusCode: status,
      headers: { ...headers, "content-type": "application/json" },
      // Prism would name each place of each record; without it, the check still says what is wrong.
      body: seen.response.body.length > maxBodyLength ? undefined : readJson(seen.response),
    },
  };
}

function singleParameters(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters].filter(([name]) => parameters.getAll(name).length === 1));
}

/** Whether a call shows a token as §5 writes it; the letter case of the word is open, unless it is declared. */
export function showsToken({ requestHeaders }: Seen, dialect: Dialect | undefined): boolean {
  const value = requestHeaders["authorization"] ?? "";
  return (dialect?.auth.schemeCase === "exact" ? /^Bearer +\S/ : /^bearer +\S/i).test(value);
}

function authorization(seen: Seen, dialect: Dialect | undefined): Record<string, string> {
  return showsToken(seen, dialect) ? { authorization: "Bearer token" } : {};
}

/** Every type that carries JSON is the same to a schema; what is no media type at all is bytes. */
function mediaType(contentType: string): string {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) return "application/json";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
}

/** §4 shows a body and not of what kind, so that it is JSON is the dialect's to say. */
function withBody(seen: Seen, dialect: Dialect | undefined): Pick<PrismExchange["request"], "headers" | "body"> {
  const headers = authorization(seen, dialect);
  const isOpen = dialect === undefined || !bodyKeys.some((key) => isDeclared(dialect, key));
  if (isOpen || seen.requestBody === undefined || seen.requestBody === "") return { headers };
  const type = mediaType(seen.requestHeaders["content-type"] ?? "");
  const body = readJson({ body: seen.requestBody }) ?? seen.requestBody;
  const length = String(Buffer.byteLength(seen.requestBody));
  return {
    headers: { ...headers, "content-type": type, "content-length": length },
    body,
  };
}
