import { corsHeaders, preflightReply } from "../../mocks/service/cors.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** They tell of one connection, not of the call (RFC 9110 §7.6.1). */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Names that end here: those of the connection, and those it names itself. */
function endsHere(connection: string): (name: string) => boolean {
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return (name) => ofConnection.has(name) || named.has(name);
}

/**
 * The headers of a request for the target, in names and values by turns: all that the client sent but what is of its
 * connection. `Host` is the target's own; an encoding that could not be read again is not asked for.
 */
export function forTarget(raw: readonly string[], connection: string | undefined): string[] {
  const ends = endsHere(connection ?? "");
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    const lower = name.toLowerCase();
    if (ends(lower) || lower === "host" || lower === "expect") continue;
    headers.push(name, lower === "accept-encoding" ? readableEncodings(value) : value);
  }
  return headers;
}

function readableEncodings(accepted: string): string {
  const readable = accepted.split(",").filter((part) => /^\s*(?:gzip|deflate|br|identity)\s*(?:;|$)/i.test(part));
  return readable.length === 0 ? "identity" : readable.join(",").trim();
}

/**
 * The headers of a reply for the client: all that the target sent but what is of its connection. What a browser may
 * read is said as the mock says it, never with credentials: to a page the proxy is the service.
 */
export function forClient(headers: Headers): Record<string, string | string[]> {
  const ends = endsHere([headers["connection"] ?? ""].flat().join(","));
  const passed = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !ends(entry[0]) && !entry[0].startsWith("access-control-"),
  );
  return { ...Object.fromEntries(passed), ...corsHeaders };
}

/** The answer to a preflight. Every method is allowed: a call that the interface does not have is to be seen. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  ...preflightReply.headers,
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
};

/** Each header once, as a text, by lower-case name. */
export function flat(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
