import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { Client } from "undici";
import { openSocket, rawCall } from "../mocks/adapters/hostile/raw-call.fixture.ts";
import type { TrafficReport } from "../conformance/proxy/traffic-judge.ts";
import { listen } from "../fixtures/network/listen.fixture.ts";
import type { Running } from "../conformance/test-servers/independent-server.ts";
import { bearer, test, token } from "./cli.fixture.ts";

const page = '{"data":[],"meta":{"page":1,"total":0.0}}';
const users = "/api/v1/users";

/** A target of a few lines, below `/x`. */
function serve(listener: RequestListener): Promise<Running> {
  return listen(createServer(listener), "http", "/x");
}

test("violations of both sides are counted separately, and reported without secrets", async ({
  mock,
  startProxy,
  read,
}) => {
  const target = await mock();
  const args = [target.url, "--dialect", "reference", "--out", "out", "--fail-on-violation"];
  const { url, signal, ended, output } = await startProxy(args);
  const calls: readonly (readonly [path: string, init: RequestInit])[] = [
    [users, { headers: bearer }],
    [`${users}?access_token=${token}`, {}],
    [`${users}?access_token=${token}`, {}],
    [users, { method: "POST", headers: bearer, body: `{"email":null,"password":"hunter2","n":"${token}"}` }],
    ["/api/v1/invoices?page=x", { headers: { ...bearer, cookie: "sid=s3cret-of-a-session" } }],
    ["/api/v1/nowhere", { headers: bearer }],
    ["/favicon.ico", {}],
    // The mock breaks its envelope on request.
    ["/api/v1/invoices", { headers: { ...bearer, prefer: 'scenario="malformed-envelope:rule=ENV-01"' } }],
  ];
  for (const [path, init] of calls) await (await fetch(url + path, init)).text();
  signal("SIGINT");
  expect(await ended).toBe(1);
  const { violations, notJudged }: TrafficReport = JSON.parse(read("out/violations.json"));
  const blamed = violations.map(({ by, operation, rule }) => `${by} ${operation ?? "none"} ${rule}`);
  expect(new Set(blamed)).toEqual(
    new Set([
      "client createUser OpenAPI",
      "client listInvoices OpenAPI",
      "client listUsers §5",
      "client none §4",
      "service listInvoices ENV-01",
    ]),
  );
  expect(notJudged).toEqual({ "not part of the interface": 1 });
  for (const text of [output(), read("out/violations.json")]) {
    expect(text).not.toMatch(new RegExp(`${token}|hunter2|s3cret|\u001B\\[`));
  }
});

test("requests are forwarded unchanged: prefix, gzip, redirects, other methods, large bodies, end-to-end headers", async ({
  startProxy,
}) => {
  const received: object[] = [];
  const large = Buffer.alloc(6 * 1024 * 1024, "a");
  const target = await serve((request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, ...headers });
    const cors = { "access-control-allow-origin": "http://other", "access-control-allow-credentials": "true" };
    if (url?.includes("redirect")) return void response.writeHead(302, { location: "/login" }).end();
    if (method === "PUT") return void request.pipe(response);
    const hop = { connection: "x-hop", "x-hop": "1" };
    response.writeHead(200, { ...cors, ...hop, "content-encoding": "gzip", "x-own": "1" }).end(gzipSync(page));
  });
  const { url, stop, output } = await startProxy([`${target.baseUrl}/`, "--allow-origin", "http://app.example"]);
  const origin = "http://app.example";
  const list = await fetch(`${url}${users}?q=a%2Fb`, { headers: { ...bearer, origin } });
  expect(await list.text()).toBe(page);
  expect(Object.fromEntries(list.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "content-encoding": "gzip",
    "x-own": "1",
  });
  for (const name of ["access-control-allow-credentials", "x-hop"]) expect(list.headers.get(name)).toBeNull();
  const { host } = new URL(target.baseUrl);
  expect(received.at(-1)).toMatchObject({ method: "GET", url: "/x/api/v1/users?q=a%2Fb", host, ...bearer });
  const moved = await fetch(`${url}/api/v1/redirect`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "/login"]);
  const put = await fetch(`${url}/files/1`, { method: "PUT", body: large });
  expect((await put.arrayBuffer()).byteLength).toBe(large.byteLength);
  const asked = { origin, "access-control-request-method": "GET" };
  const preflight = await fetch(`${url}${users}`, { method: "OPTIONS", headers: asked });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "Authorization, *"]);
  expect(await stop()).toBe(0);
  await target.stop();
  expect(output()).toMatch(/PUT \/files\/1 → 200 not judged: not part of the interface/);
});

test("a foreign Host, a foreign page and a path that leads out of the base URL are rejected", async ({
  startProxy,
}) => {
  const paths: (string | undefined)[] = [];
  const target = await serve((request, response) => {
    paths.push(request.url);
    response.end(page);
  });
  const { url, stop, output } = await startProxy([target.baseUrl, "--allow-origin", "https://app.example"]);
  const client = new Client(url);
  const ask = async (path: string, headers = {}, method: "GET" | "POST" | "OPTIONS" = "GET"): Promise<string> => {
    const { statusCode, body } = await client.request({ path, method, headers: { ...bearer, ...headers } });
    const text = await body.text();
    return `${statusCode}${text.includes("lead out of the target's base URL") ? " out" : ""}`;
  };
  paths.length = 0;
  const segments = ".. %2e%2e ..; ..;a=b ..# %252e%252e %25252e. .%2E%3b ..%00 ..%20 %c0%ae. %u002e.".split(" ");
  const climbing = "/..#/admin /api\\..\\admin /api%2f..%2fadmin /api%255c..%255cadmin /api/%25%32%65%25%32%65/admin";
  // Fullwidth, ideographic and control characters, which a server may normalize.
  segments.push(
    ..."%ef%bc%8e%ef%bc%8e %uff0e%uff0e %e2%80%a5 ..%e3%80%80 .%0d. .%c2%ad. %e3%80%82%e3%80%82".split(" "),
  );
  segments.push(..."%25ef%25bc%258e. %ef%bc%852e. .%e0%80%ae .%ef%b8%8f. ..%ef%bc%9bx".split(" "));
  for (const path of [...segments.map((segment) => `/api/${segment}/admin`), ...climbing.split(" ")]) {
    expect.soft(await ask(path), path).toBe("400 out");
  }
  const foreign = "https://evil.example null http://app.example https://app.example.evil".split(" ");
  const origins = foreign.map((origin) => ({ origin }));
  const hosts = "rebound.example 0.0.0.0 [::]".split(" ");
  for (const headers of [...hosts.map((host) => ({ host })), { "sec-fetch-site": "cross-site" }, ...origins]) {
    for (const method of ["GET", "POST", "OPTIONS"] as const) {
      const status = await ask(users, { ...headers, "access-control-request-method": "GET" }, method);
      expect.soft(status, `${method} ${JSON.stringify(headers)}`).toBe("403");
    }
  }
  expect(paths).toEqual([]);
  const passed =
    "/api/v1/users/a..b /api/v1/subscriptions/100%25 /api/v1/x/%ff;a /.well-known/x /api/v1/%E4%B8%AD%E3%80%80x /api/%zz/a..b".split(
      " ",
    );
  for (const path of passed) expect.soft(await ask(path), path).toBe("200");
  expect(paths).toEqual(passed.map((path) => `/x${path}`));
  const own = "https://app.example http://localhost:5173";
  for (const origin of [...own.split(" "), url]) expect.soft(await ask(users, { origin }), origin).toBe("200");
  await client.close();
  expect(await stop()).toBe(0);
  await target.stop();
  expect(output()).not.toContain("admin");
});

test("an unavailable target gives a 502, and nobody is blamed", async ({ startProxy }) => {
  const target = await serve((request, response) => {
    if (request.url?.includes("cut")) {
      response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
    } else response.end(page);
  });
  const { url, stop, output } = await startProxy([target.baseUrl, "--fail-on-violation"]);
  const ask = (path: string): Promise<Response> => fetch(url + path, { headers: bearer });
  await (await ask(users)).text();
  await expect((await ask("/api/v1/invoices?cut")).text()).rejects.toThrow();
  await target.stop();
  const lost = await ask(users);
  expect([lost.status, await lost.text()]).toEqual([502, expect.stringContaining("no response from the target")]);
  expect(await stop()).toBe(0);
  expect(output()).toMatch(/Not judged: no response from the target \(not a violation\): .* \(1\)/);
  expect(output()).toContain("no violation in 1 exchange");
});

/** A request in bytes. */
function wire(line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, "host: localhost", ...headers, "", ""].join("\r\n");
}

const get = `GET ${users}`;
const hostile: readonly (readonly [what: string, bytes: string, ...statuses: number[]])[] = [
  ["not HTTP", "\u0000\u0001\r\n\r\n", 400],
  ["a head of 70 kB", wire(get, `x: ${"a".repeat(70_000)}`), 431],
  ["a tunnel", wire("CONNECT evil.example:80")],
  ["a length and chunks", wire(`POST ${users}`, "content-length: 3", "transfer-encoding: chunked"), 400],
  ["the whole server", wire("OPTIONS *", "connection: close"), 400],
  ["an upgrade", wire(get, "connection: upgrade, close", "upgrade: websocket", "sec-websocket-key: a"), 200],
  ["another host in the URL", wire(`GET http://evil.example${users}`, "connection: close"), 200],
  ["an address without a path", wire("GET http://evil.example", "connection: close"), 400],
  ["a malformed escape", wire("GET /api/v1/subscriptions/%zz", "connection: close"), 200],
  ["raw bytes", wire("GET /api/v1/subscriptions/\u00ff\u0085", "connection: close"), 400],
  ["HEAD", wire(`HEAD ${users}`, "connection: close"), 200],
  ["a body for GET", `${wire(get, "connection: close", "transfer-encoding: chunked")}1\r\na\r\n0\r\n\r\n`, 200],
  ["a long signature", wire(`${get}?signature=${"s".repeat(12_000)}`, "connection: close"), 200],
  ["an answer with a cookie of 60 kB", wire(`${get}?cookie`, "connection: close"), 200],
  ["an answer that names a signature of 20 kB", wire(`${get}?signed`, "connection: close"), 200],
  ["an answer that is not HTTP", wire(`${get}?garbage`, "connection: close"), 502],
];

test("whatever a client or the target sends, the proxy lives, and reaches no other host", async ({ startProxy }) => {
  const hosts = new Set<string | undefined>();
  const target = await serve((request, response) => {
    hosts.add(request.headers.host);
    if (request.url?.includes("cookie") === true) response.setHeader("set-cookie", `sid=${"c".repeat(60_000)}`);
    if (request.url?.includes("garbage") === true) return void request.socket.end("garbage\r\n\r\n");
    response.end(request.url?.includes("signed") === true ? `signature=${"s".repeat(20_000)}` : page);
  });
  const { url, signal, ended, output } = await startProxy([target.baseUrl]);
  for (const [what, bytes, ...statuses] of hostile) {
    expect.soft((await rawCall(url, Buffer.from(bytes, "latin1"))).statuses, what).toEqual(statuses);
  }
  const left = openSocket(url);
  left.write(wire(`POST ${users}`, "content-length: 1000"));
  await new Promise((resolve) => left.write("{", resolve));
  left.resetAndDestroy();
  const aborted = new AbortController();
  const fetched = fetch(url + users, { headers: bearer, signal: aborted.signal }).catch(() => undefined);
  aborted.abort();
  await fetched;
  expect((await fetch(url + users, { headers: bearer })).status).toBe(200);
  expect(hosts).toEqual(new Set([new URL(target.baseUrl).host]));
  signal("SIGINT");
  expect(await ended).toBe(0);
  await target.stop();
  expect(output()).not.toMatch(/orgkit itself failed|s{2000}|c{2000}/);
});
