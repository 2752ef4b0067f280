import { describe, expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller, readEnvelope, type TestCall, type TestSetup } from "./caller.fixture.ts";

function prefer(text: string, call: TestCall = {}): TestCall {
  return { ...call, headers: { ...call.headers, prefer: text } };
}

async function askWith(text: string, call?: TestCall, setup?: TestSetup): Promise<Reply> {
  return (await openTestCaller(setup)).call(prefer(text, call));
}

const user = { email: "a@new.example", name: "A" };

test.each<readonly [header: string, applied: string | undefined]>([
  ['code="503"', "code=503"],
  [" Code = 404 ", "code=404"],
  ["code=503; scenario=latency", 'code=503, scenario="latency"'],
  ['scenario="latency:ms=1,rate=1", scenario=slow-body', 'scenario="latency:ms=1,rate=1", scenario="slow-body"'],
  ["code=500, code=404", "code=500"],
  ...["", "return=minimal", "respond-async, wait=10", "code", 'note="a, code=503"', "mycode=503"].map(
    (header) => [header, undefined] as const,
  ),
])("the header Prefer: %s applies %s", async (header, applied) => {
  expect((await askWith(header)).headers["preference-applied"]).toBe(applied);
});

test.each(["", "ok", "199", "600", "200.5"])("the code %j is rejected", async (code) => {
  expect(await askWith(`code=${code}`)).toMatchObject({ status: 400, why: { rule: "prefer" } });
});

describe("Prefer: code", () => {
  test.each([400, 404, 409, 422, 429, 500, 503, 599])("%d gets a response in the dialect's format", async (code) => {
    const reply = await askWith(`code=${code}`);
    expect(reply).toMatchObject({
      status: code,
      headers: {
        "content-type": "application/problem+json",
        "preference-applied": `code=${code}`,
        "access-control-allow-origin": "*",
      },
      body: expect.stringContaining(`"status":${code}`),
    });
    expect(reply.why).toStrictEqual({ operation: "listUsers", rule: "prefer" });
  });

  test("sends the dialect's own failure with this code", async () => {
    const { headers, body } = await askWith("code=401");
    expect(headers["www-authenticate"]).toBe('Bearer realm="organization"');
    expect(JSON.parse(body)).toMatchObject({ code: "missingToken" });
    const kinds = { notFound: { values: { code: "gone" }, headers: { "x-kind": "n" } } };
    const reply = await askWith("code=404", {}, { dialect: { errors: { format: "object", kinds } } });
    expect([reply.headers["x-kind"], JSON.parse(reply.body).error.code]).toStrictEqual(["n", "gone"]);
  });

  test("that is no status code is rejected", async () => {
    const { status, body } = await askWith("code=999");
    expect([status, body]).toStrictEqual([400, expect.stringContaining('from 200 to 599, not \\"999\\"')]);
  });

  test("with a failure does not reach the service, with another success replaces its status", async () => {
    const caller = await openTestCaller();
    expect((await caller.create(user, prefer("code=500"))).status).toBe(500);
    expect(await caller.users()).toHaveLength(47);
    const reply = await caller.create(user, prefer("code=202"));
    expect(reply).toMatchObject({ status: 202, headers: { "preference-applied": "code=202" } });
    expect([readEnvelope(reply).data.length, (await caller.users()).length]).toStrictEqual([1, 48]);
  });

  test("with a success does not affect a rejection", async () => {
    const { status, headers } = await askWith("code=202", { token: "nobody-0001" });
    expect([status, headers["preference-applied"]]).toStrictEqual([401, undefined]);
  });

  test.each([204, 205, 304])("%d has no body", async (code) => {
    expect(await askWith(`code=${code}`)).toMatchObject({ status: code, body: "" });
  });

  test("3xx redirects to the dialect's login", async () => {
    const login = "https://login.example/sign-in";
    expect((await askWith("code=302", {}, { dialect: { auth: { login } } })).headers["location"]).toBe(login);
  });
});

describe("Prefer: scenario", () => {
  test.each([
    ['scenario="latency:ms=800,rate=1"', 800, ["latency:ms=800,rate=1"], 'scenario="latency:ms=800,rate=1"'],
    ["scenario=latency:ms=5", 5, ["latency:ms=5"], 'scenario="latency:ms=5"'],
    ["scenario=latency:ms=5", 15, ["latency:ms=5", "latency:ms=10"], 'scenario="latency:ms=5"', ["latency:ms=10"]],
    ["code=503, scenario=latency:ms=5", 5, ["latency:ms=5"], 'code=503, scenario="latency:ms=5"', ["latency:ms=10"]],
    ["code=202, scenario=maintenance", undefined, ["maintenance"], 'scenario="maintenance"'],
  ])("%s disturbs only this request, around the active ones", async (text, delayMs, by, applied, scenarios = []) => {
    const caller = await openTestCaller({ scenarios });
    const reply = await caller.call(prefer(text));
    expect([reply.delivery?.delayMs, reply.why.scenarios, reply.headers["preference-applied"]]).toStrictEqual([
      delayMs,
      by,
      applied,
    ]);
    expect((await caller.call()).why.scenarios ?? []).toStrictEqual(scenarios);
    expect(caller.simulation.scenarios()).toStrictEqual(scenarios);
  });

  test.each([
    ["scenario=slow", "slow: unknown scenario; expected one of latency, "],
    ["scenario=latency:ms=x", "ms: expected number, received string, got"],
    ["scenario=", "name: unknown scenario"],
    ["code=503, scenario=slow", "slow: unknown scenario"],
  ])("an invalid one is rejected with what is wrong: %s", async (text, message) => {
    const reply = await askWith(text);
    expect(reply).toMatchObject({
      status: 400,
      why: { rule: "prefer" },
      headers: { "access-control-allow-origin": "*" },
      body: expect.stringContaining(message),
    });
    expect(reply.headers).not.toHaveProperty("preference-applied");
  });
});

describe("a response lists the scenarios that took part", () => {
  test.each([
    ["none where none is active", [], undefined],
    ["all, the outermost first", ["latency", "slow-body", "latency:ms=1"], ["latency", "slow-body", "latency:ms=1"]],
    ["not those that a call never reaches", ["latency", "maintenance", "slow-body"], ["latency", "maintenance"]],
    ["not those that left it as it was", ["latency:rate=0", "slow-body"], ["slow-body"]],
    [
      "those whose part was lost",
      ["server-errors:served=true", "slow-body"],
      ["server-errors:served=true", "slow-body"],
    ],
  ])("%s", async (_, scenarios, expected) => {
    const caller = await openTestCaller({ scenarios });
    expect((await caller.call()).why.scenarios).toStrictEqual(expected);
  });

  test("and the operation, even if the service never saw the request", async () => {
    const caller = await openTestCaller({ scenarios: ["refused"] });
    expect((await caller.create(user)).why.operation).toBe("createUser");
    expect((await caller.call({ path: "/nothing" })).why.operation).toBeUndefined();
  });
});

describe("simulation.use", () => {
  test("activates scenarios, deactivates all others, and notifies; a reset undoes it", async () => {
    const caller = await openTestCaller({ scenarios: ["latency"] });
    const { simulation } = caller;
    let changes = 0;
    simulation.onChange(() => (changes += 1));
    simulation.use("refused", "latency:ms=1");
    expect(simulation.scenarios()).toStrictEqual(["refused", "latency:ms=1"]);
    const texts: readonly string[] = JSON.parse('["latency:ms=0", "hang"]');
    simulation.use(texts);
    expect(simulation.scenarios()).toStrictEqual(texts);
    simulation.use();
    expect([simulation.scenarios(), (await caller.call()).status, changes]).toStrictEqual([[], 200, 3]);
    await simulation.reset();
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });

  test("changes nothing if one is invalid", async () => {
    const { simulation } = await openTestCaller({ scenarios: ["latency"] });
    // @ts-expect-error -- no scenario has this name, and the compiler knows
    expect(() => simulation.use("refused", "nope")).toThrow("nope: unknown scenario");
    expect(() => simulation.use(["refused", "nope:ms=1"])).toThrow("nope: unknown scenario");
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });
});

test("a page runs no scripts in the origin of the console", async () => {
  const policy = "content-security-policy";
  const errors = { format: "template", contentType: "text/html", body: "<script>evil()</script>" };
  const caller = await openTestCaller({ dialect: { errors } });
  expect((await caller.call({ path: "/nothing" })).headers[policy]).toBe("sandbox; frame-ancestors 'none'");
  expect((await caller.call(prefer("scenario=maintenance"))).headers[policy]).toContain("sandbox");
  expect((await caller.call()).headers).not.toHaveProperty(policy);
});
