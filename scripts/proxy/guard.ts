import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import { hostName, isOwnHost } from "../../mocks/adapters/control-guard.ts";
import { readTarget, rejectAmbiguous } from "../../mocks/adapters/http-messages.ts";

export interface ProxyGuardOptions {
  /** The address that the proxy listens on. */
  readonly host: string;
  /** Allowed host names, besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use it, besides its own and loopback addresses. */
  readonly allowedOrigins: readonly string[];
}

/** Allows a page of any origin to read a response, without credentials: to a page, the proxy is the service. */
export const readableHeaders = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Every method is allowed, so that requests which the interface does not have can be judged. */
const preflightHeaders = {
  ...readableHeaders,
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "Authorization, *",
  "access-control-max-age": "600",
};

/** Responds to requests that must not reach the target. @returns whether it did */
export function guard(request: IncomingMessage, response: ServerResponse, options: ProxyGuardOptions): boolean {
  const { host = "", origin, "access-control-request-method": asked, "sec-fetch-site": site } = request.headers;
  const { allowedHosts, allowedOrigins } = options;
  if (rejectAmbiguous(request, response)) return true;
  if (!isOwnHost(hostName(host), { allowedHosts, isOpen: !isLoopback(options.host) })) {
    const detail = `The Host "${host}" is not this proxy's: use 127.0.0.1 or localhost, or allow the name with --allowed-host.`;
    reject(response, 403, detail);
  } else if (origin === undefined ? site === "cross-site" : !isAllowed(origin, host, allowedOrigins)) {
    const detail = `Pages of ${origin ?? "other sites"} may not use this proxy: allow their origin with --allow-origin.`;
    reject(response, 403, detail);
  } else if (request.method === "OPTIONS" && asked !== undefined) {
    response.writeHead(204, preflightHeaders).end();
  } else if (leadsUpwards(readTarget(request.url ?? "/").path)) {
    const detail = 'The path could lead out of the target\'s base URL: it has a "." or ".." segment, or a "#".';
    reject(response, 400, detail, readableHeaders);
  } else return false;
  return true;
}

/** Responds instead of the target. */
export function reject(response: ServerResponse, status: 400 | 403 | 502, detail: string, headers = {}): void {
  response
    .writeHead(status, { ...headers, "content-type": "application/problem+json", connection: "close" })
    .end(`${JSON.stringify({ title: statusText(status), status, detail })}\n`);
}

/** Like a dev server: pages from this machine, at any port, may use it. Other origins must be named. */
function isAllowed(origin: string, host: string, allowed: readonly string[]): boolean {
  if (origin === `http://${host}` || allowed.includes(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && isLoopback(hostName(url.host));
}

/** Deeper encodings count as an attempt to hide something. */
const maxDecodings = 5;

/**
 * Whether any server could read a path as leading upwards, however often it decodes it. Each decoding is normalized
 * before it is looked at: other forms of a character become the usual one, and what cannot be seen is removed.
 */
function leadsUpwards(path: string): boolean {
  if (!path.startsWith("/") || path.includes("#")) return true;
  // Node has one character for each byte of a path.
  let text = joinBytes(path);
  for (let times = 0; times <= maxDecodings; times += 1) {
    const segments = text.normalize("NFKC").split(/[/\\]/).map(readSegment);
    if (segments.some((segment) => /^[.\u3002]+$/.test(segment))) return true;
    const decoded = joinBytes(decodeOnce(text));
    const next = decoded === text ? text.normalize("NFKC") : decoded;
    if (next === text) return false;
    text = next;
  }
  return true;
}

/** What servers may read of a segment: some take the text after a semicolon for a parameter, some end at a NUL. */
function readSegment(segment: string): string {
  return segment.replace(/[;#?\0].*$/s, "").replaceAll(/[\p{C}\p{Z}\p{DI}]/gu, "");
}

/** Decodes once, with one character for each byte; also the `%u002e` of some servers. */
function decodeOnce(text: string): string {
  return text.replaceAll(/%(?:u([\da-f]{4})|([\da-f]{2}))/gi, (_, unit: string | undefined, byte: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
  );
}

/** Reads bytes as UTF-8, as leniently as any server: characters may be longer than they must be. */
function joinBytes(text: string): string {
  return text.replaceAll(/[\xC0-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF7][\x80-\xBF]{3}/g, (bytes) => {
    const [first = 0, ...others] = Array.from(bytes, (byte) => byte.charCodeAt(0));
    const code = others.reduce((bits, byte) => bits * 64 + (byte % 64), first % 2 ** (6 - others.length));
    return code > 0x10_ff_ff ? bytes : String.fromCodePoint(code);
  });
}
