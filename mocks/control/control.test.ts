import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { testCall } from "../simulation/caller.fixture.ts";
import { harEntrySchema } from "../../fixtures/har/har.ts";
import { z } from "zod";
import { openTestControl } from "./control.fixture.ts";

const ada = { id: "usr_ada", email: "ada@new.example", name: "Ada" };
const users = "accounts/acct_cedar/users";

describe("an invalid request gets a message", () => {
  test.each([
    ["GET nowhere", undefined, 404, /^Unknown path \/_orgkit\/nowhere; expected one of health, state, /],
    ["DELETE state", undefined, 405, "DELETE is not allowed here; allowed: GET."],
    ["PUT scenarios", "{", 400, "The body is not JSON."],
    ["PUT scenarios", `{"active":${"[".repeat(5000)}${"]".repeat(5000)}}`, 400, /nested more than 100 levels/],
    [`POST ${users}`, '{"id":1,"amount":1e999}', 400, "The body has a number that is too large."],
    ["PUT scenarios", { active: ["latancy"] }, 422, /unknown scenario; expected one of latency, /],
    ["GET accounts/acct_nobody/users", undefined, 404, 'There is no account "acct_nobody".'],
    ["GET accounts/acct_cedar/pets", undefined, 404, "There are no pets: users, subscriptions, invoices."],
    [`PUT ${users}/usr_none`, ada, 404, 'Unknown id "usr_none" among the users of Cedar & Finch.'],
    [`DELETE ${users}/%`, undefined, 404, /^Unknown path /],
    [`POST ${users}`, { id: { a: 1 } }, 422, "The record is invalid."],
    ["POST snapshots/none/restore", undefined, 404, /^There is no snapshot "none": save one with PUT/],
    ["PUT snapshots/..%2Fpasswd", undefined, 422, /^A name has at most 80 letters/],
    ["POST sandboxes", { account: "acct_nobody" }, 422, /unknown account; expected one of acct_aurora, /],
    ["GET state?sandbox=none", undefined, 404, 'There is no sandbox "none", or it has expired.'],
    ["POST verify", { match: { operation: "deleteUser" } }, 422, "The body is invalid."],
  ])("%s with %j: %d", async (request, body, status, detail) => {
    const { ask } = await openTestControl();
    const reply = await ask(request, body);
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({
      status,
      detail: typeof detail === "string" ? detail : expect.stringMatching(detail),
    });
  });

  test("with the place of a mistake in a body", async () => {
    const { ask } = await openTestControl();
    const { json } = await ask("PUT scenarios", { active: ["latency", 7] });
    expect(json).toMatchObject({ errors: [{ at: "active.1", problem: expect.stringContaining("expected string") }] });
  });
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
    dialect: { name: "reference", values: { paging: { users: { maxSize: 100 } } } },
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
  expect(json).toHaveProperty("accounts.0.counts", { users: 47, subscriptions: 3, invoices: 26 });
});

test("records are paged and searched", async () => {
  const { ask } = await openTestControl();
  const page = await ask("GET accounts/acct_aurora/users?offset=45&limit=10");
  expect(page.json).toMatchObject({ total: 47, records: [{ email: expect.anything() }, { email: expect.anything() }] });
  const found = await ask("GET accounts/acct_aurora/users?search=OSEI&limit=1");
  expect(found.json).toMatchObject({ total: 4, records: [{ name: "Omar Osei" }] });
  const odd = await ask("GET accounts/acct_aurora/users?offset=-1&limit=x");
  expect(odd.json).toMatchObject({ total: 47, records: { length: 47 } });
});

test("records are added, replaced and removed", async () => {
  const { ask, simulation } = await openTestControl();
  const list = (): readonly unknown[] => simulation.accounts[2]?.users.all().map(({ id }) => id) ?? [];
  const first = list();
  expect(await ask(`POST ${users}`, ada)).toMatchObject({ status: 201, json: { record: ada } });
  expect(await ask(`POST ${users}`, ada)).toMatchObject({ status: 422 });
  const changed = { ...ada, name: "Ada L." };
  expect(await ask(`PUT ${users}/usr_ada`, changed)).toMatchObject({ status: 200, json: { record: changed } });
  expect(await ask(`DELETE ${users}/${String(first[0])}`)).toMatchObject({ status: 204 });
  expect(list()).toStrictEqual(["usr_ada"]);
  expect(simulation.accounts[2]?.users.all()).toStrictEqual([changed]);
});

test("the journal is read from a number on, verified and cleared", async () => {
  const { ask, simulation } = await openTestControl();
  for (let index = 0; index < 3; index += 1) await simulation.answer(testCall());
  await simulation.answer(testCall({ token: "never-issued-token" }));
  expect((await ask("GET journal?after=2")).json).toMatchObject({
    total: 4,
    dropped: 0,
    entries: [{ number: 3 }, { number: 4 }],
  });
  expect((await ask("GET journal?limit=1")).json).toMatchObject({ entries: [{ number: 4, why: { rule: "AUTH-04" } }] });
  expect(JSON.stringify((await ask("GET journal")).json)).not.toContain("never-issued-token");
  const verified = await ask("POST verify", { match: { operation: "listUsers", status: 200 }, count: 3 });
  expect(verified.json).toStrictEqual({
    ok: true,
    count: 3,
    expected: "exactly 3 requests",
    entries: [1, 2, 3],
    nearMisses: [],
  });
  const missed = await ask("POST verify", { match: { status: 401, rule: "AUTH-03" } });
  expect(missed.json).toMatchObject({
    ok: false,
    expected: "at least 1 request",
    nearMisses: [{ entry: { number: 4 }, differences: ['rule: expected "AUTH-03", was "AUTH-04"'] }, {}, {}],
  });
  expect(await ask("DELETE journal")).toMatchObject({ status: 204 });
  expect((await ask("GET journal")).json).toMatchObject({ total: 0, entries: [] });
});

test("the journal is a HAR file: secrets masked, and no request without a response", async () => {
  const { control, simulation } = await openTestControl();
  await simulation.answer(testCall({ query: "page=2" }));
  await simulation.answer(testCall({ headers: { authorization: "Bearer not-of-this-world" } }));
  simulation.use("hang");
  await simulation.answer(testCall({}));
  const { status, headers, body } = await control.answer({ method: "GET", path: "journal.har", query: "", body: "" });
  expect([status, headers["content-disposition"]]).toStrictEqual([200, 'attachment; filename="orgkit-journal.har"']);
  const { log } = z.object({ log: z.object({ entries: z.array(harEntrySchema) }) }).parse(JSON.parse(body));
  expect(log.entries).toMatchObject([
    { request: { url: "http://mock.example/api/v1/users?page=2" }, response: { status: 200 } },
    { request: { method: "GET" }, response: { status: 401 } },
  ]);
  expect(log.entries[0]?.request.headers).toContainEqual({ name: "authorization", value: "Bearer orgkit-token-1" });
  for (const secret of ["not-of-this-world", "aurora-token-4f7a91"]) expect(body).not.toContain(secret);
});

test("the interface is described in the current dialect, at the mock's address", async () => {
  const { ask, simulation } = await openTestControl();
  const { world } = simulation;
  await simulation.adopt({ world, dialect: dialectSchema.parse({ statuses: { success: { listUsers: 206 } } }) });
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
