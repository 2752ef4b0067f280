import { expect, test } from "vitest";
import { demoTokens, openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";

const app = "https://app.example";
const preflight: TestCall = {
  method: "OPTIONS",
  headers: {
    authorization: undefined,
    origin: app,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-a",
  },
};
const read: TestCall = { headers: { authorization: `Bearer ${demoTokens[0]}`, origin: app } };
const options: TestCall = { method: "OPTIONS" };

/** The status and the CORS headers: `204 allow-origin=*, …`. */
async function allowed(requests: object, call: TestCall): Promise<string> {
  const { status, headers } = await (await openTestCaller({ dialect: { requests } })).call(call);
  const said = Object.entries(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary");
  return [status, ...said.map(([name, value]) => `${name.replace("access-control-", "")}=${value}`)].join(" ");
}

test.each<[cors: object | null, call: TestCall, expected: string]>([
  [{}, read, "200 allow-origin=* expose-headers=*"],
  [null, read, "200"],
  [null, preflight, "405"],
  [{ expose: null }, { path: "/nothing" }, "404 allow-origin=*"],
  [
    { origins: "echo", credentials: true, expose: "etag" },
    read,
    `200 allow-origin=${app} vary=Origin allow-credentials=true expose-headers=etag`,
  ],
  [{ origins: [app], expose: null }, read, `200 allow-origin=${app} vary=Origin`],
  [{ origins: ["https://other.example"] }, read, "200 vary=Origin"],
  [{ origins: "echo" }, {}, "200 vary=Origin"],
  [
    { preflight: 200, headers: "{{requested}}", methods: "GET", maxAge: null, expose: null },
    preflight,
    "200 allow-methods=GET allow-headers=x-a allow-origin=*",
  ],
  [{ preflight: null }, preflight, "405 allow-origin=* expose-headers=*"],
])("with cors %j a page that sends %j gets %s", async (cors, call, expected) => {
  expect(await allowed({ cors, options: "method" }, call)).toBe(expected);
});

test.each<[options: unknown, call: TestCall, expected: readonly unknown[]]>([
  ["preflight", options, [204, undefined, ""]],
  ["method", options, [405, "GET, POST, HEAD", "methodNotAllowed"]],
  ["method", { ...options, path: "/nothing" }, [404, undefined, "unknownPath"]],
  [
    { contentType: "text/plain", body: "{{allow}}" },
    options,
    [200, "GET, POST, HEAD, OPTIONS", "GET, POST, HEAD, OPTIONS"],
  ],
  ["get", { ...options, path: "/api/v1/subscriptions/sub_f5zr37e3" }, [200, undefined, undefined]],
  ["get", { ...options, token: "unknown" }, [401, undefined, "refusedToken"]],
  [{ status: 204 }, { ...options, token: "unknown" }, [204, "GET, POST, HEAD, OPTIONS", ""]],
])("where OPTIONS is %j, %j gets %j", async (value, call, [status, allow, body]) => {
  const caller = await openTestCaller({ dialect: { requests: { options: value } } });
  const reply = await caller.call(call);
  const { code } = reply.body.startsWith("{") ? JSON.parse(reply.body) : { code: reply.body };
  expect([reply.status, reply.headers["allow"], code]).toStrictEqual([status, allow, body]);
});

test("if every method of a path needs a token, so does OPTIONS", async () => {
  const caller = await openTestCaller({ dialect: { auth: { guards: "paths" }, requests: { options: {} } } });
  expect(await caller.call({ ...options, token: "unknown" })).toMatchObject({
    status: 401,
    why: { rule: "auth.guards" },
  });
  expect(await caller.call(options)).toMatchObject({ status: 200, why: { rule: "requests.options" } });
});

test("a request that is not a preflight is counted and disturbed like any other", async () => {
  const caller = await openTestCaller({ dialect: { requests: { options: "method" } }, scenarios: ["maintenance"] });
  expect((await caller.call(options)).status).toBe(503);
  expect((await caller.call(preflight)).status).toBe(204);
  expect(caller.simulation.journal.entries()).toHaveLength(1);
});

test("HEAD may be an unknown method", async () => {
  const caller = await openTestCaller({ dialect: { requests: { head: "method" } } });
  expect(await caller.call({ method: "HEAD" })).toMatchObject({
    status: 405,
    headers: { allow: "GET, POST, OPTIONS" },
    body: "",
  });
});
