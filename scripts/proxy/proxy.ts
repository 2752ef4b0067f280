import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TrafficExchange } from "../../conformance/proxy/exchange.ts";
import type { JudgedExchange, TrafficJudge } from "../../conformance/proxy/traffic-judge.ts";
import type { Report } from "../../conformance/report/report.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { noReply, withAdvice } from "../../conformance/target/no-reply.ts";
import { hostName, isOwnHost } from "../../mocks/adapters/control-guard.ts";
import { isLoopback } from "../../fixtures/network/loopback.ts";
import { hasBody, readTarget } from "../../mocks/adapters/http-messages.ts";
import {
  baseUrl as baseUrlOf,
  followConnections,
  listen,
  openHttpServer,
  usualPatience,
} from "../../mocks/adapters/http-listener.ts";
import { flat, forClient, forTarget, preflightHeaders, readableHeaders } from "./headers.ts";
import { decompress } from "../../conformance/target/read-body.ts";
import type { Dispatcher } from "undici";
import { createPool } from "../../conformance/target/connection-pool.ts";
import { proxyOf } from "../../conformance/target/proxy.ts";

export interface ProxyOptions extends ListenOptions, UpstreamOptions {
  readonly baseUrl: string;
  readonly judge: TrafficJudge;
  readonly onJudged?: (exchange: TrafficExchange, judged: JudgedExchange) => void;
  readonly onLost?: (request: TrafficExchange["request"], reason: string) => void;
}

export interface RunningProxy {
  /** With the actual port and without a trailing slash. */
  readonly url: string;
  /** Accepts no new requests, waits some seconds for those in flight, and returns the report. */
  close(): Promise<Report>;
}

/**
 * Forwards requests between clients and a target, unchanged, and judges them.
 * @throws CannotJudge if the target does not respond
 * @throws InputError if it cannot listen on host and port
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { baseUrl, judge, onJudged, onLost } = options;
  const judging = new Set<Promise<void>>();
  const startedAt = new Date();
  const upstream = openUpstream(baseUrl, options);
  const judgeExchange = async (exchange: TrafficExchange): Promise<void> => {
    const judged = await judge.add(exchange).catch((error: unknown) => {
      // A fault of orgkit or Prism is unrelated to the exchange, and must be visible.
      const notJudged = `orgkit itself failed: ${error instanceof Error ? error.message : String(error)}`;
      judge.leaveOut(notJudged);
      return { operation: undefined, violations: [], notJudged };
    });
    onJudged?.(exchange, judged);
  };
  try {
    await reach(baseUrl, upstream);
    const server = await listenForRequests(options, {
      baseUrl,
      upstream,
      onExchange: (exchange) => {
        const done = judgeExchange(exchange).finally(() => judging.delete(done));
        judging.add(done);
      },
      onLost: (request, reason) => {
        judge.mask.learn({ request });
        judge.leaveOut(`no response from the target (not a violation): ${reason}`);
        onLost?.(request, reason);
      },
    });
    return {
      url: server.url,
      async close() {
        await server.close();
        await Promise.all(judging);
        await upstream.close();
        return judge.report({ startedAt, files: [], notes: [] });
      },
    };
  } catch (error) {
    await upstream.close();
    throw error;
  }
}

/** Checks that the target responds, whatever the response. */
async function reach(baseUrl: string, upstream: Upstream): Promise<void> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { body } = await upstream.send({ method: "GET", path: "/api/v1/users", headers: [], body: null, signal });
    body.on("error", () => {}).destroy();
  } catch (error) {
    throw new CannotJudge(`The target ${baseUrl} cannot be reached: ${withAdvice(upstream.explain(error))}`);
  }
}

interface ListenOptions {
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
async function listenForRequests(
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
    url: baseUrlOf(server, host),
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
  } else if (leadsUpwards(readTarget(request.url ?? "/").path)) {
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
function leadsUpwards(path: string): boolean {
  if (!path.startsWith("/") || path.includes("#")) return true;
  let text = path;
  for (let times = 0; times <= maxDecodings; times += 1) {
    // Some servers treat the text after a semicolon as a parameter; some cut after a NUL.
    const segments = text.split(/[/\\]/).map((segment) => segment.replace(/[;#?\0].*$/s, "").trim());
    if (segments.some((segment) => segment === "." || segment === "..")) return true;
    const decoded = decodeLeniently(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Decodes once, as leniently as any server: also `%u002e`, and overlong UTF-8. */
function decodeLeniently(text: string): string {
  return text
    .replaceAll(/%(?:u00)?([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/(?:\u00C0|\u00E0\u0080)\u00AE/g, ".")
    .replaceAll(/(?:\u00C0|\u00E0\u0080)\u00AF|\u00C1\u009C/g, "/");
}

/** The target, and callbacks. */
interface Passage {
  readonly baseUrl: string;
  readonly upstream: Upstream;
  /** Called after the response was sent to the client. */
  readonly onExchange: (exchange: TrafficExchange) => void;
  /** Called if the target sent no complete response. */
  readonly onLost: (request: TrafficExchange["request"], reason: string) => void;
}

/** The maximum bytes of a body to judge, encoded and decoded. */
const maxBody = 4 * 1024 * 1024;
const maxDecoded = 2 * maxBody;

/** Forwards a request and its response, byte for byte, without delay. Never rejects. */
async function pass(request: IncomingMessage, response: ServerResponse, passage: Passage): Promise<void> {
  const { baseUrl, upstream, onExchange, onLost } = passage;
  const started = performance.now();
  const { method = "GET" } = request;
  const { path, query } = readTarget(request.url ?? "/");
  const target = query === "" ? path : `${path}?${query}`;
  const sent = { method, url: `${baseUrl}${target}`, headers: flat(request.headers) };
  const left = new AbortController();
  response.once("close", () => left.abort());
  const [requestCopy, responseCopy] = [new Copy(), new Copy()];
  let isBroken = false;
  try {
    const reply = await upstream.send({
      method,
      path: target,
      headers: forTarget(request.rawHeaders, request.headers.connection),
      body: hasBody(request) ? Readable.from(requestCopy.follow(request), { objectMode: false }) : null,
      signal: left.signal,
    });
    reply.body.once("error", () => (isBroken ||= !left.signal.aborted));
    response.writeHead(reply.statusCode, forClient(reply.headers));
    await pipeline(reply.body, (chunks) => responseCopy.follow(chunks), response);
    const headers = flat(reply.headers);
    const [requestBody, body] = [requestCopy.bytes, decodedBody(responseCopy.bytes, headers["content-encoding"])];
    const unread = [requestBody, body].find((read) => typeof read === "string");
    onExchange({
      request: { ...sent, ...(hasBody(request) ? { body: requestBody.toString() } : {}) },
      response: {
        status: reply.statusCode,
        headers,
        body: typeof body === "string" ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body),
        ms: Math.round(performance.now() - started),
      },
      ...(unread === undefined ? {} : { unread }),
    });
  } catch (error) {
    const reason = upstream.explain(error).message;
    // A client that disconnects is not a fault of the target.
    if (isBroken || !left.signal.aborted) onLost(sent, reason);
    if (response.headersSent || response.destroyed) response.destroy();
    else
      reject(response, 502, "Bad Gateway", `orgkit proxy got no response from the target: ${reason}.`, readableHeaders);
  }
}

/** Responds instead of the target. */
function reject(response: ServerResponse, status: number, title: string, detail: string, headers = {}): void {
  response
    .writeHead(status, { ...headers, "content-type": "application/problem+json", connection: "close" })
    .end(`${JSON.stringify({ title, status, detail })}\n`);
}

const tooLarge = "a body too large to judge";

/** Copies a stream, unless it is too large: then it is only forwarded. */
class Copy {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** The same chunks, without delay. */
  async *follow(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      this.#size += chunk.byteLength;
      if (this.#size <= maxBody) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
      yield chunk;
    }
  }

  /** A text says why there are none. */
  get bytes(): Buffer | string {
    return this.#size > maxBody ? tooLarge : Buffer.concat(this.#chunks);
  }
}

function decodedBody(body: Buffer | string, encoding = "identity"): Buffer | string {
  if (typeof body === "string") return body;
  if (!/^(?:identity|x?-?gzip|deflate|br)$/i.test(encoding.trim())) return `a body in the encoding ${encoding}`;
  try {
    return decompress(body, encoding, maxDecoded).content;
  } catch {
    return tooLarge;
  }
}

/** A request for the target; its headers are alternating names and values. */
type Outgoing = Pick<Dispatcher.RequestOptions, "method" | "path" | "signal"> & {
  readonly headers: string[];
  readonly body: Readable | null;
};

/** The target of all requests, fixed at the start. */
interface Upstream {
  /** Does not follow redirects or decode bodies. Rejects if no response begins. */
  send(outgoing: Outgoing): Promise<Dispatcher.ResponseData>;
  /** An error of `send` in words, without quoting the request. */
  explain(error: unknown): ReturnType<typeof noReply>;
  close(): Promise<void>;
}

interface UpstreamOptions {
  /** Milliseconds without any data from the target. */
  readonly timeout: number;
  /** PEM. */
  readonly ca?: string | undefined;
  readonly insecure: boolean;
}

/** @throws InputError if the environment has an invalid proxy */
function openUpstream(baseUrl: string, { timeout, ca, insecure }: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const proxy = proxyOf(baseUrl, process.env);
  const connection = { timeout, insecure, proxy, ...(ca === undefined ? {} : { ca }) };
  const pool = createPool(connection, { connections: 64 });
  // A request that changes something gets a new connection: the server may just be closing a kept one.
  const fresh = createPool(connection, { connections: 64, pipelining: 0 });
  return {
    send: ({ path, ...outgoing }) =>
      (/^(?:GET|HEAD)$/.test(outgoing.method) ? pool : fresh).request({
        ...outgoing,
        origin,
        path: `${prefix}${path}`,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      }),
    explain: (error) => noReply(error, timeout, "the response is too large"),
    async close() {
      await Promise.all([pool.destroy(), fresh.destroy()]);
    },
  };
}
