import type { IncomingMessage } from "node:http";
import { addCorsHeaders } from "../service/cors.ts";
import type { Call } from "../service/call.ts";
import { isPassthrough } from "../simulation/handlers.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { readBaseUrl } from "./handler-options.ts";

/** A request as handlers see it. */
interface HandlerRequest {
  readonly request: Request;
  /** The base URL of the service for it, absolute. */
  readonly base: string;
}

/** How much of a request is read for handlers: as much as a dialect can allow. A larger one is none of theirs. */
export const maxHandledBytes = 64 * 1024 * 1024;

/** Not for `Request`. */
const otherMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * A request that has no `Request` yet.
 * @returns nothing if there are no handlers, or it cannot be one
 */
export function toHandlerRequest(
  simulation: Simulation,
  { method, headers, body }: Call,
  url: string,
  base: string,
): HandlerRequest | undefined {
  if (simulation.listHandlers().length === 0 || otherMethods.has(method) || !URL.canParse(url)) return undefined;
  if (body.byteLength > maxHandledBytes) return undefined;
  // HTTP/2 has the parts of the first line as `:method`, `:path`, ….
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(":") ? [] : [[name, value]],
  );
  const isWithBody = body.byteLength > 0 && method !== "GET" && method !== "HEAD";
  const request = new Request(url, { method, headers: sent, ...(isWithBody ? { body: new Uint8Array(body) } : {}) });
  return { request, base };
}

/** The same of a server: its requests are below the application's base URL, so that handlers for whole URLs match, too. */
export function servedRequest(simulation: Simulation, call: Call, from: IncomingMessage): HandlerRequest | undefined {
  const { origin, prefix } = readBaseUrl(simulation.baseUrl);
  const base = (origin === "*" ? `http://${from.headers.host ?? "localhost"}` : origin) + prefix;
  const query = call.query === "" ? "" : `?${call.query}`;
  return toHandlerRequest(simulation, call, base + call.path + query, base);
}

/** Lets the handlers respond. @returns nothing if none does: the interface answers, or the network */
export async function handleRequest(
  simulation: Simulation,
  asked: HandlerRequest | undefined,
): Promise<Response | undefined> {
  const response = asked && (await simulation.handle(asked.request, asked.base));
  return response === undefined || isPassthrough(response) ? undefined : response;
}

/** The headers of a handler's response, with those that browsers need to read it from another origin. */
export function readHeaders(
  { headers, status }: Response,
  call: Call,
  { dialect }: Simulation,
): Readonly<Record<string, string>> {
  const reply = { status, headers: Object.fromEntries(headers), body: "", why: { rule: "" } };
  return { ...addCorsHeaders(reply, call, dialect.requests.cors).headers, ...reply.headers };
}
