import { createServer, type RequestListener } from "node:http";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import type { HttpExchange } from "./exchange.ts";
import { createHttpClient, type HttpClientOptions, type Sent } from "./http-client.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";

const token = "canary-token-77f1";
const redactor = createRedactor([{ value: token, name: "$ORGKIT_TOKEN" }]);

/** One request to a server with this response. */
async function ask(
  listener: RequestListener,
  options: Partial<HttpClientOptions> = {},
  path = "/x",
): Promise<HttpExchange> {
  return (await send(listener, options, "GET", path)).exchange;
}

async function send(
  listener: RequestListener,
  options: Partial<HttpClientOptions>,
  method: "GET" | "POST" = "GET",
  path = "/x",
): Promise<Sent> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = createHttpClient({ redactor, ...options });
  const sent = await client.send({
    method,
    url: `http://127.0.0.1:${port}${path}?t=${token}`,
    headers: { authorization: `Bearer ${token}` },
  });
  await client.close();
  server.closeAllConnections();
  server.close();
  expect(JSON.stringify(sent)).not.toContain(token);
  return sent;
}

test("a response has its status, headers, body and time, and no token if the target echoes it", async () => {
  const { request, response } = await ask((_, reply) => {
    reply.writeHead(201, { "x-echo": `Bearer ${token}`, "set-cookie": ["a=1", `b=${token}`] });
    reply.end(`{"you":"${token}"}`);
  });
  expect(request.url).toContain("?t=$ORGKIT_TOKEN");
  expect(request.headers).toEqual({ authorization: "Bearer $ORGKIT_TOKEN" });
  expect(response).toMatchObject({
    status: 201,
    headers: { "x-echo": "Bearer $ORGKIT_TOKEN", "set-cookie": "a=1, b=$ORGKIT_TOKEN" },
    body: '{"you":"$ORGKIT_TOKEN"}',
  });
});

test("a byte order mark stays in the body, for the checks to judge", async () => {
  const { response } = await ask((_, reply) => void reply.end('\uFEFF{"data":[]}'));
  expect(response?.body).toBe('\uFEFF{"data":[]}');
});

test("a body with invalid UTF-8 is distinguished from one with a replacement character", async () => {
  const { response } = await ask((_, reply) => void reply.end(Buffer.from('{"name":"Jos\u00e9"}', "latin1")));
  expect(response).toMatchObject({ isUtf8: false, body: '{"name":"Jos\uFFFD"}' });
  const { response: valid } = await ask((_, reply) => void reply.end('{"name":"Jos\uFFFD"}'));
  expect(valid).not.toHaveProperty("isUtf8");
});

test("a path is sent unchanged", async () => {
  const seen: (string | undefined)[] = [];
  const listener: RequestListener = ({ url }, reply) => {
    seen.push(url?.replace(/\?.*/, ""));
    reply.end();
  };
  for (const path of ["//api/v1/users", "/api/v1/./x/../users;a=1", "/api/%75sers/%00", "/ü/"])
    await ask(listener, {}, path);
  expect(seen).toEqual(["//api/v1/users", "/api/v1/./x/../users;a=1", "/api/%75sers/%00", "/%C3%BC/"]);
});

test("after the maximum number of requests, none is repeated", async () => {
  let requests = 0;
  const busy: RequestListener = (_, reply) => {
    requests += 1;
    reply.writeHead(429, { "retry-after": "0" }).end();
  };
  expect((await ask(busy, { maxRequests: 2 })).response?.status).toBe(429);
  expect(requests).toBe(2);
});

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

for (const [what, statuses, wanted] of [
  ["a 503 with Retry-After is waited for, as a 429 is", [503, 429, 503, 200], { status: 200, requests: 4 }],
  ["a single internal error is repeated once, and reported", [500, 200], { status: 200, requests: 2, repeated: 500 }],
  ["a second internal error counts", [500, 502, 200], { status: 502, requests: 2, repeated: 500 }],
  ["a dropped connection is repeated once", [0, 200], { status: 200, requests: 2, repeated: null }],
  ["a 404 is certain", [404, 200], { status: 404, requests: 1 }],
] satisfies readonly (readonly [string, readonly number[], object])[]) {
  test(what, async () => {
    const { exchange, requests, repeated } = await send(inTurn(...statuses), {});
    const first = repeated && { repeated: repeated.response?.status ?? null };
    expect({ status: exchange.response?.status, requests, ...first }).toEqual(wanted);
  });
}

test("a POST is never repeated", async () => {
  for (const status of [429, 500, 503])
    expect(await send(inTurn(status, 200), {}, "POST")).toMatchObject({ requests: 1 });
});

test("a redirect is not followed", async () => {
  let calls = 0;
  const { response } = await ask((_, reply) => {
    calls += 1;
    reply.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(response?.status).toBe(302);
  expect(calls).toBe(1);
});

test("an unrequested compression is decoded", async () => {
  const { response } = await ask((_, reply) => {
    reply.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"data":[]}'));
  });
  expect(response?.body).toBe('{"data":[]}');
});

test("deflate is decoded with and without a zlib header", async () => {
  for (const body of [deflateSync("{}"), deflateRawSync("{}")]) {
    const { response } = await ask((_, reply) => reply.writeHead(200, { "content-encoding": "deflate" }).end(body));
    expect(response?.body).toBe("{}");
  }
});

test("a body that does not match its encoding is still a response", async () => {
  const { response } = await ask((_, reply) => reply.writeHead(200, { "content-encoding": "gzip" }).end("plain"));
  expect(response).toMatchObject({ status: 200, body: "plain" });
});

test.describe("no complete response", () => {
  test("an endless body is cut off at the maximum", async () => {
    const { response, noReply } = await ask(
      (_, reply) => {
        const more = (): boolean => reply.destroyed || !reply.write("x".repeat(65_536)) || more();
        reply.on("drain", more);
        more();
      },
      { bodyBytes: 1_000_000 },
    );
    expect(response).toBeUndefined();
    expect(noReply).toEqual({ kind: "too-large", message: "the body is larger than 1000000 bytes" });
  });

  test("a body that is too large after decompression is cut off too", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const { noReply } = await ask((_, reply) => reply.writeHead(200, { "content-encoding": "gzip" }).end(bomb), {
      bodyBytes: 1_000_000,
    });
    expect(noReply?.kind).toBe("too-large");
  });

  test("a hanging target times out", async () => {
    const { noReply } = await ask(() => undefined, { timeout: 200 });
    expect(noReply).toEqual({ kind: "timeout", message: "no complete response within 0.2 s" });
  });

  test("a connection that breaks in the middle of a body", async () => {
    const { noReply } = await ask((request, reply) => {
      reply.writeHead(200, { "content-length": "100" });
      reply.write("half");
      setImmediate(() => request.socket.destroy());
    });
    expect(noReply?.kind).toBe("cut");
  });

  test("a host that does not exist and a port where nothing listens", async () => {
    const client = createHttpClient({ redactor });
    const hosts = ["http://nowhere.invalid/", "http://127.0.0.1:9/"];
    const kinds = await Promise.all(
      hosts.map(async (url) => (await client.send({ method: "GET", url, headers: {} })).exchange.noReply?.kind),
    );
    await client.close();
    expect(kinds).toEqual(["unknown-host", "refused"]);
  });
});

for (const [name, listener] of [
  ["a call that is not answered", () => undefined],
  ["a wait that a 429 asks for", (_, reply) => reply.writeHead(429, { "retry-after": "60" }).end()],
] satisfies readonly (readonly [string, RequestListener])[]) {
  test(`closing ends ${name}, and nothing remains open`, async () => {
    const asked = Promise.withResolvers<void>();
    let calls = 0;
    const server = createServer((request, reply) => {
      calls += 1;
      listener(request, reply);
      asked.resolve();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const client = createHttpClient({ redactor });
    const sent = client.send({ method: "GET", url: `http://127.0.0.1:${port}/x`, headers: {} });
    await asked.promise;
    const started = performance.now();
    await client.close();
    expect(await sent).toMatchObject({ requests: 1, waited: 0 });
    // A request without a response would take 15 s.
    expect(performance.now() - started).toBeLessThan(14_000);
    expect(calls).toBe(1);
    server.closeAllConnections();
    server.close();
  });
}
