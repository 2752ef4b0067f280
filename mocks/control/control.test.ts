import { mapNames } from "../../fixtures/values/json.ts";
import { expect, test } from "vitest";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { findAccount } from "../service/accounts.ts";
import { testCall, readEnvelope, testTimestamp } from "../simulation/caller.fixture.ts";
import { openTestControl, type TestControl } from "./control.fixture.ts";

const ada = { id: "usr_ada", email: "ada@new.example", name: "Ada" };
const users = "accounts/acct_cedar/users";

test.each<[request: string, status: number, body?: unknown]>([
  ["GET nowhere", 404],
  ["DELETE state", 405],
  ["PUT scenarios", 400, "{"],
  ["PUT scenarios", 400, `{"active":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  [`POST ${users}`, 400, '{"id":1,"amount":1e999}'],
  ["PUT scenarios", 422, { active: ["latancy"] }],
  ["GET accounts/acct_nobody/users", 404],
  ["GET accounts/acct_cedar/pets", 404],
  [`PUT ${users}/usr_none`, 404, ada],
  [`DELETE ${users}/%`, 404],
  [`POST ${users}`, 422, { id: { a: 1 } }],
  ["POST snapshots/none/restore", 404],
  ["PUT snapshots/..%2Fpasswd", 422],
  ["POST sandboxes", 422, { account: "acct_nobody" }],
  ["GET state?sandbox=none", 404],
  ["POST verify", 422, { match: { operation: "deleteUser" } }],
])("the request %s is rejected with %d and a message", async (request, status, body) => {
  const reply = await (await openTestControl()).ask(request, body);
  expect(reply).toMatchObject({
    status,
    json: { status, detail: expect.stringMatching(/^[A-Z].*\.$|^Cannot use .*:\n/s) },
  });
});

test("a message has the place of each mistake in a body", async () => {
  const { json } = await (await openTestControl()).ask("PUT scenarios", { active: ["latency", 7] });
  expect(json).toMatchObject({ errors: [{ at: "active[1]", problem: expect.stringContaining("expected string") }] });
});

test("the state shows what is active", async () => {
  const { ask, simulation } = await openTestControl();
  simulation.use("latency:ms=5");
  const { json } = await ask("GET state");
  expect(json).toMatchObject({
    version: "1.2.3",
    url: "http://mock.example",
    seed: 1,
    world: { name: "demo" },
    dialect: { name: "reference", values: { paging: {} } },
    clock: { now: "2026-03-01T12:30:00.000Z", frozen: false, offsetMs: 0 },
    scenarios: ["latency:ms=5"],
    journal: { size: 0, capacity: 1000, total: 0 },
    sandboxes: { size: 0, capacity: 3 },
    snapshots: [],
  });
  expect(json).toHaveProperty("accounts.0.tokens", [
    { token: "aurora-token-4f7a91", expired: false },
    { token: "aurora-expired-0b2c", expiresAt: "2026-03-01T11:30:00.000Z", expired: true },
  ]);
  const account = findAccount(simulation.accounts, "acct_aurora");
  expect(json).toHaveProperty(
    "accounts.0.counts",
    mapNames(collections, (kind) => account[kind].count()),
  );
});

test.each([
  ["offset=45&limit=10", 47, 2],
  ["search=OSEI&limit=1", 4, 1],
  ["offset=-1&limit=x", 47, 47],
])("records are paged and searched: %s", async (query, total, length) => {
  const { json } = await (await openTestControl()).ask(`GET accounts/acct_aurora/users?${query}`);
  expect(json).toMatchObject({ total, records: { length } });
});

test("records are added, replaced and removed", async () => {
  const { ask, simulation } = await openTestControl();
  const [account] = simulation.accounts.slice(2);
  const first = account?.users.all()[0]?.id;
  expect(await ask(`POST ${users}`, ada)).toMatchObject({ status: 201, json: { record: ada } });
  expect(await ask(`POST ${users}`, ada)).toMatchObject({ status: 422 });
  const update = { ...ada, name: "Ada L." };
  expect(await ask(`PUT ${users}/usr_ada`, update)).toMatchObject({ status: 200, json: { record: update } });
  expect(await ask(`DELETE ${users}/${String(first)}`)).toMatchObject({ status: 204 });
  expect(account?.users.all()).toStrictEqual([update]);
});

test("the journal is read from a number on, verified and cleared", async () => {
  const { ask, simulation } = await openTestControl();
  for (const call of [{}, {}, { token: "never-issued-token" }]) await simulation.answer(testCall(call));
  expect((await ask("GET journal?after=1")).json).toMatchObject({
    total: 3,
    dropped: 0,
    entries: [
      { number: 2 },
      { number: 3, request: { headers: { authorization: expect.not.stringContaining("never") } } },
    ],
  });
  expect((await ask("GET journal?limit=1")).json).toMatchObject({ entries: [{ number: 3, why: { rule: "AUTH-04" } }] });
  const success = await ask("POST verify", { match: { operation: "listUsers", status: 200 }, count: 2 });
  expect(success.json).toMatchObject({ ok: true, count: 2, entries: [1, 2], nearMisses: [] });
  const failure = await ask("POST verify", { match: { status: 401, rule: "AUTH-03" } });
  expect(failure.json).toMatchObject({ ok: false, nearMisses: [{ entry: { number: 3 } }, {}, {}] });
  expect(await ask("DELETE journal")).toMatchObject({ status: 204 });
  expect((await ask("GET journal")).json).toMatchObject({ total: 0, entries: [] });
});

test("the journal is a HAR file: secrets masked, and no request without a response", async () => {
  const { ask, simulation } = await openTestControl();
  await simulation.answer(testCall({ query: "page=2" }));
  await simulation.answer(testCall({ token: "not-of-this-world" }));
  simulation.use("hang");
  await simulation.answer(testCall());
  const { json } = await ask("GET journal.har");
  const authorization = { name: "authorization", value: "Bearer orgkit-token-1" };
  expect(Object(json).log.entries).toMatchObject([
    {
      request: {
        url: "http://mock.example/api/v1/users?page=2",
        headers: expect.arrayContaining([authorization]),
      },
      response: { status: 200 },
    },
    { response: { status: 401 } },
  ]);
  expect(JSON.stringify(json)).not.toMatch(/not-of-this-world|aurora-token/);
});

test("the interface is described in the current dialect, at the mock's address", async () => {
  const { ask, simulation } = await openTestControl();
  await simulation.adopt({ dialect: dialectSchema.parse({ statuses: { success: { listUsers: 206 } } }) });
  expect((await ask("GET interface.json")).json).toMatchObject({
    servers: [{ url: "http://mock.example" }],
    paths: { "/api/v1/users": { get: { responses: { 206: {} } } } },
  });
});

test("a watcher learns of requests, changes and sandboxes, once each", async () => {
  const { ask, control, simulation } = await openTestControl();
  const { hasChanged, stop } = control.watch(null);
  expect(hasChanged()).toBe(false);
  for (const step of [
    () => simulation.answer(testCall()),
    async () => simulation.use("latency"),
    () => ask("DELETE journal"),
    () => ask("POST sandboxes", {}),
  ]) {
    await step();
    expect([hasChanged(), hasChanged()]).toStrictEqual([true, false]);
  }
  stop();
  simulation.use();
  expect(hasChanged()).toBe(false);
});

async function open({ ask }: TestControl, body: unknown = {}): Promise<{ id: string; token: string }> {
  const { status, json } = await ask("POST sandboxes", body);
  expect(status).toBe(201);
  return Object(json);
}

async function countUsers({ control }: TestControl, token: string): Promise<number | undefined> {
  const call = testCall({ token });
  const reply = await control.sandboxes.findSimulation(call).answer(call);
  return reply.status === 200 ? readEnvelope(reply).meta.total : undefined;
}

test("there is a maximum number of sandboxes, until one is closed", async () => {
  const mock = await openTestControl({ capacity: 2 });
  const { id, token } = await open(mock);
  await open(mock);
  expect(await mock.ask("POST sandboxes", {})).toMatchObject({ status: 409 });
  expect(await mock.ask(`DELETE sandboxes/${id}`)).toMatchObject({ status: 204 });
  expect(await countUsers(mock, token)).toBeUndefined();
  await open(mock);
});

test("an idle sandbox expires, an active one does not", async () => {
  let now = testTimestamp;
  const mock = await openTestControl({ sandboxClock: { now: () => now } });
  const [idle, busy] = [await open(mock), await open(mock)];
  now += 900;
  expect(await countUsers(mock, busy.token)).toBe(47);
  now += 900;
  expect((await mock.ask("GET sandboxes")).json).toMatchObject({ sandboxes: [{ id: busy.id, calls: 1 }], capacity: 3 });
  expect(await countUsers(mock, idle.token)).toBeUndefined();
  expect(await mock.ask(`GET state?sandbox=${idle.id}`)).toMatchObject({ status: 404 });
});

test("a token cannot be guessed: it is random whatever the seed, and the id of its sandbox does not reveal it", async () => {
  const mock = await openTestControl({ capacity: 100 });
  const sandboxes = await Promise.all(Array.from({ length: 100 }, () => open(mock, { seed: 1 })));
  expect(new Set(sandboxes.map(({ token }) => token)).size).toBe(100);
  expect(sandboxes.filter(({ token }) => !/^sandbox-[\da-f-]{36}$/.test(token))).toStrictEqual([]);
  expect(sandboxes.filter(({ id, token }) => token.includes(id))).toStrictEqual([]);
});
