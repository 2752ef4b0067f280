import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { Client } from "undici";
import { z } from "zod";
import { listen } from "../conformance/test-servers/serve.ts";
import type { Running } from "../conformance/test-servers/independent-server.ts";
import { reportSchema, type Report } from "../conformance/report/report.ts";
import { test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";
const bearer = { authorization: `Bearer ${token}` };
const json = { ...bearer, "content-type": "application/json" };

function readReport(directory: string): Report {
  return reportSchema.parse(JSON.parse(readFileSync(join(directory, "out", "report.json"), "utf8")));
}

/** A target of a few lines, below `/x`. */
function serve(listener: RequestListener): Promise<Running> {
  return listen(createServer(listener), "http", "/x");
}

test("violations of both sides are counted separately, and reported without secrets", async ({
  mock,
  startProxy,
  directory,
}) => {
  const target = await mock();
  const args = [target.url, "--dialect", "reference", "--out", "out", "--fail-on-violation"];
  const { url, signal, ended, output } = await startProxy(args);
  const calls = [
    fetch(`${url}/api/v1/users`, { headers: bearer }),
    fetch(`${url}/api/v1/users?access_token=${token}`),
    fetch(`${url}/api/v1/users?access_token=${token}`),
    fetch(`${url}/api/v1/users`, {
      method: "POST",
      headers: json,
      body: `{"email":null,"password":"hunter2","n":"${token}"}`,
    }),
    fetch(`${url}/api/v1/invoices?page=x`, { headers: { ...bearer, cookie: "sid=s3cret-of-a-session" } }),
    fetch(`${url}/api/v1/nowhere`, { headers: bearer }),
    fetch(`${url}/users`, { headers: bearer }),
    fetch(`${url}/favicon.ico`),
    // The mock breaks its envelope on request.
    fetch(`${url}/api/v1/invoices`, { headers: { ...bearer, prefer: 'scenario="malformed-envelope:rule=ENV-01"' } }),
  ];
  for (const call of calls) await (await call).text().catch(() => "");
  signal("SIGINT");
  expect(await ended).toBe(1);
  const { traffic, results } = readReport(directory);
  const clientRules = traffic?.clientViolations?.map(({ operation, rule, count }) => `${operation} ${rule} ${count}`);
  expect(clientRules?.toSorted()).toEqual([
    "createUser #/paths/~1api~1v1~1users/post/requestBody 1",
    "createUser #/paths/~1api~1v1~1users/post/requestBody 1",
    "listInvoices #/paths/~1api~1v1~1invoices/get/parameters 1",
    "listUsers #/security 2",
    "null #/paths 1",
    "null #/paths 1",
  ]);
  const failed = results.filter(({ status }) => status === "failed");
  expect(failed.map(({ id, operation }) => `${id} ${operation}`)).toEqual(["ENV-01 listInvoices"]);
  expect(traffic?.leftOut).toEqual([{ reason: "not part of the interface", count: 1 }]);
  const names = ["report.json", "report.html", "junit.xml", "summary.md", "badge.svg", "openapi.json"];
  const written = names.map((name) => readFileSync(join(directory, "out", name), "utf8"));
  for (const text of written.slice(1, 4)) expect(text).toContain("requestBody");
  for (const text of [output(), ...written]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("s3cret");
    expect(text).not.toContain("\u001B[");
  }
});

test("requests are forwarded unchanged: prefix, gzip, redirects, other methods, large bodies, end-to-end headers", async ({
  startProxy,
}) => {
  const seen: { method: string | undefined; url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const large = Buffer.alloc(6 * 1024 * 1024, "a");
  const target = await serve((request, response) => {
    const { method, url, headers } = request;
    if (headers.authorization !== undefined) seen.push({ method, url, headers });
    const own = { "access-control-allow-origin": "http://other", "access-control-allow-credentials": "true" };
    if (url?.includes("redirect")) return void response.writeHead(302, { ...own, location: "/login" }).end();
    if (url?.includes("large")) return void response.writeHead(200, own).end(large);
    if (method === "PUT") return void request.pipe(response.writeHead(200, own));
    const body = gzipSync('{"data":[],"meta":{"page":1,"total":0.0}}');
    response
      .writeHead(200, { ...own, "content-encoding": "gzip", "x-own": "1", connection: "x-hop", "x-hop": "1" })
      .end(body);
  });
  const { url, stop, output } = await startProxy([`${target.baseUrl}/`, "--allow-origin", "http://app.example"]);
  const list = await fetch(`${url}/api/v1/users?q=a%2Fb`, { headers: { ...bearer, origin: "http://app.example" } });
  expect(await list.text()).toBe('{"data":[],"meta":{"page":1,"total":0.0}}');
  const { headers } = list;
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect([headers.get("access-control-allow-credentials"), headers.get("x-hop")]).toEqual([null, null]);
  expect([headers.get("content-encoding"), headers.get("x-own")]).toEqual(["gzip", "1"]);
  expect(seen[0]).toMatchObject({ method: "GET", url: "/x/api/v1/users?q=a%2Fb", headers: bearer });
  expect(seen[0]?.headers["host"]).toBe(new URL(target.baseUrl).host);
  const moved = await fetch(`${url}/api/v1/redirect`, { headers: bearer, redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "/login"]);
  expect((await (await fetch(`${url}/large`)).arrayBuffer()).byteLength).toBe(large.byteLength);
  const put = await fetch(`${url}/files/1`, { method: "PUT", body: large });
  expect((await put.arrayBuffer()).byteLength).toBe(large.byteLength);
  const preflight = await fetch(`${url}/api/v1/users`, {
    method: "OPTIONS",
    headers: { origin: "http://app.example", "access-control-request-method": "GET" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "Authorization, *"]);
  expect(await stop()).toBe(0);
  await target.stop();
  expect(output()).toMatch(/PUT \/files\/1 200 not judged: not part of the interface/);
});

test("a foreign Host, a foreign page and a path that leads out of the base URL are rejected", async ({
  startProxy,
}) => {
  const seen: (string | undefined)[] = [];
  const target = await serve((request, response) => {
    seen.push(request.url);
    response.end('{"data":[],"meta":{"page":1,"total":0}}');
  });
  const { url, stop, output } = await startProxy([target.baseUrl, "--allow-origin", "https://app.example"]);
  const client = new Client(url);
  const ask = async (path: string, headers = {}, method: "GET" | "POST" | "OPTIONS" = "GET") => {
    const { statusCode, body } = await client.request({ path, method, headers: { ...bearer, ...headers } });
    return { status: statusCode, body: await body.text() };
  };
  seen.length = 0;
  const segments = ".. %2e%2e ..; ..;a=b ..# %252e%252e %25252e. .%2E%3b ..%00 ..%20 %c0%ae. %u002e.".split(" ");
  const climbing = segments.map((segment) => `/api/${segment}/admin`);
  for (const path of [
    ...climbing,
    "/..#/admin",
    "/api\\..\\admin",
    "/api%2f..%2fadmin",
    "/api%255c..%255cadmin",
    "/api/%25%32%65%25%32%65/admin",
  ]) {
    const { status, body } = await ask(path);
    expect
      .soft([status, z.object({ detail: z.string() }).parse(JSON.parse(body)).detail], path)
      .toEqual([400, expect.stringContaining("lead out of the target's base URL")]);
  }
  const foreign = [{ host: "rebound.example" }, { "sec-fetch-site": "cross-site" }];
  const origins = ["https://evil.example", "null", "http://app.example", "https://app.example.evil", "http://10.0.0.9"];
  for (const headers of [...foreign, ...origins.map((origin) => ({ origin }))]) {
    for (const method of ["GET", "POST", "OPTIONS"] as const) {
      const { status } = await ask("/api/v1/users", { ...headers, "access-control-request-method": "GET" }, method);
      expect.soft(status, `${method} ${JSON.stringify(headers)}`).toBe(403);
    }
  }
  expect(seen).toEqual([]);
  const passed = "/api/v1/users/a..b /api/v1/subscriptions/100%25 /api/v1/x/%ff;a /.well-known/x".split(" ");
  for (const path of passed) expect.soft((await ask(path)).status, path).toBe(200);
  expect(seen).toEqual(passed.map((path) => `/x${path}`));
  const own = "https://app.example http://localhost:5173 https://127.0.0.1:3000 http://[::1]:8080 http://a.localhost";
  for (const origin of [...own.split(" "), url])
    expect.soft((await ask("/api/v1/users", { origin })).status, origin).toBe(200);
  await client.close();
  expect(await stop()).toBe(0);
  await target.stop();
  expect(output()).not.toContain("admin");
});

test("an unavailable target gives a 502, not a violation; with --side reply, requests are not judged", async ({
  startProxy,
}) => {
  const target = await serve((request, response) => {
    if (request.url?.includes("cut"))
      response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
    else response.end('{"data":[],"meta":{"page":1,"total":0}}');
  });
  const { url, stop, output } = await startProxy([target.baseUrl, "--fail-on-violation", "--side", "reply"]);
  await (await fetch(`${url}/api/v1/nowhere`, { headers: bearer })).text();
  await (await fetch(`${url}/api/v1/users`, { headers: bearer })).text();
  const cut = await fetch(`${url}/api/v1/invoices?cut`, { headers: bearer });
  await expect(cut.text()).rejects.toThrow();
  await target.stop();
  const lost = await fetch(`${url}/api/v1/users`, { headers: bearer });
  expect(lost.status).toBe(502);
  expect(await lost.json()).toMatchObject({
    status: 502,
    detail: expect.stringContaining("no response from the target"),
  });
  expect(await stop()).toBe(0);
  expect(output()).toMatch(/Not judged: no response from the target \(not a violation\): .* \(1\)/);
  expect(output()).toMatch(/no violation in 2 exchanges: \d+ of \d+ verified/);
});
