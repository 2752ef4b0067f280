import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import { hostName, isOwnHost } from "../../mocks/adapters/control-guard.ts";
import { flatten, readTarget, rejectAmbiguous } from "../../mocks/adapters/http-messages.ts";
import https from "node:https";
import { createProxyServer } from "httpxy";
import type { TrafficJudge, JudgedExchange } from "../../conformance/proxy/traffic-judge.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import type { Connection } from "../../conformance/target/connection.ts";
import { tlsOptions, readContent } from "../../conformance/target/transport.ts";
import type { HttpExchange } from "../../conformance/target/exchange.ts";
import { CutOff, noReply, withAdvice } from "../../conformance/target/no-reply.ts";
import { findProxy } from "../../conformance/target/proxy.ts";
import { defaultPatience, HttpListener } from "../../mocks/adapters/http-listener.ts";

interface ProxyGuardOptions {
  /** The address that the proxy listens on. */
  readonly host: string;
  /** Allowed host names, besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may use it, besides its own and loopback addresses. */
  readonly allowedOrigins: readonly string[];
}

/** Allows a page of any origin to read a response, without credentials: to a page, the proxy is the service. */
const readableHeaders = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Every method is allowed, so that requests which the interface does not have can be judged. */
const preflightHeaders = {
  ...readableHeaders,
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "Authorization, *",
  "access-control-max-age": "600",
};

/** Responds to requests that must not reach the target. @returns whether it did */
function guard(request: IncomingMessage, response: ServerResponse, options: ProxyGuardOptions): boolean {
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
function reject(response: ServerResponse, status: 400 | 403 | 502, detail: string, headers = {}): void {
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

interface ProxyOptions extends ProxyGuardOptions, Partial<Pick<Connection, "ca" | "cert" | "key" | "insecure">> {
  readonly port: number;
  readonly baseUrl: string;
  readonly judge: TrafficJudge;
  /** Milliseconds without any data from the target. */
  readonly timeout: number;
  readonly onJudged?: (judged: JudgedExchange) => void;
}

interface RunningProxy {
  /** With the actual port and without a trailing slash. */
  readonly url: string;
  /** Accepts no new requests, and waits some seconds for those in flight. */
  close(): Promise<void>;
}

/** The maximum bytes of a body to judge. */
const maxBody = 4 * 1024 * 1024;
const tooLarge = "a body too large to judge";

/**
 * Forwards requests between clients and a target, unchanged, and judges them.
 *
 * @throws CannotJudge if the target does not respond
 * @throws InputError if it cannot listen on host and port, or the environment has an invalid proxy
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { host, port, judge, onJudged } = options;
  const judging = new Set<Promise<void>>();
  let isClosing = false;
  const onExchange: OnExchange = (exchange, unread) => {
    const done = judge
      .add(exchange, unread)
      .then(onJudged)
      .finally(() => judging.delete(done));
    judging.add(done);
  };
  const upstream = openUpstream(options);
  await reach(upstream);
  // A client may send its body as slowly as the target reads it.
  const server = new HttpListener(host, { ...defaultPatience, requestMs: 0 });
  await server.listen(port, (request, response) => {
    response.shouldKeepAlive &&= !isClosing;
    if (!guard(request, response, options)) forward(request, response, upstream, onExchange);
  });
  return {
    url: server.url,
    async close() {
      isClosing = true;
      await server.close();
      await Promise.all(judging);
      upstream.connection.agent.destroy();
    },
  };
}

/** @param unread why the exchange cannot be judged, for instance since there is no complete response */
type OnExchange = (exchange: HttpExchange, unread?: string) => void;

/** @throws InputError if the environment has an invalid proxy */
function openUpstream({ baseUrl, timeout, ...tls }: ProxyOptions) {
  const target = new URL(baseUrl);
  const client = target.protocol === "https:" ? https : http;
  const environment = findProxy(baseUrl, process.env) === undefined ? {} : { proxyEnv: process.env };
  const connection = {
    agent: new client.Agent({ keepAlive: true, ...environment }),
    maxHeaderSize: 128 * 1024,
    ...tlsOptions(tls),
  };
  return {
    baseUrl,
    target,
    client,
    connection,
    timeout,
    explain: (error: unknown) => noReply(error, timeout, tooLarge),
  };
}

type Upstream = ReturnType<typeof openUpstream>;

/** Checks that the target responds, whatever the response. */
async function reach({ baseUrl, client, connection, explain }: Upstream): Promise<void> {
  const { promise, resolve, reject: fail } = Promise.withResolvers<void>();
  const request = client.request(`${baseUrl}/api/v1/users`, { ...connection, signal: AbortSignal.timeout(10_000) });
  request.on("response", (response) => {
    response.destroy();
    resolve();
  });
  request.on("error", (error) => fail(error.cause ?? error)).end();
  await promise.catch((error: unknown) => {
    throw new CannotJudge(`The target ${baseUrl} cannot be reached: ${withAdvice(explain(error))}`);
  });
}

/** Forwards a request and its response, byte for byte, without delay; redirects are not followed. */
function forward(request: IncomingMessage, response: ServerResponse, upstream: Upstream, onExchange: OnExchange): void {
  const { baseUrl, target, connection, timeout, explain } = upstream;
  const started = performance.now();
  const { method = "GET" } = request;
  const { path, query } = readTarget(request.url ?? "/");
  const url = query === "" ? path : `${path}?${query}`;
  const sent = { method, url: baseUrl + url, headers: flatten(request.headers) };
  const [requestBody, responseBody] = [new Copy(), new Copy()];
  let isLost = false;
  const lose = (error: unknown): void => {
    // A client that disconnects is not a fault of the target.
    if (isLost || response.closed || request.socket.destroyed) return;
    isLost = true;
    const { message } = explain(error);
    onExchange({ request: sent }, `no response from the target (not a violation): ${message}`);
    if (response.headersSent) response.destroy();
    else reject(response, 502, `orgkit proxy got no response from the target: ${message}.`, readableHeaders);
  };
  request.url = target.pathname.replace(/\/+$/, "") + url;
  keepEndToEnd(request);
  // An encoding that orgkit can decode.
  request.headers["accept-encoding"] = sent.headers["accept-encoding"]?.includes("gzip") === true ? "gzip" : "identity";
  const { agent, rejectUnauthorized, ...ssl } = connection;
  const options = { target: new URL(target.origin), changeOrigin: true, prependPath: false };
  const proxy = createProxyServer({ ...options, agent, secure: rejectUnauthorized, ssl });
  proxy.on("error", lose);
  proxy.on("proxyReq", (outgoing) => {
    outgoing.setTimeout(timeout, () => outgoing.destroy(new DOMException("no data", "TimeoutError")));
    requestBody.follow(request);
  });
  proxy.on("proxyRes", (incoming) => {
    const headers = flatten(incoming.headers);
    responseBody.follow(incoming);
    incoming.on("end", () => {
      const { unread, ...body } = readBody(responseBody, headers["content-encoding"]);
      const ms = Math.round(performance.now() - started);
      onExchange(
        {
          request: { ...sent, ...(requestBody.size === 0 ? {} : { body: requestBody.bytes.toString() }) },
          response: { status: incoming.statusCode ?? 0, headers, ms, ...body },
        },
        requestBody.size > maxBody ? tooLarge : unread,
      );
    });
    incoming.on("close", () => {
      if (!incoming.complete) lose(new CutOff());
    });
    keepEndToEnd(incoming);
    for (const name of Object.keys(headers)) if (name.startsWith("access-control-")) delete incoming.headers[name];
    Object.assign(incoming.headers, readableHeaders, response.shouldKeepAlive ? {} : { connection: "close" });
  });
  proxy.web(request, response).catch(lose);
}

/** Hop-by-hop headers (RFC 9110 §7.6.1), but for `transfer-encoding`, which frames the body. */
const hopByHop =
  "connection expect keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer upgrade";

/** Removes headers of the connection, and keeps repeated ones, which Node joins or drops. */
function keepEndToEnd({ headers, headersDistinct }: IncomingMessage): void {
  const names = `${hopByHop} ${headers.connection ?? ""}`.toLowerCase().split(/[\s,]+/);
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (names.includes(name) && name !== "transfer-encoding") delete headers[name];
    else if (values.length > 1) Object.assign(headers, { [name]: values });
  }
}

/** Copies a stream as it passes, unless it is too large. */
class Copy {
  readonly #chunks: Buffer[] = [];
  size = 0;

  follow(stream: IncomingMessage): void {
    stream.on("data", (chunk: Buffer) => {
      this.size += chunk.byteLength;
      if (this.size <= maxBody) this.#chunks.push(chunk);
    });
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

type ReadBody = Pick<NonNullable<HttpExchange["response"]>, "body" | "isUtf8" | "isDecoded"> & { unread?: string };

function readBody({ bytes, size }: Copy, encoding = ""): ReadBody {
  if (size > maxBody) return { body: "", unread: tooLarge };
  if (!/^(?:identity|x?-?gzip|deflate|br)?$/i.test(encoding)) return { body: "", unread: "a body in another encoding" };
  try {
    return readContent(bytes, encoding, 2 * maxBody);
  } catch {
    return { body: "", unread: tooLarge };
  }
}
