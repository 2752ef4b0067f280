import { corsHeaders, openCors, preflightHeaders as headersOf } from "../../mocks/service/cors.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** They are about one connection, not about the request (RFC 9110 §7.6.1). */
const ofConnection =
  /^(?:connection|keep-alive|proxy-(?:authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;

/** Whether a header ends here: one of the connection, or that `Connection` names. */
function endsHere(connection: string): (name: string) => boolean {
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return (name) => ofConnection.test(name) || named.has(name);
}

/**
 * The headers of a request for the target, in names and values by turns: all that the client sent but what is of its
 * connection. `Host` is the target's own; an encoding that could not be read again is not asked for.
 */
export function forTarget(raw: readonly string[], connection = ""): string[] {
  const ends = endsHere(connection);
  return raw.flatMap((name, at) => {
    const [lower, value = ""] = [name.toLowerCase(), raw[at + 1]];
    if (at % 2 === 1 || ends(lower) || lower === "host" || lower === "expect") return [];
    return [name, lower === "accept-encoding" ? readableEncodings(value) : value];
  });
}

function readableEncodings(accepted: string): string {
  const readable = accepted.split(",").filter((part) => /^\s*(?:gzip|deflate|br|identity)\s*(?:;|$)/i.test(part));
  return readable.length === 0 ? "identity" : readable.join(",").trim();
}

/** What lets a page of any origin read a response. */
export const readableHeaders = corsHeaders(openCors);

/**
 * The headers of a response for the client: all that the target sent but what is of its connection. What a browser may
 * read is said as the mock says it, never with credentials: to a page the proxy is the service.
 */
export function forClient(headers: Headers): Record<string, string | string[]> {
  const ends = endsHere(String(headers["connection"] ?? ""));
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ends(name) || name.startsWith("access-control-") ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(passed), ...readableHeaders };
}

/** The answer to a preflight. Every method is allowed: a request that the interface does not have is to be seen. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  ...readableHeaders,
  ...headersOf({ ...openCors, methods: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }),
};

/** Each header once, as a text, by lower-case name. */
export function flat(headers: Headers): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]));
}
