import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { expect, test } from "@playwright/test";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Proxy } from "./proxy.ts";
import { createHttpClient, type HttpClientOptions, type Outgoing, type Sent } from "./http-client.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";

const redactor = createRedactor([]);

/** Sends requests one after the other to a server with these responses. */
async function send(
  listener: RequestListener,
  outgoing: readonly Partial<Outgoing>[] = [{}],
  options: Partial<HttpClientOptions> = {},
): Promise<readonly Sent[]> {
  const server = createServer(listener);
  const url = await listen(server);
  const client = createHttpClient({ redactor, ...options });
  const sent: Sent[] = [];
  for (const request of outgoing) sent.push(await client.send({ method: "GET", url, headers: {}, ...request }));
  await client.close();
  server.closeAllConnections();
  server.close();
  return sent;
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/x`;
}

test("after a 429 it waits, and reports the wait", async () => {
  let calls = 0;
  const [sent] = await send((_, reply) => {
    calls += 1;
    reply.writeHead(calls < 3 ? 429 : 200, { "retry-after": "0" }).end();
  });
  expect(sent).toMatchObject({ exchange: { response: { status: 200 } }, requests: 3 });
  expect(sent?.waited).toBeGreaterThanOrEqual(100);
});

test("a 429 that asks for an hour is the result", async () => {
  const [sent] = await send((_, reply) => reply.writeHead(429, { "retry-after": "3600" }).end());
  expect(sent).toMatchObject({ exchange: { response: { status: 429 } }, requests: 1 });
});

test("a target that asks to wait for too long, again and again, gets no more requests", async () => {
  let calls = 0;
  const all = await send(
    (_, reply) => {
      calls += 1;
      reply.writeHead(429, { "retry-after": "3600" }).end();
    },
    [{}, {}, {}, {}, {}],
  );
  expect(calls).toBe(3);
  expect(all.at(-1)?.exchange.noReply).toEqual({
    kind: "not-sent",
    message: "not sent: the target asks to wait, again and again or for too long",
  });
});

test("a POST is sent once, whatever happens", async () => {
  let posts = 0;
  const [limited, broken] = await send(
    (request, reply) => {
      posts += 1;
      if (posts === 1) reply.writeHead(429, { "retry-after": "0" }).end();
      else request.socket.destroy();
    },
    [
      { method: "POST", body: "{}" },
      { method: "POST", body: "{}" },
    ],
  );
  expect(posts).toBe(2);
  expect(limited).toMatchObject({ exchange: { response: { status: 429 } }, requests: 1 });
  expect(broken).toMatchObject({ exchange: { noReply: { kind: "broken" } }, requests: 1 });
});

test("a GET on a connection that the target has just closed is sent again", async () => {
  let calls = 0;
  const [sent] = await send((request, reply) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else reply.end("{}");
  });
  expect(sent).toMatchObject({ exchange: { response: { status: 200 } }, requests: 2 });
});

test("after four timeouts the target gets no more requests", async () => {
  let calls = 0;
  const sent = await send(
    () => {
      calls += 1;
    },
    [{}, {}, {}, {}, {}, {}],
    { timeout: 100 },
  );
  expect(calls).toBe(4);
  expect(sent.at(-1)?.exchange.noReply).toEqual({
    kind: "not-sent",
    message: "not sent: 4 earlier requests timed out",
  });
});

test("the bodies of a run have a common maximum", async () => {
  const sent = await send((_, reply) => reply.end("x".repeat(600)), [{}, {}], { allBytes: 1000 });
  expect(sent.map(({ exchange }) => exchange.noReply?.kind ?? exchange.response?.status)).toEqual([200, "too-large"]);
});

test("the value of an additional header is shown as a variable", async () => {
  const [sent] = await send(
    (request, reply) => reply.end(String(request.headers["x-tenant"])),
    [{ headers: { "x-tenant": "acme" } }],
    {
      hiddenHeaders: new Map([["x-tenant", "$ORGKIT_HEADER_X_TENANT"]]),
    },
  );
  expect(sent?.exchange).toMatchObject({
    request: { headers: { "x-tenant": "$ORGKIT_HEADER_X_TENANT" } },
    response: { body: "acme" },
  });
});

/** A proxy that answers `CONNECT` in this way. */
async function openProxy(
  answer: (target: string, socket: Duplex) => void,
): Promise<{ proxy: Proxy; close: () => void }> {
  const server = createServer();
  server.on("connect", (request: IncomingMessage, socket: Duplex) => answer(request.url ?? "", socket));
  const url = (await listen(server)).replace("/x", "");
  return { proxy: { url, variable: "HTTP_PROXY" }, close: () => server.close() };
}

/** Connects both sides, as a proxy does. */
function tunnel(target: string, socket: Duplex): void {
  const [host = "", port] = target.split(":");
  const upstream = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on("error", () => socket.destroy());
  socket.on("error", () => upstream.destroy());
}

test("requests go through a tunnel of the proxy", async () => {
  const asked: string[] = [];
  const { proxy, close } = await openProxy((target, socket) => {
    asked.push(target);
    tunnel(target, socket);
  });
  const [sent] = await send((_, reply) => reply.end("the target"), [{}], { proxy });
  expect(sent?.exchange.response?.body).toBe("the target");
  expect(asked).toEqual([new URL(sent?.exchange.request.url ?? "").host]);
  close();
});

test("a header for the proxy itself is not sent through it, and the next request is", async () => {
  const { proxy, close } = await openProxy(tunnel);
  const headers = { "proxy-authorization": "Bearer x" };
  const [refused, next] = await send((_, reply) => reply.end("the target"), [{ headers }, {}], { proxy });
  expect(refused).toMatchObject({ exchange: { noReply: { kind: "not-sent" } }, requests: 0 });
  expect(refused?.exchange.noReply?.message).toMatch(/^not sent: .*\(UND_ERR_INVALID_ARG\)/);
  expect(next?.exchange.response?.body).toBe("the target");
  close();
});

test("what a proxy refuses is said to be the proxy's", async () => {
  const { proxy, close } = await openProxy((_, socket) =>
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
  );
  const [sent] = await send((_, reply) => reply.end("the target"), [{}], { proxy });
  const where = `the proxy ${proxy.url} (HTTP_PROXY)`;
  expect(sent?.exchange.noReply).toEqual({ kind: "proxy", message: `${where} refused the connection with 407` });
  close();
  const [missing] = await send((_, reply) => reply.end("the target"), [{}], { proxy });
  expect(missing?.exchange.noReply).toEqual({ kind: "proxy", message: `${where} cannot be reached (ECONNREFUSED)` });
});
