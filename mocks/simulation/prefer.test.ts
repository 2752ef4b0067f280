import { expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller, readEnvelope, type TestCall, type TestSetup } from "./caller.fixture.ts";

async function askWith(prefer: string, call: TestCall = {}, setup?: TestSetup): Promise<Reply> {
  return (await openTestCaller(setup)).call({ ...call, headers: { prefer } });
}

test.each<readonly [header: string, status: number, applied: string | undefined]>([
  ['code="503"', 503, "code=503"],
  [" Code = 404 ", 404, "code=404"],
  ["code=500, code=404", 500, "code=500"],
  ["code=202", 202, "code=202"],
  ["code=503; scenario=latency", 503, 'code=503, scenario="latency"'],
  ['scenario="latency:ms=1,rate=1", scenario=slow-body', 200, 'scenario="latency:ms=1,rate=1", scenario="slow-body"'],
  ["code=202, scenario=maintenance", 503, 'scenario="maintenance"'],
  ...["return=minimal", "code", 'note="a, code=503"', "mycode=503"].map((header) => [header, 200, undefined] as const),
])("the header Prefer: %s gets %d and applies %s", async (header, status, applied) => {
  const reply = await askWith(header);
  expect([reply.status, reply.headers["preference-applied"]]).toStrictEqual([status, applied]);
});

test.each<readonly [preference: string, message: string]>([
  ...["", "ok", "199", "600", "200.5"].map((code) => [`code=${code}`, `from 200 to 599, not \\"${code}\\"`] as const),
  ["scenario=latency:ms=x", "ms: expected number, received string, got"],
  ["scenario=", "name: unknown scenario"],
  ["code=503, scenario=slow", "slow: unknown scenario; expected one of latency, "],
])("an invalid preference is rejected with what is wrong: %s", async (text, message) => {
  expect(await askWith(text)).toMatchObject({
    status: 400,
    why: { rule: "prefer" },
    headers: { "access-control-allow-origin": "*" },
    body: expect.stringContaining(message),
  });
});

const kinds = { notFound: { values: { code: "gone" }, headers: { "x-kind": "n" } } };
const login = "https://login.example/sign-in";

test.each<readonly [code: number, headers: object, body: string, dialect: TestSetup["dialect"] & object]>([
  [429, { "content-type": "application/problem+json" }, '"status":429', {}],
  [599, { "content-type": "application/problem+json" }, '"status":599', {}],
  [401, { "www-authenticate": 'Bearer realm="organization"' }, '"code":"missingToken"', {}],
  [404, { "x-kind": "n" }, '"code":"gone"', { errors: { format: "object", kinds } }],
  [302, { location: login }, "", { auth: { login } }],
])("Prefer: code=%d is sent in the dialect's format", async (code, headers, body, dialect) => {
  const reply = await askWith(`code=${code}`, {}, { dialect });
  expect(reply).toMatchObject({ status: code, headers, why: { operation: "listUsers", rule: "prefer" } });
  expect(reply.body).toContain(body);
});

test("a failure code does not reach the service, a success code replaces the status of a success only", async () => {
  const caller = await openTestCaller();
  const createWith = (code: number, body: object = { email: "a@new.example", name: "A" }): Promise<Reply> =>
    caller.create(body, { headers: { prefer: `code=${code}` } });
  expect((await createWith(500)).status).toBe(500);
  expect(await caller.users()).toHaveLength(47);
  expect((await createWith(202, {})).status).toBe(422);
  const reply = await createWith(202);
  expect([reply.status, readEnvelope(reply).data.length, (await caller.users()).length]).toStrictEqual([202, 1, 48]);
  for (const code of [204, 205, 304]) expect(await askWith(`code=${code}`)).toMatchObject({ status: code, body: "" });
});

test.each([
  ["scenario=latency:ms=5", 5, ["latency:ms=5"], []],
  ["scenario=latency:ms=5", 15, ["latency:ms=5", "latency:ms=10"], ["latency:ms=10"]],
  ["code=503, scenario=latency:ms=5", 5, ["latency:ms=5"], ["latency:ms=10"]],
])("%s disturbs only this request, around the active scenarios", async (prefer, delayMs, by, scenarios) => {
  const caller = await openTestCaller({ scenarios });
  const reply = await caller.call({ headers: { prefer } });
  expect([reply.delivery?.delayMs, reply.why.scenarios]).toStrictEqual([delayMs, by]);
  expect((await caller.call()).why.scenarios ?? []).toStrictEqual(scenarios);
});

test("a page runs no scripts in the origin of the console", async () => {
  const policy = "content-security-policy";
  const errors = { format: "template", contentType: "text/html", body: "<script>evil()</script>" };
  const caller = await openTestCaller({ dialect: { errors } });
  expect((await caller.call({ path: "/nothing" })).headers[policy]).toBe("sandbox; frame-ancestors 'none'");
  expect((await caller.call({ headers: { prefer: "scenario=maintenance" } })).headers[policy]).toContain("sandbox");
  expect((await caller.call()).headers).not.toHaveProperty(policy);
});
