import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import {
  early,
  everywhere,
  instead,
  isBrowser,
  isFor,
  oddities,
  onGood,
  onSuccess,
  onText,
  pause,
  present,
  say,
  toPage,
  type Departure,
} from "./departures.ts";
import { ordinaryDialect } from "./declared.ts";
import { bytesOf, writePlainly, type Write, failure, members, type Reply } from "./service.ts";

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

/** Sends a chunked body slowly, cut anywhere, and without a length. */
async function trickle(response: ServerResponse, { status, headers }: Reply, bytes: Buffer): Promise<void> {
  response.writeHead(status, headers);
  for (let start = 0; start < bytes.length; start += 331) {
    response.write(bytes.subarray(start, start + 331));
    await pause(20);
  }
  response.end();
}

/** Sends other headers with every response. */
function withHeaders(change: (headers: Reply["headers"]) => Reply["headers"]): Departure {
  return instead(
    () => true,
    (reply) => ({ ...reply, headers: change(reply.headers) }),
  );
}

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

/** Writes the JSON of a success differently. */
function written(write: (text: string) => string): Departure {
  return onText((text, { envelope }) => (envelope === undefined ? text : write(text)));
}

/** Writes the numbers of `meta` in another form of the same number. */
function numbers(write: (value: number) => string): Departure {
  return onText((text, { envelope }) => {
    if (envelope === undefined) return text;
    const { page, total } = envelope.meta;
    return `{"data":${JSON.stringify(envelope.data)},"meta":{"page":${write(page)},"total":${write(total)}}}`;
  });
}

/** Escapes every character outside ASCII. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Adds members to every record. */
const inRecords = (more: object): Departure => present(everywhere, (record) => ({ ...record, ...more }));

/** Unusual transport of responses, unusual JSON, and members beside those that the document shows. */
export const conformingOnTheWire = oddities({
  ordinary: [],
  "ordinary-declared": { dialect: ordinaryDialect },
  "path-prefix": { pathPrefix: "/org/42" },
  "long-prefix": { pathPrefix: "/api/v1/users/~eu.1" },
  gzip: { write: compressed("gzip", gzipSync) },
  brotli: { write: compressed("br", brotliCompressSync) },
  trickle: {
    write: (response, reply) => {
      trickle(response, reply, bytesOf(reply)).catch(() => response.destroy());
    },
  },
  "loud-media-type": withHeaders(() => ({
    "content-type": 'Application/JSON;Charset="UTF-8"; profile="https://x.example/p"',
  })),
  "no-media-type": withHeaders(() => ({})),
  "cookies-and-hints": {
    write: (response, reply) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
      response.setHeader("set-cookie", ["session=1; HttpOnly", "theme=dark"]);
      writePlainly(response, reply);
    },
  },
  "pages-for-browsers": onGood(everywhere, (reply, ask) => (isBrowser(ask) ? toPage(reply) : reply)),
  "no-pages-for-browsers": onGood(everywhere, (reply, ask) =>
    isBrowser(ask) ? say(406, { error: "Accept application/json." }) : reply,
  ),
  "closes-each-connection": withHeaders((headers) => ({ ...headers, connection: "close" })),
  "closes-idle-connections": { write: closingIdle(15) },
  "http-1-0": { write: oldProtocol },
  slow: async (ask, next) => {
    if (isFor(ask, ["listUsers", "listInvoices"])) await pause(400);
    return next(ask);
  },
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
  "large-exponent": numbers((value) => `${value / 1000}E+3`),
  "extra-members": onSuccess(everywhere, (envelope) => ({
    apiVersion: "1.9",
    ...envelope,
    links: { self: "/here" },
    included: [{ type: "team", id: 1 }],
    errors: null,
  })),
  "extra-meta": onSuccess(everywhere, ({ data, meta }) => ({
    data,
    meta: { requestId: Math.random().toString(36), ...meta, pages: 3, Page: "1", count: null, data: [] },
  })),
  "telling-names": written((text) => `{"__proto__":{"data":1},"constructor":null,"toString":"x",${text.slice(1)}`),
  escaped: [written(escaped), inRecords({ note: "Größe · 組織 · 🧾 · \u2028 · \u0000" })],
  "echoes-the-token": instead(
    () => true,
    (reply, { authorization = "" }) => {
      const youSent = authorization.replaceAll(/[^\x20-\x7e]/g, "");
      const echo = { "x-you-sent": youSent, "x-encoded": Buffer.from(youSent).toString("base64") };
      const body = { ...members(reply.body ?? reply.envelope), youSent, url: encodeURIComponent(youSent) };
      return { ...reply, headers: { ...reply.headers, ...echo }, body };
    },
  ),
});
