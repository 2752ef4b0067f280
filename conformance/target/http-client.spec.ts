import { listen } from "../../fixtures/network/listen.fixture.ts";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { PatientClient, type HttpClientOptions, type Sent } from "./http-client.ts";
import type { Outgoing } from "./transport.ts";
import type { Proxy } from "./proxy.ts";

const token = "canary-token-77f1";
const redactor = createRedactor([{ value: token, name: "$ORGKIT_TOKEN" }]);

/** Sends requests one after the other to a server with these responses; `url` is the path of each. */
async function send(
  listener: RequestListener,
  outgoing: readonly Partial<Outgoing>[] = [{}],
  options: Partial<HttpClientOptions> = {},
): Promise<readonly Sent[]> {
  const { baseUrl: origin, stop } = await listen(createServer(listener));
  const client = new PatientClient({ redactor, ...options });
  const sent: Sent[] = [];
  const headers = { authorization: `Bearer ${token}` };
  for (const { url = "/x", ...more } of outgoing) {
    sent.push(await client.send({ method: "GET", headers, ...more, url: `${origin}${url}?t=${token}` }));
  }
  await client.close();
  await stop();
  expect(JSON.stringify(sent)).not.toContain(token);
  return sent;
}

/** Responses in turn; the last one repeats. A status of 0 breaks the connection. */
function inTurn(...statuses: readonly number[]): RequestListener {
  let nth = 0;
  return ({ socket }, reply) => {
    const status = statuses[Math.min(nth, statuses.length - 1)] ?? 200;
    nth += 1;
    if (status === 0) socket.destroy();
    else reply.writeHead(status, status === 503 || status === 429 ? { "retry-after": "0" } : {}).end();
  };
}

const sending =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, reply) =>
    reply.writeHead(200, headers).end(body);

const asksForAnHour: RequestListener = (_, reply) => reply.writeHead(429, { "retry-after": "3600" }).end();
const endless: RequestListener = (_, reply) => {
  const more = (): boolean => reply.destroyed || !reply.write("x".repeat(65_536)) || more();
  reply.on("drain", more);
  more();
};

for (const [what, listener, expected, options] of [
  [
    "a response has its status and headers, and no token that the target echoes",
    (_, reply) => reply.writeHead(201, { "set-cookie": ["a=1", `b=${token}`] }).end(`{"you":"${token}"}`),
    {
      request: { headers: { authorization: "Bearer $ORGKIT_TOKEN" } },
      status: 201,
      headers: { "set-cookie": "a=1, b=$ORGKIT_TOKEN" },
      body: '{"you":"$ORGKIT_TOKEN"}',
    },
  ],
  ["a byte order mark stays, for the checks to judge", sending('\uFEFF{"data":[]}'), { body: '\uFEFF{"data":[]}' }],
  [
    "invalid UTF-8 is marked",
    sending(Buffer.from('{"name":"Jos\u00e9"}', "latin1")),
    { isUtf8: false, body: '{"name":"Jos\uFFFD"}' },
  ],
  ["an unrequested compression is decoded", sending(gzipSync("{}"), { "content-encoding": "gzip" }), { body: "{}" }],
  [
    "deflate is decoded with a zlib header",
    sending(deflateSync("{}"), { "content-encoding": "deflate" }),
    { body: "{}" },
  ],
  ["and without one", sending(deflateRawSync("{}"), { "content-encoding": "deflate" }), { body: "{}" }],
  [
    "a body that does not match its encoding is still a response",
    sending("plain", { "content-encoding": "gzip" }),
    { status: 200, body: "plain", isDecoded: false },
  ],
  ["a redirect is not followed", inTurn(302, 200), { status: 302, requests: 1 }],
  ["a 503 with Retry-After is waited for, as a 429 is", inTurn(503, 429, 503, 200), { requests: 4 }],
  [
    "a single internal error is repeated once, and reported",
    inTurn(500, 200),
    { status: 200, requests: 2, repeated: { response: { status: 500 } } },
  ],
  ["a second internal error counts", inTurn(500, 502, 200), { status: 502, requests: 2 }],
  ["a dropped connection is repeated once", inTurn(0, 200), { status: 200, requests: 2 }],
  ["a 429 that asks for an hour is the result", asksForAnHour, { status: 429, requests: 1 }],
  [
    "after the maximum number of requests, none is repeated",
    inTurn(429),
    { status: 429, requests: 2 },
    { maxRequests: 2 },
  ],
  ["an endless body is cut off at the maximum", endless, { kind: "too-large" }, { bodyBytes: 1_000_000 }],
  [
    "a body that is too large after decompression, too",
    sending(gzipSync(Buffer.alloc(5_000_000)), { "content-encoding": "gzip" }),
    { kind: "too-large" },
    { bodyBytes: 1_000_000 },
  ],
  ["a hanging target times out", () => undefined, { kind: "timeout" }, { timeout: 200 }],
  [
    "a connection may break in the middle of a body",
    ({ socket }, reply) => {
      reply.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => socket.destroy());
    },
    { kind: "cut" },
  ],
  [
    "a malformed response is a broken one",
    ({ socket }) => socket.end("HTTP/1.1 2000 OK\r\n\r\n{}"),
    { kind: "broken" },
  ],
  [
    "headers without an end are cut off",
    ({ socket }) => {
      socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n");
      socket.write(`x-long: ${"h".repeat(1_000_000)}`);
    },
    { kind: "broken" },
  ],
  [
    "the value of an additional header is shown as a variable",
    sending(""),
    { request: { headers: { authorization: "$ORGKIT_HEADER_AUTHORIZATION" } } },
    { hiddenHeaders: new Map([["authorization", "$ORGKIT_HEADER_AUTHORIZATION"]]) },
  ],
] satisfies readonly (readonly [string, RequestListener, object, Partial<HttpClientOptions>?])[]) {
  test(what, async () => {
    const [{ exchange, ...sent } = {}] = await send(listener, [{}], options);
    expect({ request: exchange?.request, ...exchange?.response, ...exchange?.noReply, ...sent }).toMatchObject(
      expected,
    );
  });
}

test("a path is sent unchanged", async () => {
  const paths = ["//api/v1/users", "/api/v1/./x/../users;a=1", "/api/%75sers/%00", "/ü/"];
  const seen: (string | undefined)[] = [];
  await send(
    ({ url }, reply) => {
      seen.push(url?.replace(/\?.*/, ""));
      reply.end();
    },
    paths.map((url) => ({ url })),
  );
  expect(seen).toEqual([...paths.slice(0, 3), "/%C3%BC/"]);
});

test("a POST is sent once, whatever happens", async () => {
  const post = { method: "POST", body: "{}" } as const;
  const sent = await send(inTurn(429, 500, 503, 0), [post, post, post, post]);
  expect(sent.map(({ requests }) => requests)).toEqual([1, 1, 1, 1]);
});

for (const [what, listener, calls, options, message] of [
  ["timeouts", () => undefined, 4, { timeout: 100 }, "not sent: 4 earlier requests timed out"],
  [
    "requests to wait for too long",
    asksForAnHour,
    3,
    {},
    "not sent: the target asks to wait, again and again or for too long",
  ],
] satisfies readonly (readonly [string, RequestListener, number, object, string])[]) {
  test(`after ${calls} ${what}, the target gets no more requests`, async () => {
    let count = 0;
    const counting: RequestListener = (request, reply) => {
      count += 1;
      listener(request, reply);
    };
    const sent = await send(counting, [{}, {}, {}, {}, {}, {}], options);
    expect(count).toBe(calls);
    expect(sent.at(-1)?.exchange.noReply).toEqual({ kind: "not-sent", message });
  });
}

test("the bodies of a run have a common maximum", async () => {
  const sent = await send(sending("x".repeat(600)), [{}, {}], { allBytes: 1000 });
  expect(sent.map(({ exchange }) => exchange.noReply?.kind ?? exchange.response?.status)).toEqual([200, "too-large"]);
});

test("a host that does not exist and a port where nothing listens", async () => {
  const client = new PatientClient({ redactor });
  const hosts = ["http://nowhere.invalid/", "http://127.0.0.1:9/"];
  const sent = await Promise.all(hosts.map((url) => client.send({ method: "GET", url, headers: {} })));
  await client.close();
  expect(sent.map(({ exchange }) => exchange.noReply?.kind)).toEqual(["unknown-host", "refused"]);
});

for (const [name, listener] of [
  ["a call that is not answered", () => undefined],
  ["a wait that a 429 asks for", (_, reply) => reply.writeHead(429, { "retry-after": "60" }).end()],
] satisfies readonly (readonly [string, RequestListener])[]) {
  test(`closing ends ${name}`, async () => {
    const asked = Promise.withResolvers<void>();
    const { baseUrl, stop } = await listen(
      createServer((request, reply) => {
        listener(request, reply);
        asked.resolve();
      }),
    );
    const client = new PatientClient({ redactor });
    const sent = client.send({ method: "GET", url: `${baseUrl}/x`, headers: {} });
    await asked.promise;
    const started = performance.now();
    await client.close();
    expect(await sent).toMatchObject({ requests: 1, waited: 0 });
    // A request without a response would take 15 s.
    expect(performance.now() - started).toBeLessThan(14_000);
    await stop();
  });
}

/** A proxy that answers `CONNECT` in this way. */
async function openProxy(
  answer: (target: string, socket: Duplex) => void,
): Promise<{ proxy: Proxy; stop: () => Promise<void> }> {
  const server = createServer();
  server.on("connect", (request: IncomingMessage, socket: Duplex) => answer(request.url ?? "", socket));
  const { baseUrl: url, stop } = await listen(server);
  return { proxy: { url, variable: "HTTP_PROXY" }, stop };
}

test("requests go through a tunnel of the proxy, without headers for the proxy itself", async () => {
  const { proxy, stop } = await openProxy((target, socket) => {
    const [host = "", port] = target.split(":");
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  const headers = { "proxy-authorization": "Bearer x" };
  const [refused, next] = await send(sending("the target"), [{ headers }, {}], { proxy });
  expect(refused).toMatchObject({ exchange: { noReply: { kind: "not-sent" } }, requests: 0 });
  expect(next?.exchange.response?.body).toBe("the target");
  await stop();
});

test("what a proxy refuses is said to be the proxy's", async () => {
  const { proxy, stop } = await openProxy((_, socket) =>
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
  );
  const [sent] = await send(sending("the target"), [{}], { proxy });
  const where = `the proxy ${proxy.url} (HTTP_PROXY)`;
  expect(sent?.exchange.noReply).toEqual({ kind: "proxy", message: `${where} refused the connection with 407` });
  await stop();
  const [missing] = await send(sending("the target"), [{}], { proxy });
  expect(missing?.exchange.noReply).toEqual({ kind: "proxy", message: `${where} cannot be reached (ECONNREFUSED)` });
});
