import type { IncomingMessage, ServerResponse } from "node:http";
import { hostName, isLoopback, isOwnHost } from "../../mocks/adapters/control-guard.ts";
import { readTarget } from "../../mocks/adapters/http-call.ts";
import {
  baseUrl,
  followConnections,
  listen,
  openHttpServer,
  usualPatience,
} from "../../mocks/adapters/http-listener.ts";
import { preflightHeaders, readableHeaders } from "./headers.ts";
import { pass, reject, type Passage } from "./pass.ts";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Allowed host names, besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use it, besides its own and loopback addresses. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Listens, and forwards every request to the target.
 * @throws InputError if it cannot listen on host and port
 */
export async function listenForRequests(
  options: ListenOptions,
  passage: Passage,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { host, port } = options;
  // A client may send its body as slowly as the target reads it.
  const server = openHttpServer({ ...usualPatience, requestMs: 0 });
  const connections = followConnections(server);
  const passing = new Set<Promise<void>>();
  let isClosing = false;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.setHeader("connection", "close");
    if (answerHere(request, response, options)) return;
    const passed = pass(request, response, passage).finally(() => passing.delete(passed));
    passing.add(passed);
  });
  await listen(server, host, port);
  return {
    url: baseUrl(server, host),
    async close() {
      isClosing = true;
      const late = setTimeout(() => server.closeAllConnections(), usualPatience.closingMs);
      const closed = new Promise((resolve) => server.close(resolve));
      connections.endIdle();
      await closed;
      clearTimeout(late);
      await Promise.all(passing);
    },
  };
}

/** Answers requests that must not reach the target. @returns whether it did */
function answerHere(request: IncomingMessage, response: ServerResponse, options: ListenOptions): boolean {
  const { host = "", origin, "access-control-request-method": asked, "sec-fetch-site": site } = request.headers;
  const { allowedHosts, allowedOrigins } = options;
  if (!isOwnHost(hostName(host), allowedHosts)) {
    const detail = `The Host "${host}" is not this proxy's: use 127.0.0.1 or localhost, or allow the name with --allowed-host.`;
    reject(response, 403, "Forbidden", detail);
  } else if (origin === undefined ? site === "cross-site" : !isAllowed(origin, host, allowedOrigins)) {
    const detail = `Pages of ${origin ?? "other sites"} may not use this proxy: allow their origin with --allow-origin.`;
    reject(response, 403, "Forbidden", detail);
  } else if (request.method === "OPTIONS" && asked !== undefined) {
    response.writeHead(204, preflightHeaders).end();
  } else if (climbs(readTarget(request.url ?? "/").path)) {
    const detail = 'The path could lead out of the target\'s base URL: it has a "." or ".." segment, or a "#".';
    reject(response, 400, "Bad Request", detail, readableHeaders);
  } else return false;
  return true;
}

/** Like a dev server: pages from this machine, at any port, may use it. Other origins must be named. */
function isAllowed(origin: string, host: string, allowed: readonly string[]): boolean {
  if (origin === `http://${host}` || allowed.includes(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && isLoopback(hostName(url.host));
}

/** Deeper encodings count as an attempt to hide something. */
const maxDecodings = 4;

/** Whether any server could read a path as leading upwards, however often it decodes it. */
function climbs(path: string): boolean {
  if (!path.startsWith("/") || path.includes("#")) return true;
  let text = path;
  for (let times = 0; times <= maxDecodings; times += 1) {
    // Some servers treat the text after a semicolon as a parameter; some cut after a NUL.
    const segments = text.split(/[/\\]/).map((segment) => segment.replace(/[;#?\0].*$/s, "").trim());
    if (segments.some((segment) => segment === "." || segment === "..")) return true;
    const decoded = decode(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Decodes once, as leniently as any server: also `%u002e`, and overlong UTF-8. */
function decode(text: string): string {
  return text
    .replaceAll(/%(?:u00)?([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/(?:\u00C0|\u00E0\u0080)\u00AE/g, ".")
    .replaceAll(/(?:\u00C0|\u00E0\u0080)\u00AF|\u00C1\u009C/g, "/");
}
