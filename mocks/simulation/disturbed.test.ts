import { describe, expect, test } from "vitest";
import { openTestCaller, readEnvelope, type TestCall } from "./caller.fixture.ts";

function prefer(text: string, call: TestCall = {}): TestCall {
  return { ...call, headers: { ...call.headers, prefer: text } };
}

const user = { email: "a@new.example", name: "A" };

describe("Prefer: code", () => {
  test.each([400, 404, 409, 422, 429, 500, 503, 599])("%d is answered in the dialect's words", async (code) => {
    const caller = await openTestCaller();
    const reply = await caller.call(prefer(`code=${code}`));
    expect([reply.status, reply.headers["content-type"], reply.headers["preference-applied"]]).toStrictEqual([
      code,
      "application/problem+json",
      `code=${code}`,
    ]);
    expect(reply.headers["access-control-allow-origin"]).toBe("*");
    expect(reply.body).toContain(`"status":${code}`);
    expect(reply.why).toStrictEqual({ operation: "listUsers", rule: "prefer" });
  });

  test("of a failure does not reach the service", async () => {
    const caller = await openTestCaller();
    expect((await caller.create(user, prefer("code=500"))).status).toBe(500);
    expect(await caller.users()).toHaveLength(47);
  });

  test("of another success is put on what the service says", async () => {
    const caller = await openTestCaller();
    const reply = await caller.create(user, prefer("code=202"));
    expect([reply.status, readEnvelope(reply).data.length, reply.headers["preference-applied"]]).toStrictEqual([
      202,
      1,
      "code=202",
    ]);
    expect(await caller.users()).toHaveLength(48);
  });

  test("of a success is not applied to a refusal", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call(prefer("code=202", { token: "nobody-0001" }));
    expect([reply.status, reply.headers["preference-applied"]]).toStrictEqual([401, undefined]);
  });

  test.each([204, 205, 304])("%d comes without a body", async (code) => {
    const caller = await openTestCaller();
    const reply = await caller.call(prefer(`code=${code}`));
    expect([reply.status, reply.body]).toStrictEqual([code, ""]);
  });

  test("3xx points to the dialect's login", async () => {
    const caller = await openTestCaller();
    expect((await caller.call(prefer("code=302"))).headers["location"]).toBe("/login");
  });
});

describe("Prefer: scenario", () => {
  test("disturbs this call alone", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call(prefer('scenario="latency:ms=800,rate=1"'));
    expect([reply.delivery?.delayMs, reply.why.scenarios, reply.headers["preference-applied"]]).toStrictEqual([
      800,
      ["latency:ms=800,rate=1"],
      'scenario="latency:ms=800,rate=1"',
    ]);
    expect((await caller.call()).delivery).toBeUndefined();
    expect(caller.simulation.scenarios()).toStrictEqual([]);
  });

  test("stands around those in force, and code within", async () => {
    const caller = await openTestCaller({ scenarios: ["latency:ms=10"] });
    const reply = await caller.call(prefer("scenario=latency:ms=5"));
    expect([reply.delivery?.delayMs, reply.why.scenarios]).toStrictEqual([15, ["latency:ms=5", "latency:ms=10"]]);
    const failed = await caller.call(prefer("code=503, scenario=latency:ms=5"));
    expect([failed.status, failed.delivery?.delayMs, failed.headers["preference-applied"]]).toStrictEqual([
      503,
      5,
      'code=503, scenario="latency:ms=5"',
    ]);
  });

  test("that decides the code is the one applied", async () => {
    const caller = await openTestCaller();
    const { status, headers } = await caller.call(prefer("code=202, scenario=maintenance"));
    expect([status, headers["preference-applied"]]).toStrictEqual([503, 'scenario="maintenance"']);
  });

  test.each([
    ["scenario=slow", "slow: there is none of this name; expected latency, "],
    ["scenario=latency:ms=x", "ms: expected a whole number from 0 to 600000"],
    ["scenario=", "name: there is none of this name"],
    ["code=503, scenario=slow", "slow: there is none of this name"],
  ])("that cannot be read is refused with what is wrong: %s", async (text, message) => {
    const caller = await openTestCaller();
    const reply = await caller.call(prefer(text));
    expect([reply.status, reply.why.rule, reply.headers["access-control-allow-origin"]]).toStrictEqual([
      400,
      "prefer",
      "*",
    ]);
    expect(reply.body).toContain(message);
    expect(reply.headers["preference-applied"]).toBeUndefined();
  });
});

describe("a header Prefer that asks for nothing known", () => {
  test.each(["return=minimal", "code=abc", ""])("%j changes nothing", async (text) => {
    const [caller, plain] = [await openTestCaller(), await openTestCaller()];
    expect(await caller.call(prefer(text))).toStrictEqual(await plain.call());
  });
});

describe("a reply tells the scenarios that had a hand in it", () => {
  test.each([
    [
      "all of them, the outermost first",
      ["latency", "slow-body", "latency:ms=1"],
      ["latency", "slow-body", "latency:ms=1"],
    ],
    ["not those that a call never reaches", ["latency", "maintenance", "slow-body"], ["latency", "maintenance"]],
    ["not those that left it as it was", ["latency:rate=0", "slow-body"], ["slow-body"]],
    [
      "those that disturbed what was served and then lost",
      ["server-errors:served=true", "slow-body"],
      ["server-errors:served=true", "slow-body"],
    ],
  ])("%s", async (_, scenarios, expected) => {
    const caller = await openTestCaller({ scenarios });
    expect((await caller.call()).why.scenarios).toStrictEqual(expected);
  });

  test("none where none is in force", async () => {
    const caller = await openTestCaller();
    expect((await caller.call()).why).not.toHaveProperty("scenarios");
  });

  test("and the operation, even where the service never saw the call", async () => {
    const caller = await openTestCaller({ scenarios: ["refused"] });
    expect((await caller.create(user)).why.operation).toBe("createUser");
    expect((await caller.call({ path: "/nothing" })).why.operation).toBeUndefined();
  });
});

describe("simulation.use", () => {
  test("puts scenarios in force, ends them, and tells of it", async () => {
    const caller = await openTestCaller({ scenarios: ["latency"] });
    const { simulation } = caller;
    let changes = 0;
    const end = simulation.onChange(() => (changes += 1));
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
    simulation.use("refused", "latency:ms=1");
    expect(simulation.scenarios()).toStrictEqual(["refused", "latency:ms=1"]);
    simulation.use();
    expect([simulation.scenarios(), (await caller.call()).status, changes]).toStrictEqual([[], 200, 2]);
    end();
  });

  test("changes nothing where one cannot be read", async () => {
    const { simulation } = await openTestCaller({ scenarios: ["latency"] });
    // @ts-expect-error -- no scenario has this name, and the compiler knows
    expect(() => simulation.use("refused", "nope")).toThrow("nope: there is none of this name");
    expect(() => simulation.use(["refused", "nope:ms=1"])).toThrow("nope: there is none of this name");
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });

  test("takes texts that are known only at run time as a list", async () => {
    const { simulation } = await openTestCaller();
    const texts: readonly string[] = JSON.parse('["latency:ms=0", "hang"]');
    simulation.use(texts);
    expect(simulation.scenarios()).toStrictEqual(["latency:ms=0", "hang"]);
    simulation.use([]);
    expect(simulation.scenarios()).toStrictEqual([]);
  });

  test("is taken back by a reset", async () => {
    const { simulation } = await openTestCaller({ scenarios: ["latency"] });
    simulation.use("refused");
    await simulation.reset();
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });
});
