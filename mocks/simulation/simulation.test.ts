import { describe, expect, test } from "vitest";
import { openTestCaller, testMoment, type TestCall } from "./caller.fixture.ts";

const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const json = { "content-type": "application/json" };

const calls: readonly (readonly [title: string, call: TestCall, status: number])[] = [
  ["a list", {}, 200],
  ["a page that is refused", { query: "page=0" }, 400],
  ["a creation", { method: "POST", headers: json, body: '{"email":"a@new.example","name":"A"}' }, 201],
  ["a creation without a body", { method: "POST" }, 415],
  ["a subscription", { path: "/api/v1/subscriptions/sub_k9p34y6n" }, 200],
  ["an unknown subscription", { path: "/api/v1/subscriptions/sub_0" }, 404],
  ["invoices", { path: "/api/v1/invoices" }, 200],
  ["an unknown path", { path: "/" }, 404],
  ["another version", { path: "/api/v2/users" }, 404],
  ["another method", { method: "DELETE" }, 405],
  ["no token", { headers: { authorization: undefined } }, 401],
  ["an unknown token", { token: "nobody-0001" }, 401],
  ["an expired token", { token: "aurora-expired-0b2c" }, 401],
];

describe("every reply", () => {
  test.each(calls)("to %s is for every origin to read", async (_, call, status) => {
    const caller = await openTestCaller();
    const reply = await caller.call(call);
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject(cors);
  });

  test.each(calls.filter(([, { method }]) => method === undefined))(
    "to HEAD of %s is that to GET, without the body",
    async (_, call) => {
      const caller = await openTestCaller();
      const got = await caller.call(call);
      expect(await caller.call({ ...call, method: "HEAD" })).toStrictEqual({ ...got, body: "" });
      expect(got.body).not.toBe("");
    },
  );
});

describe("OPTIONS", () => {
  test.each(["/api/v1/users", "/api/v1/subscriptions/x", "/nothing"])("of %s is a preflight's answer", async (path) => {
    const caller = await openTestCaller();
    expect(await caller.call({ method: "OPTIONS", path, headers: { authorization: undefined } })).toStrictEqual({
      status: 204,
      headers: {
        ...cors,
        "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
        "access-control-allow-headers": "Authorization, *",
        "access-control-max-age": "600",
      },
      body: "",
      why: { rule: "cors" },
    });
  });
});

describe("what is refused first", () => {
  test.each([
    ["an unknown path, before the token", { path: "/x", token: "nobody-0001" }, 404],
    ["another method, before the token", { method: "PUT", token: "nobody-0001" }, 405],
    ["a broken id, before the token", { path: "/api/v1/subscriptions/%", token: "nobody-0001" }, 400],
    ["the token, before the parameters", { query: "page=0", token: "nobody-0001" }, 401],
    ["the token, before the body", { method: "POST", body: "{", token: "nobody-0001" }, 401],
  ])("%s", async (_, call, status) => {
    const caller = await openTestCaller();
    expect((await caller.call(call)).status).toBe(status);
  });

  test("a refused creation creates nothing", async () => {
    const caller = await openTestCaller();
    const before = await caller.users();
    await caller.create({ email: "a@new.example", name: "A" }, { token: "nobody-0001" });
    await caller.create({ email: "a@new.example", name: "A" }, { headers: { authorization: "Basic x" } });
    expect(await caller.users()).toStrictEqual(before);
  });

  test("a token in the query string is none", async () => {
    const caller = await openTestCaller();
    const query = "access_token=aurora-token-4f7a91";
    expect((await caller.call({ query, headers: { authorization: undefined } })).status).toBe(401);
  });
});

describe("refusals", () => {
  test("of a method name those that are allowed", async () => {
    const caller = await openTestCaller();
    expect((await caller.call({ method: "DELETE" })).headers["allow"]).toBe("GET, POST, HEAD, OPTIONS");
  });

  test("of a token carry the challenge", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call({ token: "nobody-0001" });
    expect(reply.headers["www-authenticate"]).toBe('Bearer realm="organization", error="invalid_token"');
  });

  test("of a token that expires come with its moment, by the clock", async () => {
    let now = testMoment;
    const caller = await openTestCaller({
      clock: { now: () => now },
      world: {
        name: "w",
        description: "",
        accounts: [
          {
            id: "a",
            name: "A",
            tokens: [{ token: "token-a-0001", expiresAt: "{{now + 1 minute}}" }],
            users: [],
            subscriptions: [],
            invoices: [],
          },
        ],
      },
    });
    const seen = [];
    for (const after of [0, 59_999, 60_000]) {
      now = testMoment + after;
      seen.push((await caller.call({ token: "token-a-0001" })).status);
    }
    expect(seen).toStrictEqual([200, 200, 401]);
  });
});

describe("a limited rate", () => {
  test("is told on every answered call and kept until the next window", async () => {
    let now = testMoment;
    const rate = { requests: 2, seconds: 60 };
    const caller = await openTestCaller({ clock: { now: () => now }, dialect: { limits: { rate } } });
    const ask = async (call: TestCall): Promise<readonly unknown[]> => {
      const { status, headers } = await caller.call(call);
      return [status, headers["ratelimit-remaining"], headers["ratelimit-reset"], headers["retry-after"]];
    };
    expect(await ask({})).toStrictEqual([200, "1", "60", undefined]);
    expect(await ask({ token: "nobody-0001" })).toStrictEqual([401, undefined, undefined, undefined]);
    expect(await ask({ query: "page=0" })).toStrictEqual([400, "0", "60", undefined]);
    now += 59_001;
    expect(await ask({})).toStrictEqual([429, "0", "1", "1"]);
    expect(await ask({ token: "cedar-token-9e15b7" })).toStrictEqual([200, "1", "60", undefined]);
    now += 999;
    expect(await ask({})).toStrictEqual([200, "1", "60", undefined]);
  });
});

describe("createSimulation", () => {
  test("tells its dialect, its world and its accounts", async () => {
    const { simulation } = await openTestCaller({ dialect: { name: "mine" } });
    expect([simulation.dialect.name, simulation.world, simulation.accounts.map(({ id }) => id)]).toStrictEqual([
      "mine",
      { name: "demo" },
      ["acct_aurora", "acct_brightwater", "acct_cedar"],
    ]);
  });

  test("starts each simulation from the world as it was", async () => {
    const first = await openTestCaller();
    await first.create({ email: "a@new.example", name: "A" });
    const second = await openTestCaller();
    expect([(await first.users()).length, (await second.users()).length]).toStrictEqual([48, 47]);
  });
});
