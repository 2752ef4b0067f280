import { expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { openScenarios, statusOf } from "./scenarios.fixture.ts";

const html = "text/html; charset=utf-8";

test("respond has headers of its own, and those that the dialect gives every response", async () => {
  const always = { "x-request-id": "{{uuid}}", server: "ours", "x-frame": "deny" };
  const dialect = { responses: { headers: { always } } };
  const client = await openScenarios('respond:status=503,headers={"Retry-After":"120","server":"down"}', { dialect });
  const [{ status, headers } = { status: 0, headers: {} }] = await client.send(1);
  expect([status, headers]).toMatchObject([503, { "retry-after": "120", server: "down", "x-frame": "deny" }]);
  expect(headers).toHaveProperty("x-request-id");
  for (const wrong of ["retry-after", '{"a b":"x"}', '{"a":1}', '{"a":"x\\ny"}']) {
    await expect(openScenarios(`respond:headers=${wrong}`)).rejects.toThrow("headers");
  }
});

test("server-errors fail each request, with one of the usual codes", async () => {
  const replies = await (await openScenarios("server-errors")).send(40);
  expect(new Set(replies.map(statusOf))).toStrictEqual(new Set([500, 502, 503]));
});

test.each([
  ["server-errors:status=500", 500, "application/problem+json", '"status":500'],
  ["server-errors:status=599", 599, html, "<h1>599 Server Error</h1>"],
  ["server-errors:status=503,body=text", 503, "text/plain; charset=utf-8", "Service Unavailable\n"],
  ["server-errors:status=503,body=empty", 503, undefined, ""],
  ["respond:status=503,body=down, until 5=five", 503, "text/plain; charset=utf-8", "down, until 5=five"],
  ['respond:status=409,json={"error":"a, b=c"}', 409, "application/json", '{"error":"a, b=c"}'],
  ["respond:json=5,type=application/vnd.api+json", 200, "application/vnd.api+json", "5"],
  ["respond:status=204,body=never sent", 204, undefined, ""],
])("%s", async (scenario, status, contentType, text) => {
  const reply = await (await openScenarios(scenario)).call();
  expect(reply).toMatchObject({
    status,
    headers: { "access-control-allow-origin": "*" },
    body: expect.stringContaining(text),
    why: { operation: "listUsers", rule: "scenario", scenarios: [scenario] },
  });
  expect(reply.headers["content-type"]).toBe(contentType);
});

test("server-errors with a rate come in bursts", async () => {
  const replies = await (await openScenarios("server-errors:rate=0.05,burst=4,status=503")).send(300);
  // The last burst may be cut.
  const bursts =
    replies
      .map(statusOf)
      .join(" ")
      .match(/(?:503 )+(?=200)/g) ?? [];
  expect(bursts.length).toBeGreaterThan(3);
  expect(bursts.filter((burst) => (burst.length / "503 ".length) % 4 !== 0)).toStrictEqual([]);
});

test.each([
  ["server-errors", 47],
  ["server-errors:served=true", 48],
])("after %s there are %d users", async (scenario, users) => {
  const caller = await openScenarios(scenario);
  expect((await caller.add()).status).toBeGreaterThanOrEqual(500);
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(users);
});

test.each([
  ["maintenance", "120"],
  ["maintenance:retryAfter=60,format=date", "Sun, 01 Mar 2026 12:31:00 GMT"],
])("%s responds to any request with a time to come back: %s", async (scenario, retryAfter) => {
  const caller = await openScenarios(scenario);
  for (const call of [{}, { path: "/nothing" }, { method: "POST" }, { token: "nobody-0001" }]) {
    const { status, headers, body } = await caller.call(call);
    expect([status, headers["content-type"], headers["retry-after"]]).toStrictEqual([503, html, retryAfter]);
    expect(body).toContain("<h1>Down for maintenance</h1>");
  }
});

test.each([
  ["redirect-to-login", {}, 302, "/login"],
  ["redirect-to-login:status=307", { auth: { login: "/sso?next=x" } }, 307, "/sso?next=x"],
])("%s in the dialect %j", async (scenario, dialect, status, location) => {
  const caller = await openScenarios(scenario, { dialect });
  const reply = await caller.call();
  expect([reply.status, reply.headers["location"]]).toStrictEqual([status, location]);
  const [path = ""] = location.split("?");
  const page = await caller.call({ path, headers: { authorization: undefined } });
  expect([page.status, page.headers["content-type"]]).toStrictEqual([200, html]);
});

const cedar = { token: "cedar-token-9e15b7" };
const pauseOf = ({ status, headers }: Reply): unknown => (status === 429 ? headers["retry-after"] : status);

test.each<readonly [scenario: string, steps: readonly (readonly [waitMs: number, seen: readonly unknown[]])[]]>([
  [
    "too-many-requests:calls=2,retryAfter=10",
    [
      [0, [200, 200, "10", "10"]],
      [4001, ["6"]],
      [5998, ["1"]],
      [1, [200, 200, "10"]],
    ],
  ],
  [
    "too-many-requests",
    [
      [0, ["30", "30"]],
      [30_000, [200, "30"]],
    ],
  ],
  ["too-many-requests:format=date", [[0, ["Sun, 01 Mar 2026 12:30:30 GMT"]]]],
  ["too-many-requests:times=1", [[0, ["30", 200, 200]]]],
  ["expired-token:calls=2", [[0, [200, 200, 401, 401]]]],
  ["expired-token:after=1", [[0, [200, 401, 401]]]],
  ["expired-token:times=1", [[0, [401, 200, 200]]]],
])("%s: %j", async (scenario, steps) => {
  const caller = await openScenarios(scenario);
  for (const [waitMs, expected] of steps) {
    caller.clock.advance(waitMs);
    expect((await caller.send(expected.length)).map(pauseOf)).toStrictEqual(expected);
  }
});

test.each([
  ["too-many-requests:calls=1", [200, 429, 200, 429, 401, 404]],
  ["expired-token:calls=1", [200, 401, 200, 401, 401, 401]],
])("%s counts each client separately, and only requests with a valid token", async (scenario, expected) => {
  const calls = [{}, {}, cedar, cedar, { token: "nobody-0001" }, { path: "/nothing" }];
  expect((await (await openScenarios(scenario)).send(calls)).map(statusOf)).toStrictEqual(expected);
});

test.each([
  ["too-many-requests:rate=0.05", 429],
  ["expired-token:rate=0.05", 401],
])("%s continues once started, whatever the rate", async (scenario, status) => {
  const statuses = (await (await openScenarios(scenario)).send(100)).map(statusOf);
  const first = statuses.indexOf(status);
  expect(first).toBeGreaterThan(0);
  expect(new Set(statuses.slice(first))).toStrictEqual(new Set([status]));
});

test("expired-token equals the rejection of an expired token", async () => {
  const { why, ...expected } = await (await openTestCaller()).call({ token: "aurora-expired-0b2c" });
  expect(await (await openScenarios("expired-token")).call()).toStrictEqual({
    ...expected,
    why: { ...why, scenarios: ["expired-token"] },
  });
});
