import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { Client } from "undici";
import { listen } from "../conformance/test-servers/serve.ts";
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
  readReport,
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
  const { traffic, results } = readReport("out");
  const violations = traffic?.clientViolations?.map(({ operation, rule, count }) => `${operation} ${rule} ${count}`);
  expect(new Set(violations)).toEqual(
    new Set([
      "createUser #/paths/~1api~1v1~1users/post/requestBody 1",
      "listInvoices #/paths/~1api~1v1~1invoices/get/parameters 1",
      "listUsers #/security 2",
      "null #/paths 1",
    ]),
  );
  const failed = results.filter(({ status }) => status === "failed");
  expect(failed).toMatchObject([{ id: "ENV-01", operation: "listInvoices" }]);
  expect(traffic?.leftOut).toEqual([{ reason: "not part of the interface", count: 1 }]);
  const pages = ["report.html", "junit.xml", "summary.md"].map((name) => read(`out/${name}`));
  for (const text of pages) expect(text).toContain("requestBody");
  for (const text of [output(), ...pages, read("out/report.json"), read("out/badge.svg"), read("out/openapi.json")]) {
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
  expect(output()).toMatch(/PUT \/files\/1 200 not judged: not part of the interface/);
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
  for (const path of [...segments.map((segment) => `/api/${segment}/admin`), ...climbing.split(" ")]) {
    expect.soft(await ask(path), path).toBe("400 out");
  }
  const foreign = "https://evil.example null http://app.example https://app.example.evil http://10.0.0.9".split(" ");
  const origins = foreign.map((origin) => ({ origin }));
  for (const headers of [{ host: "rebound.example" }, { "sec-fetch-site": "cross-site" }, ...origins]) {
    for (const method of ["GET", "POST", "OPTIONS"] as const) {
      const status = await ask(users, { ...headers, "access-control-request-method": "GET" }, method);
      expect.soft(status, `${method} ${JSON.stringify(headers)}`).toBe("403");
    }
  }
  expect(paths).toEqual([]);
  const passed = "/api/v1/users/a..b /api/v1/subscriptions/100%25 /api/v1/x/%ff;a /.well-known/x".split(" ");
  for (const path of passed) expect.soft(await ask(path), path).toBe("200");
  expect(paths).toEqual(passed.map((path) => `/x${path}`));
  const own = "https://app.example http://localhost:5173 https://127.0.0.1:3000 http://[::1]:8080 http://a.localhost";
  for (const origin of [...own.split(" "), url]) expect.soft(await ask(users, { origin }), origin).toBe("200");
  await client.close();
  expect(await stop()).toBe(0);
  await target.stop();
  expect(output()).not.toContain("admin");
});

test("an unavailable target gives a 502, not a violation; with --side reply, requests are not judged", async ({
  startProxy,
}) => {
  const target = await serve((request, response) => {
    if (request.url?.includes("cut")) {
      response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
    } else response.end(page);
  });
  const { url, stop, output } = await startProxy([target.baseUrl, "--fail-on-violation", "--side", "reply"]);
  const ask = (path: string): Promise<Response> => fetch(url + path, { headers: bearer });
  for (const path of ["/api/v1/nowhere", users]) await (await ask(path)).text();
  await expect((await ask("/api/v1/invoices?cut")).text()).rejects.toThrow();
  await target.stop();
  const lost = await ask(users);
  expect([lost.status, await lost.text()]).toEqual([502, expect.stringContaining("no response from the target")]);
  expect(await stop()).toBe(0);
  expect(output()).toMatch(/Not judged: no response from the target \(not a violation\): .* \(1\)/);
  expect(output()).toMatch(/no violation in 2 exchanges: \d+ of \d+ verified/);
});
