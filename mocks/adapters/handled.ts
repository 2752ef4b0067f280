import { addCorsHeaders } from "../service/cors.ts";
import type { Call } from "../service/call.ts";
import { isPassthrough } from "../simulation/handlers.ts";
import type { Simulation } from "../simulation/simulation.ts";

/** Not for `Request`. */
const otherMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Lets the request handlers of a simulation answer a request that has no `Request` yet.
 * @param base the base URL of the service for it, absolute
 * @returns nothing if none responds: the interface answers, or the network
 */
export async function handleCall(
  simulation: Simulation,
  { method, headers, body }: Call,
  url: string,
  base: string,
): Promise<Response | undefined> {
  if (simulation.listHandlers().length === 0 || otherMethods.has(method) || !URL.canParse(url)) return undefined;
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isWithBody = body.byteLength > 0 && method !== "GET" && method !== "HEAD";
  const request = new Request(url, { method, headers: sent, ...(isWithBody ? { body: new Uint8Array(body) } : {}) });
  const response = await simulation.handle(request, base);
  return response === undefined || isPassthrough(response) ? undefined : response;
}

/** The headers of a handler's response, with those that browsers need to read it from another origin. */
export function headersOf(
  { headers, status }: Response,
  call: Call,
  { dialect }: Simulation,
): Readonly<Record<string, string>> {
  const reply = { status, headers: Object.fromEntries(headers), body: "", why: { rule: "" } };
  return { ...addCorsHeaders(reply, call, dialect.requests.cors).headers, ...reply.headers };
}
