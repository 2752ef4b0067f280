import { expect, test, type HostileMock } from "./hostile.fixture.ts";

/** A request to the control API as it goes over the wire; `%HOST%` stands for where the mock really is. */
async function ask(mock: HostileMock, line: string, headers: readonly string[], body = ""): Promise<number> {
  const { host } = new URL(mock.server.url);
  const sent = headers.map((header) => header.replaceAll("%HOST%", host));
  const length = body === "" ? [] : [`content-length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, ...sent, ...length].join("\r\n");
  const { statuses } = await mock.raw(`${head}\r\n\r\n${body}`, { replies: 1 });
  return statuses[0] ?? 0;
}

/** By which a browser, or a command line, reaches a mock on this machine. */
const ownHosts = ["%HOST%", "localhost", "localhost:4010", "LOCALHOST", "app.localhost:1", "127.0.0.1", "127.1.2.3:80"];
const ownIPv6Hosts = ["[::1]", "[::1]:4010", "[0:0:0:0:0:0:0:1]"];

/** Names that a page may have been loaded from, and that its owner pointed here afterwards. */
const foreignHosts = [
  "evil.example",
  "evil.example:4010",
  "localhost.",
  "localhost.:4010",
  "localhost.evil.example",
  "evil-localhost",
  "notlocalhost:4010",
  "127.0.0.1.evil.example",
  "127.0.0.1.",
  "127.0.0.1.nip.example:4010",
  "127.0.0.1:80:80",
  "127.0.0.1@evil.example",
  "evil.example#localhost",
  "evil.example?.localhost",
  "[::1].evil.example",
  "[evil.example]",
  "0x7f.1",
  "2130706433",
  "127.1",
  "",
  "0.0.0.0",
  "0.0.0.0:4010",
  "[::]:4010",
];

test("only a name of this machine leads to the control API", async ({ open }) => {
  const mock = await open();
  mock.simulation.use("latency:ms=0");
  for (const host of foreignHosts) {
    expect([host, await ask(mock, "POST /_orgkit/reset", [`host: ${host}`])]).toStrictEqual([host, 403]);
    expect([host, await ask(mock, "GET /_orgkit/", [`host: ${host}`])]).toStrictEqual([host, 403]);
  }
  expect(mock.simulation.scenarios()).toStrictEqual(["latency:ms=0"]);
  for (const host of [...ownHosts, ...ownIPv6Hosts]) {
    expect([host, await ask(mock, "POST /_orgkit/reset", [`host: ${host}`])]).toStrictEqual([host, 204]);
  }
});

test("a target with a host of its own is not asked for the control API at all", async ({ open }) => {
  const mock = await open();
  for (const target of [
    "http://127.0.0.1/_orgkit/state",
    "http://evil.example/_orgkit/state",
    "//%HOST%/_orgkit/state",
  ]) {
    expect([target, await ask(mock, `GET ${target}`, ["host: %HOST%"])]).toStrictEqual([target, 404]);
  }
});

/** What a page of another origin can make a browser send without asking first. */
const simple: readonly (readonly [what: string, headers: readonly string[]])[] = [
  ["a form", ["origin: https://evil.example", "content-type: application/x-www-form-urlencoded"]],
  ["a form with files", ["origin: https://evil.example", "content-type: multipart/form-data; boundary=x"]],
  ["text", ["origin: https://evil.example", "content-type: text/plain"]],
  ["JSON as text", ["origin: https://evil.example", "content-type: text/plain; application/json"]],
  ["a beacon", ["origin: https://evil.example", "content-type: text/plain;charset=UTF-8", "sec-fetch-mode: no-cors"]],
  ["a sandboxed frame", ["origin: null", "content-type: text/plain"]],
  ["a sandboxed frame, as JSON", ["origin: null", "content-type: application/json"]],
  ["a page on another port", ["origin: http://127.0.0.1:1", "content-type: application/json"]],
  ["a page over TLS", ["origin: https://%HOST%", "content-type: application/json"]],
  ["a page of localhost", ["origin: http://localhost:3000", "content-type: application/json"]],
  ["a page whose origin only begins so", ["origin: http://%HOST%.evil.example", "content-type: application/json"]],
  ["two origins", ["origin: http://%HOST%", "origin: https://evil.example", "content-type: text/plain"]],
  ["a page that hides its origin", ["sec-fetch-site: cross-site", "content-type: application/json"]],
  ["another page of the site", ["sec-fetch-site: same-site", "content-type: application/json"]],
  ["a site there is not", ["sec-fetch-site: same-origin, cross-site", "content-type: application/json"]],
  ["a navigation", ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate", "content-type: application/json"]],
  ["no page, but as text", ["content-type: text/plain"]],
];

test("a page of another origin changes nothing, however simple its request", async ({ open }) => {
  const mock = await open();
  mock.simulation.use("latency:ms=0");
  const seen: [string, boolean][] = [];
  for (const [what, headers] of simple) {
    const status = await ask(mock, "PUT /_orgkit/scenarios", ["host: %HOST%", ...headers], '{"active":[]}');
    const posted = await ask(mock, "POST /_orgkit/clock", ["host: %HOST%", ...headers], '{"freeze":true}');
    seen.push([what, [status, posted].every((one) => one === 403 || one === 415)]);
  }
  expect(seen).toStrictEqual(simple.map(([what]) => [what, true]));
  expect(mock.simulation.scenarios()).toStrictEqual(["latency:ms=0"]);
  expect(mock.simulation.clock.setting.frozenAt).toBeNull();
});

test("a page of another origin reads nothing, not even its own preflight", async ({ open }) => {
  const mock = await open();
  const origin = "origin: https://evil.example";
  const preflight = await mock.raw(
    `OPTIONS /_orgkit/reset HTTP/1.1\r\nhost: localhost\r\n${origin}\r\naccess-control-request-method: POST\r\n\r\n`,
    { replies: 1 },
  );
  expect(preflight.statuses).toStrictEqual([403]);
  expect(preflight.text).not.toMatch(/access-control-allow/i);
  for (const path of ["state", "capsule", "journal", "events", "openapi.json", "accounts/acct_aurora/users"]) {
    expect([path, await ask(mock, `GET /_orgkit/${path}`, ["host: %HOST%", origin])]).toStrictEqual([path, 403]);
  }
});

test("a link leads to the console's page, and to nothing that holds data", async ({ open }) => {
  const mock = await open();
  const link = ["host: %HOST%", "sec-fetch-site: cross-site", "sec-fetch-mode: navigate"];
  expect(await ask(mock, "GET /_orgkit/", link)).toBe(200);
  expect(await ask(mock, "GET /_orgkit/state", link)).toBe(403);
  expect(await ask(mock, "GET /_orgkit/capsule", link)).toBe(403);
  expect(
    await ask(mock, "GET /_orgkit/", ["host: %HOST%", "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors"]),
  ).toBe(403);
});

/** Ways to a file, or to a route by another name. */
const tricks = [
  "/_orgkit/../1234567/health",
  "/_orgkit/assets/../../x/%2e%2e/health",
  "/_orgkit/assets/..",
  "/_orgkit/assets/../index.html",
  "/_orgkit/assets/..%2f..%2f..%2fpackage.json",
  "/_orgkit/assets/%2e%2e/%2e%2e/package.json",
  "/_orgkit/assets/....//package.json",
  "/_orgkit/assets//etc/passwd",
  "/_orgkit/..%2f..%2fpackage.json",
  "/_orgkit//health",
  "/_orgkit/./health",
  "/_orgkit/health/",
  "/_orgkit/health%00",
  String.raw`/_orgkit/\health`,
  "/_orgkit%2fhealth",
  "/_ORGKIT/health",
  "/_orgkit#health",
  "/_orgkit/constructor",
  "/_orgkit/__proto__",
  "/_orgkit/accounts/__proto__/users",
  "/_orgkit/accounts/acct_aurora/constructor",
  "/_orgkit/accounts/..%2f..%2f/users",
  "/_orgkit/sandboxes/__proto__",
  "/_orgkit/state?sandbox=__proto__",
];

test("no path of the control API leads to a file, or anywhere but where it says", async ({ open }) => {
  const mock = await open();
  const seen: [string, boolean][] = [];
  for (const path of tricks) {
    const status = await ask(mock, `GET ${path}`, ["host: %HOST%"]);
    seen.push([path, status === 404 || status === 405]);
  }
  expect(seen).toStrictEqual(tricks.map((path) => [path, true]));
});

test("a snapshot has a name, never a path", async ({ open }) => {
  const mock = await open();
  const names = [
    "..",
    ".hidden",
    "..%2F..%2Fetc%2Fpasswd",
    "a%2Fb",
    "%2Ftmp%2Fx",
    "a%00b",
    "a%0Ab",
    "C:%5Cx",
    "%",
    "a".repeat(81),
  ];
  for (const name of names) {
    const saved = await ask(mock, `PUT /_orgkit/snapshots/${name}`, ["host: %HOST%"]);
    const restored = await ask(mock, `POST /_orgkit/snapshots/${name}/restore`, ["host: %HOST%"]);
    expect([name, [404, 422].includes(saved), [404, 422].includes(restored)]).toStrictEqual([name, true, true]);
  }
  expect(await ask(mock, "GET /_orgkit/snapshots", ["host: %HOST%"])).toBe(200);
  expect(await ask(mock, "PUT /_orgkit/snapshots/before%20lunch", ["host: %HOST%"])).toBe(204);
});

test("beyond loopback the token of this start is needed, whole and in its place", async ({ open }) => {
  const mock = await open({ host: "0.0.0.0" });
  const { controlToken = "" } = mock.server;
  const wrong = [
    [],
    ["authorization: Bearer"],
    ["authorization: Bearer "],
    [`authorization: ${controlToken}`],
    [`authorization: bearer ${controlToken}`],
    [`authorization: Bearer ${controlToken}x`],
    [`authorization: Bearer ${controlToken.slice(0, -1)}`],
    [`authorization: Bearer ${controlToken.toUpperCase()}`],
    [`cookie: token=${controlToken}`],
    [`x-token: ${controlToken}`],
  ];
  for (const headers of wrong) {
    expect([headers, await ask(mock, "POST /_orgkit/reset", ["host: %HOST%", ...headers])]).toStrictEqual([
      headers,
      401,
    ]);
  }
  expect(await ask(mock, `GET /_orgkit/state?token=${controlToken}`, ["host: %HOST%"])).toBe(401);
  expect(await ask(mock, "POST /_orgkit/reset", ["host: %HOST%", `authorization: Bearer ${controlToken}`])).toBe(204);
  // The token keeps machines out, not names: a page that was pointed here may have learned it.
  const known = ["host: evil.example", `authorization: Bearer ${controlToken}`];
  expect(await ask(mock, "POST /_orgkit/reset", known)).toBe(403);
});
