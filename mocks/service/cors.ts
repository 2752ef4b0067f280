import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Cors } from "../../fixtures/dialect/requests.ts";
import type { Call, Reply } from "./call.ts";

/** Every origin may read, none with credentials: a frontend on any port can use the mock, and cookies are never sent. */
export const openCors: Cors = { origins: "*", credentials: false };

/** Adds the CORS headers for the origin of the request. */
export function addCorsHeaders(reply: Reply, { headers }: Call, cors: Cors | null): Reply {
  if (cors === null) return reply;
  const { origins, credentials } = cors;
  const origin = headers["origin"];
  const isAllowed = origin !== undefined && (origins === "echo" || origins.includes(origin));
  const allowedOrigin = origins === "*" ? "*" : isAllowed ? origin : undefined;
  const vary = [reply.headers["vary"], origins === "*" ? "" : "Origin"].filter(Boolean).join(", ");
  // With credentials, a browser takes `*` for a name, so the names of all headers are listed.
  const isOther = (name: string): boolean => !name.startsWith("access-control-");
  const exposed = credentials ? Object.keys(reply.headers).filter(isOther).join(", ") : "*";
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(vary !== "" && { vary }),
      ...(allowedOrigin !== undefined && { "access-control-allow-origin": allowedOrigin }),
      ...(allowedOrigin !== undefined && credentials && { "access-control-allow-credentials": "true" }),
      ...(allowedOrigin !== undefined && exposed !== "" && { "access-control-expose-headers": exposed }),
    },
  };
}

/**
 * The response to `OPTIONS`: a preflight gets what it asks for; `undefined` for any other method.
 * @param isExtended whether there are more routes than the interface has, with any method
 */
export function preflightReply(call: Call, { cors }: Dialect["requests"], isExtended = false): Reply | undefined {
  if (call.method !== "OPTIONS" || cors === null) return undefined;
  const { "access-control-request-method": method, "access-control-request-headers": names } = call.headers;
  // Without credentials, `*` covers all headers but Authorization.
  const methods = cors.credentials || isExtended ? (method ?? "") : "GET, HEAD, POST, OPTIONS";
  const allowedHeaders = cors.credentials ? (names ?? "") : "Authorization, *";
  const headers = {
    ...(methods === "" ? {} : { "access-control-allow-methods": methods }),
    ...(allowedHeaders === "" ? {} : { "access-control-allow-headers": allowedHeaders }),
    "access-control-max-age": "600",
  };
  return addCorsHeaders({ status: 204, headers, body: "", why: { rule: "requests.cors" } }, call, cors);
}
