import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { corsSchema, type Cors } from "../../fixtures/dialect/requests.ts";
import type { Call, Reply } from "./call.ts";
import { fillText } from "./template.ts";

const why = { rule: "requests.cors" };

type Headers = Readonly<Record<string, string>>;

/**
 * Every origin may read, none with credentials: a frontend on any port can use the mock, and cookies are never sent.
 * `*` does not cover Authorization, so it is listed.
 */
export const openCors: Cors = corsSchema.parse({});

/** The CORS headers of a response, for an origin. */
export function corsHeaders({ origins, credentials, expose }: Cors, origin?: string): Headers {
  const isNamed = origin !== undefined && (origins === "echo" || origins.includes(origin));
  const allowed = origins === "*" ? "*" : isNamed ? origin : undefined;
  if (allowed === undefined) return origins === "*" ? {} : { vary: "Origin" };
  return {
    "access-control-allow-origin": allowed,
    ...(origins === "*" ? {} : { vary: "Origin" }),
    ...(credentials ? { "access-control-allow-credentials": "true" } : {}),
    ...(expose === null ? {} : { "access-control-expose-headers": expose }),
  };
}

/** The CORS headers of a preflight response. */
export function preflightHeaders({ methods, headers, maxAge }: Cors, requested = ""): Headers {
  const allowed = fillText(headers, { requested });
  return {
    "access-control-allow-methods": methods,
    ...(allowed === "" ? {} : { "access-control-allow-headers": allowed }),
    ...(maxAge === null ? {} : { "access-control-max-age": String(maxAge) }),
  };
}

/** Adds the CORS headers for the origin of the request. */
export function readable(reply: Reply, { headers }: Call, cors: Cors | null): Reply {
  if (cors === null) return reply;
  const allowed = corsHeaders(cors, headers["origin"]);
  const vary = [reply.headers["vary"], allowed["vary"]].filter(Boolean).join(", ");
  return { ...reply, headers: { ...reply.headers, ...allowed, ...(vary === "" ? {} : { vary }) } };
}

/**
 * The response to a preflight; `undefined` if the request is not a preflight, or the dialect treats preflights like
 * other requests.
 */
export function preflightReply(call: Call, { cors, options }: Dialect["requests"]): Reply | undefined {
  if (call.method !== "OPTIONS" || cors === null || cors.preflight === null) return undefined;
  const { origin, "access-control-request-method": method, "access-control-request-headers": asked } = call.headers;
  if ((origin === undefined || method === undefined) && options !== "preflight") return undefined;
  const reply = { status: cors.preflight, headers: preflightHeaders(cors, asked), body: "", why };
  return readable(reply, call, cors);
}
