import type { ServerResponse } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { isFor, odd, onGood, pause, type Departure } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { bytesOf, listen, writePlainly, type Write } from "./serve.ts";
import { failure, openService, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** Compresses every body, unless the caller says that it cannot read that (RFC 9110 §12.5.3). */
function compressed(coding: string, compress: (bytes: Buffer) => Buffer): Write {
  return (response, reply, { headers }) => {
    const accepted = headers["accept-encoding"];
    if (accepted !== undefined && !/\*/.test(String(accepted)) && !String(accepted).includes(coding)) {
      writePlainly(response, reply);
      return;
    }
    const bytes = compress(bytesOf(reply));
    response
      .writeHead(reply.status, { ...reply.headers, "content-encoding": coding, "content-length": bytes.length })
      .end(bytes);
  };
}

/** Sends a body in parts, cut without regard to characters, and without a length. */
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

/** Sends these headers with every reply; `undefined` takes one away. */
function withHeaders(change: (headers: Reply["headers"]) => Reply["headers"]): Departure {
  return async (ask, next) => {
    const reply = await next(ask);
    return { ...reply, headers: change(reply.headers) };
  };
}

const ofType = (type: string): Departure => withHeaders(() => ({ "content-type": type }));

/** Every so many calls, one is answered 429 with this `Retry-After`; the next is served. */
function limited(every: number, retryAfter: () => string): Departure {
  let calls = 0;
  return (ask, next) => {
    calls += 1;
    if (calls % every !== 0) return next(ask);
    return { ...failure(429, "slow_down", "Too many calls."), headers: { "retry-after": retryAfter() } };
  };
}

/** Ends a connection on which nothing was asked for a while; a call may just then be on its way. */
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

/** HTTP as it was written in 1996: one reply a connection, and its end is the end of the body. */
const oldProtocol: Stranger = {
  id: "http-1-0",
  sentence: "speaks HTTP/1.0 over bare sockets: no length, the end of the connection ends the body",
  breaks: [],
  start: () => {
    const service = openService();
    const server = createSocketServer((socket) => {
      let received = "";
      socket.on("data", (chunk) => {
        received += chunk.toString();
        const end = received.indexOf("\r\n\r\n");
        const length = Number(/^content-length: *(\d+)/im.exec(received)?.[1] ?? 0);
        if (end === -1 || Buffer.byteLength(received.slice(end + 4)) < length) return;
        const [method = "", url = ""] = received.slice(0, received.indexOf("\r\n")).split(" ");
        const [path = "", query] = url.split("?");
        const header = (name: string): string | undefined =>
          new RegExp(`^${name}:[ \t]*(.*?)[ \t]*\r$`, "im").exec(received.slice(0, end + 2))?.[1];
        const reply = service.answer({
          method,
          path,
          query: new URLSearchParams(query),
          authorization: header("authorization"),
          headers: { "content-type": header("content-type") },
          body: received.slice(end + 4),
        });
        const fields = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.end(`HTTP/1.0 ${reply.status} ok\r\n${fields.join("")}\r\n${bytesOf(reply).toString()}`);
      });
    });
    return listen(server);
  },
};

/** Odd in how a reply travels. */
export const conformingOnTheWire: readonly Stranger[] = [
  odd("ordinary", "the ordinary service"),
  odd("ordinary-declared", "the ordinary service, with its dialect declared", undefined, { dialect: ordinaryDialect }),
  odd("path-prefix", "is not at the root of its host", undefined, { pathPrefix: "/org/42" }),
  odd("long-prefix", "has the interface's own words in its prefix", undefined, { pathPrefix: "/api/v1/users/~eu.1" }),
  odd("gzip", "compresses with gzip", () => ({ write: compressed("gzip", gzipSync) })),
  odd("deflate", "compresses with deflate", () => ({ write: compressed("deflate", deflateSync) })),
  odd("brotli", "compresses with brotli", () => ({ write: compressed("br", brotliCompressSync) })),
  odd("chunked", "sends chunks of 50 bytes", () => ({ write: inParts(50, 0) })),
  odd("trickle", "sends a body in parts, 20 ms apart, that cut characters", () => ({ write: inParts(331, 20) })),
  odd("vendor-media-type", "calls its JSON application/vnd.api+json", () => ({
    around: [ofType("application/vnd.api+json")],
  })),
  odd("text-json", "calls its JSON text/json; charset=utf-8", () => ({ around: [ofType("text/json; charset=utf-8")] })),
  odd("loud-media-type", "writes the media type in capitals and with parameters", () => ({
    around: [ofType('Application/JSON;Charset="UTF-8"; profile="https://x.example/p"')],
  })),
  odd("no-media-type", "names no content type", () => ({ around: [withHeaders(() => ({}))] })),
  odd("header-case", "writes header names in unusual letter case", () => ({
    write: (response, reply) => {
      const bytes = bytesOf(reply);
      const fields = { "CoNtEnT-TyPe": "application/json", "CONTENT-LENGTH": bytes.length, "x-POWERED-by": "COBOL" };
      response.writeHead(reply.status, fields).end(bytes);
    },
  })),
  odd("cookies-and-hints", "sends early hints, two cookies and security headers with every reply", () => ({
    write: (response, reply) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
      response.setHeader("set-cookie", ["session=1; HttpOnly", "theme=dark"]);
      response.setHeader("strict-transport-security", "max-age=1");
      writePlainly(response, reply);
    },
  })),
  odd("closes-each-connection", "closes the connection after each reply", () => ({
    around: [withHeaders((headers) => ({ ...headers, connection: "close" }))],
  })),
  odd("closes-idle-connections", "closes a connection that is idle for 15 ms, without a word", () => ({
    write: closingIdle(15),
  })),
  oldProtocol,
  odd("slow", "takes 700 ms over users and invoices", () => ({
    around: [
      async (ask, next) => {
        if (isFor(ask, ["listUsers", "listInvoices"])) await pause(700);
        return next(ask);
      },
    ],
  })),
  odd("rate-limited", "answers every 15th call 429 with Retry-After: 1", () => ({ around: [limited(15, () => "1")] })),
  odd("rate-limited-with-date", "answers every 15th call 429 with a date to wait for", () => ({
    around: [limited(15, () => new Date(Date.now() + 1500).toUTCString())],
  })),
  odd("get-and-post-only", "cuts the connection on any method but GET and POST", () => ({
    write: (response, reply, { method }) => {
      if (method === "GET" || method === "POST") writePlainly(response, reply);
      else response.destroy();
    },
  })),
  odd(
    "needs-a-header",
    "wants a tenant and a client named with every call",
    () => ({
      around: [
        (ask, next) =>
          ask.headers["x-tenant"] === "acme" && ask.headers["x-client"] !== undefined
            ? next(ask)
            : { ...failure(400, "no_tenant", "Name a tenant and a client."), isRefusal: true },
      ],
    }),
    { headers: { "X-Tenant": "acme", "X-Client": "orgkit tests" } },
  ),
  odd("any-success-code", "answers each operation with a 2xx code of its own", () => ({
    around: [
      onGood("listUsers", (reply) => ({ ...reply, status: 206 })),
      onGood("getSubscription", (reply) => ({ ...reply, status: 203 })),
      onGood("listInvoices", (reply) => ({ ...reply, status: 299 })),
    ],
  })),
];
