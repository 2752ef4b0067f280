import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Cors } from "../../fixtures/dialect/requests.ts";
import type { Call, Reply } from "./call.ts";

type Headers = Readonly<Record<string, string>>;

/** Every origin may read, none with credentials: a frontend on any port can use the mock, and cookies are never sent. */
export const openCors: Cors = { origins: "*", credentials: false };

/** Which origin may read a response; `undefined` for none. */
function allowedOrigin({ origins }: Cors, origin: string | undefined): string | undefined {
  if (origins === "*") return "*";
  return origin !== undefined && (origins === "echo" || origins.includes(origin)) ? origin : undefined;
}

/**
 * The CORS headers of a response. With credentials, a browser takes `*` for a name, so the names of all headers are
 * listed.
 * @param names of the response's other headers
 */
function corsHeaders(cors: Cors, origin: string | undefined, names: readonly string[]): Headers {
  const allowed = allowedOrigin(cors, origin);
  const vary: Headers = cors.origins === "*" ? {} : { vary: "Origin" };
  if (allowed === undefined) return vary;
  return {
    "access-control-allow-origin": allowed,
    ...vary,
    ...(cors.credentials ? { "access-control-allow-credentials": "true" } : {}),
    ...exposed(cors, names),
  };
}

function exposed({ credentials }: Cors, names: readonly string[]): Headers {
  if (!credentials) return { "access-control-expose-headers": "*" };
  return names.length === 0 ? {} : { "access-control-expose-headers": names.join(", ") };
}

/** Adds the CORS headers for the origin of the request. */
export function allowReading(reply: Reply, { headers }: Call, cors: Cors | null): Reply {
  if (cors === null) return reply;
  const names = Object.keys(reply.headers).filter((name) => !name.startsWith("access-control-"));
  const allowed = corsHeaders(cors, headers["origin"], names);
  const vary = [reply.headers["vary"], allowed["vary"]].filter(Boolean).join(", ");
  return { ...reply, headers: { ...reply.headers, ...allowed, ...(vary === "" ? {} : { vary }) } };
}

/** The response to `OPTIONS`: a preflight gets what it asks for; `undefined` for any other method. */
export function preflightReply(call: Call, { cors }: Dialect["requests"]): Reply | undefined {
  if (call.method !== "OPTIONS" || cors === null) return undefined;
  const { "access-control-request-method": method, "access-control-request-headers": names } = call.headers;
  // Without credentials, `*` covers all headers but Authorization.
  const methods = cors.credentials ? (method ?? "") : "GET, HEAD, POST, OPTIONS";
  const allowed = cors.credentials ? (names ?? "") : "Authorization, *";
  const headers = {
    ...(methods === "" ? {} : { "access-control-allow-methods": methods }),
    ...(allowed === "" ? {} : { "access-control-allow-headers": allowed }),
    "access-control-max-age": "600",
  };
  return allowReading({ status: 204, headers, body: "", why: { rule: "requests.cors" } }, call, cors);
}
