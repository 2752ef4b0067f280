import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { early, instead, isFor, oddities, onGood, pause, type Departure } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { bytesOf, writePlainly, type Write } from "./serve.ts";
import { failure, type Reply } from "./service.ts";

/** Compresses every body, unless the client cannot decode it (RFC 9110 §12.5.3). */
function compressed(coding: string, compress: (bytes: Buffer) => Buffer): Write {
  return (response, reply, { headers }) => {
    const accepted = String(headers["accept-encoding"] ?? "*");
    if (!accepted.includes("*") && !accepted.includes(coding)) return writePlainly(response, reply);
    const bytes = compress(bytesOf(reply));
    response
      .writeHead(reply.status, { ...reply.headers, "content-encoding": coding, "content-length": bytes.length })
      .end(bytes);
  };
}

/** Sends a chunked body, cut anywhere, and without a length. */
function inParts(size: number, gap: number): Write {
  const send = async (response: ServerResponse, { status, headers }: Reply, bytes: Buffer): Promise<void> => {
    response.writeHead(status, headers);
    for (let start = 0; start < bytes.length; start += size) {
      response.write(bytes.subarray(start, start + size));
      if (gap > 0) await pause(gap);
    }
    response.end();
  };
  return (response, reply) => {
    send(response, reply, bytesOf(reply)).catch(() => response.destroy());
  };
}

/** Sends other headers with every response. */
function withHeaders(change: (headers: Reply["headers"]) => Reply["headers"]): Departure {
  return instead(
    () => true,
    (reply) => ({ ...reply, headers: change(reply.headers) }),
  );
}

const ofType = (type: string): Departure => withHeaders(() => ({ "content-type": type }));

/** Every 15th request gets 429 with this `Retry-After`; the next one is served. */
const limited = (retryAfter: () => string): Departure =>
  early(
    ({ nth }) => nth % 15 === 0,
    () => ({ ...failure(429, "slow_down", "Too many calls."), headers: { "retry-after": retryAfter() } }),
  );

/** Closes idle connections after a while; a request may just be on its way. */
function closingIdle(milliseconds: number): Write {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  return (response, reply) => {
    const { socket } = response;
    if (socket !== null) {
      clearTimeout(timers.get(socket));
      timers.set(socket, setTimeout(() => socket.destroySoon(), milliseconds).unref());
    }
    writePlainly(response, reply);
  };
}

/** HTTP/1.0: one response per connection, and its end is the end of the body. */
const oldProtocol: Write = ({ socket }, reply) => {
  const fields = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket?.end(`HTTP/1.0 ${reply.status} ok\r\n${fields.join("")}\r\n${bytesOf(reply).toString()}`);
};

const answering = (where: "listUsers" | "getSubscription" | "listInvoices", status: number): Departure =>
  onGood(where, (reply) => ({ ...reply, status }));

/** Unusual transport of responses. */
export const conformingOnTheWire = oddities({
  ordinary: [],
  "ordinary-declared": { dialect: ordinaryDialect },
  "path-prefix": { pathPrefix: "/org/42" },
  "long-prefix": { pathPrefix: "/api/v1/users/~eu.1" },
  gzip: { write: compressed("gzip", gzipSync) },
  deflate: { write: compressed("deflate", deflateSync) },
  brotli: { write: compressed("br", brotliCompressSync) },
  chunked: { write: inParts(50, 0) },
  trickle: { write: inParts(331, 20) },
  "vendor-media-type": ofType("application/vnd.api+json"),
  "text-json": ofType("text/json; charset=utf-8"),
  "loud-media-type": ofType('Application/JSON;Charset="UTF-8"; profile="https://x.example/p"'),
  "no-media-type": withHeaders(() => ({})),
  "header-case": {
    write: (response, reply) => {
      const bytes = bytesOf(reply);
      const fields = { "CoNtEnT-TyPe": "application/json", "CONTENT-LENGTH": bytes.length, "x-POWERED-by": "COBOL" };
      response.writeHead(reply.status, fields).end(bytes);
    },
  },
  "cookies-and-hints": {
    write: (response, reply) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
      response.setHeader("set-cookie", ["session=1; HttpOnly", "theme=dark"]);
      response.setHeader("strict-transport-security", "max-age=1");
      writePlainly(response, reply);
    },
  },
  "closes-each-connection": withHeaders((headers) => ({ ...headers, connection: "close" })),
  "closes-idle-connections": { write: closingIdle(15) },
  "http-1-0": { write: oldProtocol },
  slow: async (ask, next) => {
    if (isFor(ask, ["listUsers", "listInvoices"])) await pause(400);
    return next(ask);
  },
  "rate-limited": limited(() => "1"),
  "rate-limited-with-date": limited(() => new Date(Date.now() + 1500).toUTCString()),
  "get-and-post-only": {
    write: (response, reply, { method }) => {
      if (method === "GET" || method === "POST") writePlainly(response, reply);
      else response.destroy();
    },
  },
  "needs-a-header": [
    early(
      ({ headers }) => headers["x-tenant"] !== "acme" || headers["x-client"] === undefined,
      () => failure(400, "no_tenant", "Name a tenant and a client."),
    ),
    { headers: { "X-Tenant": "acme", "X-Client": "orgkit tests" } },
  ],
  "any-success-code": [answering("listUsers", 206), answering("getSubscription", 203), answering("listInvoices", 299)],
});
