type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const ofConnection =
  /^(?:connection|keep-alive|proxy-(?:authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;

/** Whether a header is hop-by-hop: by its name, or listed in `Connection`. */
function endsHere(connection: string): (name: string) => boolean {
  const connectionHeaders = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  return (name) => ofConnection.test(name) || connectionHeaders.has(name);
}

/**
 * The headers of a request for the target, as alternating names and values: the client's without hop-by-hop ones.
 * `Host` is the target's own, and only readable encodings are accepted.
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

/** Allows a page of any origin to read a response. */
export const readableHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

/**
 * The headers of a response for the client: the target's without hop-by-hop ones. CORS headers are like the mock's,
 * never with credentials: to a page, the proxy is the service.
 */
export function forClient(headers: Headers): Record<string, string | string[]> {
  const ends = endsHere(String(headers["connection"] ?? ""));
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ends(name) || name.startsWith("access-control-") ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(passed), ...readableHeaders };
}

/**
 * The response to a preflight. Every method is allowed, so that requests which the interface does not have can be
 * judged.
 */
export const preflightHeaders: Readonly<Record<string, string>> = {
  ...readableHeaders,
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "Authorization, *",
  "access-control-max-age": "600",
};

/** Each header once, as a text, by lower-case name. */
export function flat(headers: Headers): Record<string, string> {
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]));
}
