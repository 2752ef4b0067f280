import { expect, test, token, type HostileMock } from "./hostile.fixture.ts";

/** The status of a request to the control API, sent as bytes; `%HOST%` stands for the mock's real address. */
async function ask(mock: HostileMock, line: string, headers: readonly string[], body = ""): Promise<number> {
  const head = [`${line} HTTP/1.1`, ...headers, `content-length: ${body.length}`].join("\r\n");
  const bytes = `${head}\r\n\r\n${body}`.replaceAll("%HOST%", new URL(mock.server.url).host);
  return (await mock.raw(bytes, { replies: 1 })).statuses[0] ?? 0;
}

const json = "content-type: application/json";
const own = ["host: %HOST%"];
const reset = "POST /_orgkit/reset";

/** Addresses of a mock on this machine; the last is allowed by name. */
const ownHosts = ["%HOST%", "localhost:4010", "[::1]:4010", "mock.team.example"];

/** Names whose owner may point them here after a page has loaded. */
const foreignHosts = ["evil.example", "127.0.0.1@evil.example", "evil.example#localhost", "", "0.0.0.0", "[::]:4010"];

test("the control API accepts only host names of this machine", async ({ open }) => {
  const mock = await open({ control: { version: "1.2.3", allowedHosts: ["mock.team.example"] } });
  for (const host of foreignHosts) {
    for (const line of [reset, "GET /_orgkit/"]) expect(await ask(mock, line, [`host: ${host}`]), host).toBe(403);
  }
  for (const host of ownHosts) expect(await ask(mock, reset, [`host: ${host}`]), host).toBe(204);
  for (const target of ["http://127.0.0.1", "http://evil.example", "//%HOST%"]) {
    expect(await ask(mock, `GET ${target}/_orgkit/state`, own), target).toBe(404);
  }
});

const evil = "origin: https://evil.example";

/** Requests that a page of another origin can cause without a preflight. */
const simple: readonly (readonly [what: string, status: number, ...headers: string[]])[] = [
  ["a form", 403, evil, "content-type: application/x-www-form-urlencoded"],
  ["a beacon", 403, evil, "content-type: text/plain; application/json", "sec-fetch-mode: no-cors"],
  ["a sandboxed frame", 403, "origin: null", json],
  ["a page of localhost", 403, "origin: http://localhost:3000", json],
  ["a page whose origin only begins so", 403, "origin: http://%HOST%.evil.example", json],
  ["a page that hides its origin", 403, "sec-fetch-site: cross-site", json],
  ["a navigation", 403, "sec-fetch-site: cross-site", "sec-fetch-mode: navigate", json],
  ["no page, but as text", 415, "content-type: text/plain; application/json"],
];

test("a page of another origin changes nothing, however simple its request; the console can", async ({ open }) => {
  const mock = await open();
  mock.simulation.use("latency:ms=0");
  const change = (headers: readonly string[]): Promise<number> =>
    ask(mock, "PUT /_orgkit/scenarios", [...own, ...headers], '{"active":[]}');
  for (const [what, status, ...headers] of simple) expect(await change(headers), what).toBe(status);
  expect(mock.simulation.scenarios()).toStrictEqual(["latency:ms=0"]);
  expect(await change(["origin: http://%HOST%", "sec-fetch-site: same-origin", json])).toBe(200);
});

test("behind a proxy that replaces the host, the browser vouches for the origin, if its name is allowed", async ({
  open,
}) => {
  const mock = await open({ control: { version: "1.2.3", allowedHosts: ["mock.team.example"] } });
  const sent = (...headers: string[]): Promise<number> => ask(mock, reset, [...own, ...headers]);
  for (const origin of ["https://mock.team.example", "https://mock.team.example:8443", "http://localhost:5173"]) {
    expect(await sent(`origin: ${origin}`, "sec-fetch-site: same-origin"), origin).toBe(204);
    for (const site of ["same-site", "cross-site"]) {
      expect(await sent(`origin: ${origin}`, `sec-fetch-site: ${site}`), site).toBe(403);
    }
    expect(await sent(`origin: ${origin}`), origin).toBe(403);
  }
  for (const origin of ["https://evil.example", "https://mock.team.example.evil.example", "null", "http://0.0.0.0"]) {
    expect(await sent(`origin: ${origin}`, "sec-fetch-site: same-origin"), origin).toBe(403);
  }
  // A proxy that keeps the host needs nothing of it.
  const kept = ["host: mock.team.example", "origin: https://mock.team.example"];
  expect(await ask(mock, reset, kept)).toBe(204);
});

test("a page of another origin reads nothing, and its preflight fails; a link opens the console only", async ({
  open,
}) => {
  const mock = await open();
  const preflight = `OPTIONS /_orgkit/reset HTTP/1.1\r\nhost: localhost\r\n${evil}\r\n\r\n`;
  expect((await mock.raw(preflight, { replies: 1 })).text).toMatch(/^HTTP\/1\.1 403 (?![^]*access-control-allow)/i);
  const link = ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate"];
  for (const path of ["state", "journal.har", "journal", "events", "interface.json", "accounts/acct_aurora/users"]) {
    for (const headers of [[evil], link]) {
      expect(await ask(mock, `GET /_orgkit/${path}`, [...own, ...headers]), path).toBe(403);
    }
  }
  expect(await ask(mock, "GET /_orgkit/", [...own, ...link])).toBe(200);
});

/** Attempts to reach a file, or a route by another name. */
const tricks = [
  "/../1234567/health",
  "/assets/..",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/assets//etc/passwd",
  "/./health",
  "/health%00",
  "%2fhealth",
  "/accounts/__proto__/users",
  "/state?sandbox=__proto__",
];

test("no path of the control API reaches a file outside of the console", async ({ open }) => {
  const mock = await open();
  for (const path of tricks) expect(await ask(mock, `GET /_orgkit${path}`, own), path).toBe(404);
  for (const name of ["..", "..%2F..%2Fetc%2Fpasswd", "%2Ftmp%2Fx", "a%00b", "C:%5Cx", "a".repeat(81)]) {
    expect(await ask(mock, `PUT /_orgkit/snapshots/${name}`, own), name).toBe(422);
  }
  expect(await ask(mock, "PUT /_orgkit/snapshots/before%20lunch", own)).toBe(204);
});

test("with --host, the exact token of this start is required; the page and the health check contain no data", async ({
  open,
}) => {
  const mock = await open({ host: "0.0.0.0" });
  const { controlToken = "" } = mock.server;
  expect(controlToken).toMatch(/^[\w-]{32,}$/);
  expect((await open({ host: "0.0.0.0" })).server.controlToken).not.toBe(controlToken);
  const right = `authorization: Bearer ${controlToken}`;
  for (const header of [
    "x-none: x",
    `authorization: Bearer ${token}`,
    `authorization: ${controlToken}`,
    `${right}x`,
    right.slice(0, -1),
    right.toUpperCase(),
    `cookie: token=${controlToken}`,
  ]) {
    expect(await ask(mock, reset, [...own, header]), header).toBe(401);
  }
  expect(await ask(mock, `GET /_orgkit/state?token=${controlToken}`, own)).toBe(401);
  expect(await ask(mock, "GET /_orgkit/events", own)).toBe(401);
  for (const path of ["", "health"]) expect(await ask(mock, `GET /_orgkit/${path}`, own), path).toBe(200);
  expect(await ask(mock, reset, [...own, right])).toBe(204);
  // The token protects from machines, not names: a page with DNS rebinding may know it.
  expect(await ask(mock, reset, ["host: evil.example", right])).toBe(403);
});
