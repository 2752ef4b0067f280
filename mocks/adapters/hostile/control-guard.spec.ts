import { expect, test, token, type HostileMock } from "./hostile.fixture.ts";

/** A request to the control API as bytes; `%HOST%` stands for the mock's real address. */
async function ask(mock: HostileMock, line: string, headers: readonly string[], body = ""): Promise<number> {
  const { host } = new URL(mock.server.url);
  const sent = headers.map((header) => header.replaceAll("%HOST%", host));
  const length = body === "" ? [] : [`content-length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, ...sent, ...length].join("\r\n");
  const { statuses } = await mock.raw(`${head}\r\n\r\n${body}`, { replies: 1 });
  return statuses[0] ?? 0;
}

const json = "content-type: application/json";
const own = ["host: %HOST%"];

/** Addresses of a mock on this machine; the last is allowed by name. */
const ownHosts = ["%HOST%", "localhost:4010", "127.1.2.3:80", "[::1]:4010", "mock.team.example"];

/** Names whose owner may point them here after a page has loaded. */
const foreignHosts = [
  "evil.example",
  "localhost.",
  "localhost.evil.example",
  "notlocalhost:4010",
  "127.0.0.1.evil.example",
  "127.0.0.1.nip.example:4010",
  "127.0.0.1@evil.example",
  "evil.example#localhost",
  "[::1].evil.example",
  "0x7f.1",
  "",
  "0.0.0.0",
];

test("the control API accepts only host names of this machine", async ({ open }) => {
  const mock = await open({ control: { version: "1.2.3", allowedHosts: ["mock.team.example"] } });
  mock.simulation.use("latency:ms=0");
  for (const host of foreignHosts) {
    for (const line of ["POST /_orgkit/reset", "GET /_orgkit/"]) {
      expect(await ask(mock, line, [`host: ${host}`]), host).toBe(403);
    }
  }
  expect(mock.simulation.scenarios()).toStrictEqual(["latency:ms=0"]);
  for (const host of ownHosts) expect(await ask(mock, "POST /_orgkit/reset", [`host: ${host}`]), host).toBe(204);
});

test("an absolute request target with another host gets no control API", async ({ open }) => {
  const mock = await open();
  for (const target of ["http://127.0.0.1", "http://evil.example", "//%HOST%"]) {
    expect(await ask(mock, `GET ${target}/_orgkit/state`, own), target).toBe(404);
  }
});

/** Requests that a page of another origin can cause without a preflight. */
const simple: Readonly<Record<string, readonly string[]>> = {
  "a form": ["origin: https://evil.example", "content-type: application/x-www-form-urlencoded"],
  "JSON as text": ["origin: https://evil.example", "content-type: text/plain; application/json"],
  "a beacon": ["origin: https://evil.example", "content-type: text/plain;charset=UTF-8", "sec-fetch-mode: no-cors"],
  "a sandboxed frame": ["origin: null", json],
  "a page of localhost": ["origin: http://localhost:3000", json],
  "a page whose origin only begins so": ["origin: http://%HOST%.evil.example", json],
  "a page that hides its origin": ["sec-fetch-site: cross-site", json],
  "a navigation": ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate", json],
  "no page, but as text": ["content-type: text/plain"],
};

test("a page of another origin changes nothing, however simple its request; the console can", async ({ open }) => {
  const mock = await open();
  mock.simulation.use("latency:ms=0");
  const change = (headers: readonly string[]): Promise<number> =>
    ask(mock, "PUT /_orgkit/scenarios", [...own, ...headers], '{"active":[]}');
  for (const [what, headers] of Object.entries(simple)) {
    expect([403, 415], what).toContain(await change(headers));
    const posted = await ask(mock, "POST /_orgkit/clock", [...own, ...headers], '{"freeze":true}');
    expect([403, 415], what).toContain(posted);
  }
  expect(mock.simulation.scenarios()).toStrictEqual(["latency:ms=0"]);
  expect(mock.simulation.clock.setting.frozenAt).toBeNull();
  expect(await change(["origin: http://%HOST%", "sec-fetch-site: same-origin", json])).toBe(200);
});

test("a page of another origin reads nothing, and its preflight fails", async ({ open }) => {
  const mock = await open();
  const origin = "origin: https://evil.example";
  const preflight = await mock.raw(
    `OPTIONS /_orgkit/reset HTTP/1.1\r\nhost: localhost\r\n${origin}\r\naccess-control-request-method: POST\r\n\r\n`,
    { replies: 1 },
  );
  expect(preflight.statuses).toStrictEqual([403]);
  expect(preflight.text).not.toMatch(/access-control-allow/i);
  for (const path of ["state", "journal.har", "journal", "events", "interface.json", "accounts/acct_aurora/users"]) {
    expect(await ask(mock, `GET /_orgkit/${path}`, [...own, origin]), path).toBe(403);
  }
});

test("a link can open the console's page, but nothing with data", async ({ open }) => {
  const mock = await open();
  const link = [...own, "sec-fetch-site: cross-site"];
  for (const [path, mode, status] of [
    ["", "navigate", 200],
    ["state", "navigate", 403],
    ["journal.har", "navigate", 403],
    ["", "no-cors", 403],
  ] as const) {
    expect(await ask(mock, `GET /_orgkit/${path}`, [...link, `sec-fetch-mode: ${mode}`])).toBe(status);
  }
});

/** Attempts to reach a file, or a route by another name, below `/_orgkit`. */
const tricks = [
  "/../1234567/health",
  "/assets/..",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/assets//etc/passwd",
  "/./health",
  "/health%00",
  String.raw`/\health`,
  "%2fhealth",
  "/constructor",
  "/accounts/__proto__/users",
  "/accounts/..%2f..%2f/users",
  "/state?sandbox=__proto__",
];

test("no path of the control API reads a file outside of the console", async ({ open }) => {
  const mock = await open();
  for (const path of [...tricks.map((trick) => `/_orgkit${trick}`), "/_ORGKIT/health"]) {
    expect([404, 405], path).toContain(await ask(mock, `GET ${path}`, own));
  }
});

test("a snapshot name is never a path", async ({ open }) => {
  const mock = await open();
  const odd = ["..", ".hidden", "..%2F..%2Fetc%2Fpasswd", "a%2Fb", "%2Ftmp%2Fx", "a%00b", "a%0Ab", "C:%5Cx", "%"];
  for (const name of [...odd, "a".repeat(81)]) {
    for (const line of [`PUT /_orgkit/snapshots/${name}`, `POST /_orgkit/snapshots/${name}/restore`]) {
      expect([404, 422], line).toContain(await ask(mock, line, own));
    }
  }
  expect(await ask(mock, "GET /_orgkit/snapshots", own)).toBe(200);
  expect(await ask(mock, "PUT /_orgkit/snapshots/before%20lunch", own)).toBe(204);
});

test("with --host, the exact token of this start is required; the page contains no data", async ({ open }) => {
  const mock = await open({ host: "0.0.0.0" });
  const { controlToken = "" } = mock.server;
  expect(controlToken).toMatch(/^[\w-]{32,}$/);
  expect((await open({ host: "0.0.0.0" })).server.controlToken).not.toBe(controlToken);
  const right = `authorization: Bearer ${controlToken}`;
  for (const header of [
    "x-none: x",
    "authorization: Bearer",
    `authorization: Bearer ${token}`,
    `authorization: ${controlToken}`,
    right.replace("Bearer", "bearer"),
    `${right}x`,
    right.slice(0, -1),
    right.toUpperCase(),
    `cookie: token=${controlToken}`,
    `x-token: ${controlToken}`,
  ]) {
    expect(await ask(mock, "POST /_orgkit/reset", [...own, header]), header).toBe(401);
  }
  expect(await ask(mock, `GET /_orgkit/state?token=${controlToken}`, own)).toBe(401);
  expect(await ask(mock, "GET /_orgkit/events", own)).toBe(401);
  expect(await ask(mock, "GET /_orgkit/", own)).toBe(200);
  expect(await ask(mock, "POST /_orgkit/reset", [...own, right])).toBe(204);
  // The token protects from machines, not names: a page with DNS rebinding may know it.
  expect(await ask(mock, "POST /_orgkit/reset", ["host: evil.example", right])).toBe(403);
});
