import { expect, test } from "vitest";
import { disturbed, statusOf } from "./scenarios.fixture.ts";

const html = "text/html; charset=utf-8";

test("server-errors fail each request, with one of the usual codes", async () => {
  const seen = await (await disturbed("server-errors")).seen(statusOf, 40);
  expect(new Set(seen)).toStrictEqual(new Set([500, 502, 503]));
});

test.each([
  ["server-errors:status=500", "application/problem+json", '"status":500'],
  ["server-errors:status=502", html, "<h1>502 Bad Gateway</h1>"],
  ["server-errors:status=599", html, "<h1>599 Server Error</h1>"],
  ["server-errors:status=500,body=html", html, "<h1>500 Internal Server Error</h1>"],
  ["server-errors:status=503,body=dialect", "application/problem+json", '"title":"Service Unavailable"'],
  ["server-errors:status=503,body=text", "text/plain; charset=utf-8", "Service Unavailable\n"],
  ["server-errors:status=503,body=empty", undefined, ""],
])("%s comes as %s", async (scenario, contentType, text) => {
  const { status, headers, body, why } = await (await disturbed(scenario)).call();
  expect([status, headers["content-type"], headers["access-control-allow-origin"]]).toStrictEqual([
    Number(/\d+/.exec(scenario)?.[0]),
    contentType,
    "*",
  ]);
  expect(body).toContain(text);
  expect(why).toStrictEqual({ operation: "listUsers", rule: "scenario", scenarios: [scenario] });
});

test("server-errors come once in every N requests, in bursts with one code each", async () => {
  const caller = await disturbed("server-errors:every=10,burst=3");
  const places: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const seen = await caller.seen(statusOf, 10);
    const first = seen.findIndex((status) => status >= 500);
    places.push(first);
    const [code = 0] = seen.slice(first);
    expect(seen).toStrictEqual(
      Array(10)
        .fill(200)
        .fill(code, first, first + 3),
    );
  }
  expect(new Set(places).size).toBeGreaterThan(3);
});

test("server-errors with a rate come in bursts, too", async () => {
  const seen = await (await disturbed("server-errors:rate=0.05,burst=4,status=503")).seen(statusOf, 300);
  const runs = seen.join(" ").match(/503(?: 503)*/g) ?? [];
  expect(runs.length).toBeGreaterThan(3);
  expect(runs.every((run) => run.split(" ").length % 4 === 0 || runs.at(-1) === run)).toBe(true);
});

test.each([
  ["server-errors", 47],
  ["server-errors:served=true", 48],
])("after %s there are %d users", async (scenario, users) => {
  const caller = await disturbed(scenario);
  expect((await caller.add()).status).toBeGreaterThanOrEqual(500);
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(users);
});

test.each([
  ["maintenance", "120"],
  ["maintenance:retryAfter=3600", "3600"],
  ["maintenance:retryAfter=60,format=date", "Sun, 01 Mar 2026 12:31:00 GMT"],
  ["maintenance:format=none", undefined],
])("%s responds to any request with a time to come back: %s", async (scenario, retryAfter) => {
  const caller = await disturbed(scenario);
  for (const call of [{}, { path: "/nothing" }, { method: "POST" }, { token: "nobody-0001" }]) {
    const { status, headers, body } = await caller.call(call);
    expect([status, headers["content-type"], headers["retry-after"]]).toStrictEqual([503, html, retryAfter]);
    expect(body).toContain("<h1>Down for maintenance</h1>");
  }
});

test.each([
  ["redirect-to-login", {}, 302, "/login"],
  ["redirect-to-login:status=307,location=/api/login", {}, 307, "/api/login"],
  ["redirect-to-login", { auth: { login: "/sso?next=x" } }, 302, "/sso?next=x"],
])("%s in the dialect %j", async (scenario, dialect, status, location) => {
  const caller = await disturbed(scenario, { dialect });
  const reply = await caller.call();
  expect([reply.status, reply.headers["location"]]).toStrictEqual([status, location]);
  const [path = ""] = location.split("?");
  const page = await caller.call({ path, headers: { authorization: undefined } });
  expect([page.status, page.headers["content-type"]]).toStrictEqual([200, html]);
});
