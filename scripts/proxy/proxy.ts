import { isUtf8 } from "node:buffer";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { createProxyServer } from "httpxy";
import type { TrafficJudge, JudgedExchange } from "../../conformance/proxy/traffic-judge.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import type { Connection } from "../../conformance/target/connection.ts";
import { tlsOptions } from "../../conformance/target/connection-pool.ts";
import type { HttpExchange } from "../../conformance/target/exchange.ts";
import { CutOff, noReply, withAdvice } from "../../conformance/target/no-reply.ts";
import { findProxy } from "../../conformance/target/proxy.ts";
import { decompress } from "../../conformance/target/read-body.ts";
import {
  baseUrl as urlOf,
  followConnections,
  listen,
  openHttpServer,
  usualPatience,
} from "../../mocks/adapters/http-listener.ts";
import { readTarget } from "../../mocks/adapters/http-messages.ts";
import { guard, readableHeaders, reject, type ProxyGuardOptions } from "./guard.ts";

export interface ProxyOptions extends ProxyGuardOptions, Partial<Pick<Connection, "ca" | "cert" | "key" | "insecure">> {
  readonly port: number;
  readonly baseUrl: string;
  readonly judge: TrafficJudge;
  /** Milliseconds without any data from the target. */
  readonly timeout: number;
  readonly onJudged?: (judged: JudgedExchange) => void;
}

export interface RunningProxy {
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
  const server = openHttpServer({ ...usualPatience, requestMs: 0 });
  const connections = followConnections(server);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isClosing;
    if (!guard(request, response, options)) forward(request, response, upstream, onExchange);
  });
  await listen(server, host, port);
  return {
    url: urlOf(server, host),
    async close() {
      isClosing = true;
      const late = setTimeout(() => server.closeAllConnections(), usualPatience.closingMs);
      const closed = new Promise((resolve) => server.close(resolve));
      connections.endIdle();
      await closed;
      clearTimeout(late);
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
  const sent = { method, url: baseUrl + url, headers: flat(request.headers) };
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
    const headers = flat(incoming.headers);
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

/** Each header once, as a text, by lower-case name. */
function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
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
    const { content, isDecoded } = decompress(bytes, encoding, 2 * maxBody);
    return {
      body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(content),
      ...(isUtf8(content) ? {} : { isUtf8: false }),
      ...(isDecoded ? {} : { isDecoded: false }),
    };
  } catch {
    return { body: "", unread: tooLarge };
  }
}
