import { expect, test } from "vitest";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import type { Reply } from "../service/call.ts";
import { openTestCaller, readEnvelope, type TestCall } from "../simulation/caller.fixture.ts";
import { openScenarios } from "./scenarios.fixture.ts";

const cedarInvoices: TestCall = { path: "/api/v1/invoices", token: "cedar-token-9e15b7" };
const totalOf = (reply: Reply): number => readEnvelope(reply).meta.total;
const ruleOf = ({ why }: Reply): string => why.rule;
const whyOf = ({ why }: Reply): readonly unknown[] => [why.rule, why.scenarios];
const toCalls = (queries: readonly string[]): readonly TestCall[] => queries.map((query) => ({ query }));

const record = { id: "usr_1", name: "Ada" };
const account = { id: "a", name: "A", tokens: ["token-a-0001"], users: [record] };
const world = worldSchema.parse({ name: "one", accounts: [account] });

test.each([
  ["ENV-01", "users", [record]],
  ["ENV-02", "users", { data: record, meta: createMeta(1, 1) }],
  ["ENV-02", "invoices", { data: null, meta: createMeta(1, 0) }],
  ["ENV-03", "users", { data: [record], meta: 1 }],
  ["ENV-04", "users", { data: [record], meta: { ...createMeta(1, 1), page: "1" } }],
  ["ENV-05", "users", { data: [record], meta: { ...createMeta(1, 1), total: "1" } }],
  ["ENV-06", "users", { data: [], meta: createMeta(0, 0) }],
  ["ENV-07", "users", { data: [record], meta: createMeta(1, 0) }],
])("malformed-envelope of %s in the list of %s", async (rule, list, expected) => {
  const scenario = `malformed-envelope:rule=${rule}`;
  const caller = await openScenarios(scenario, { world });
  const reply = await caller.call({ token: "token-a-0001", path: `/api/v1/${list}` });
  expect([reply.status, JSON.parse(reply.body), ...whyOf(reply)]).toStrictEqual([200, expected, rule, [scenario]]);
});

test("malformed-envelope breaks each possible rule: not ENV-07 without records", async () => {
  const caller = await openScenarios("malformed-envelope");
  const rules = [1, 2, 3, 4, 5, 6].map((number) => `ENV-0${number}`);
  const violations = (await caller.send(60)).map(ruleOf);
  expect(new Set(violations)).toStrictEqual(new Set([...rules, "ENV-07"]));
  const brokenEmpty = (await caller.send(Array.from({ length: 60 }, () => cedarInvoices))).map(ruleOf);
  expect(new Set(brokenEmpty)).toStrictEqual(new Set(rules));
});

test.each<readonly [scenario: string, call: TestCall]>([
  ["malformed-envelope", { token: "nobody-0001" }],
  ["malformed-envelope", { query: "page=0" }],
  ["malformed-envelope:rule=ENV-07", cedarInvoices],
  ["empty-lists", { path: "/api/v1/subscriptions/sub_k9p34y6n" }],
  ["empty-lists", { query: "page=0" }],
  ["moving-page", { query: "page=two" }],
  ["moving-page", { query: "page=2", token: "nobody-0001" }],
])("%s does not change %j", async (scenario, call) => {
  const caller = await openScenarios(scenario);
  expect(await caller.call(call)).toStrictEqual(await (await openTestCaller()).call(call));
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(47);
});

test.each(["/api/v1/users", "/api/v1/invoices"])("empty-lists: %s has no records", async (path) => {
  const reply = await (await openScenarios("empty-lists")).call({ path });
  expect(readEnvelope(reply)).toStrictEqual({ data: [], meta: createMeta(1, 0) });
  expect(whyOf(reply)).toStrictEqual(["scenario", ["empty-lists"]]);
});

test("empty-lists: what the dialect shows beside the records is that of an empty list", async () => {
  const responses = {
    members: { listUsers: { jsonapi: { version: "1.0" }, meta: { count: "{{count}}" }, next: "{{next or null}}" } },
    headers: { always: { "x-version": "7" }, listUsers: { "x-total": "{{total}}" } },
  };
  const { body, headers } = await (await openScenarios("empty-lists", { dialect: { responses } })).call();
  const members = { jsonapi: { version: "1.0" }, next: null, data: [], meta: { count: 0, page: 1, total: 0 } };
  expect(JSON.parse(body)).toStrictEqual(members);
  expect(headers).toMatchObject({ "x-version": "7", "x-total": "0" });
});

test("empty-lists: a page beyond the first is rejected if the dialect does so", async () => {
  const dialect = { paging: { users: { beyondLast: "reject" } } };
  const caller = await openScenarios("empty-lists", { dialect });
  const replies = await caller.send([{}, { query: "page=2" }]);
  expect(replies.map(({ status }) => status)).toStrictEqual([200, 404]);
});

const offset = { style: "offset", parameters: { offset: "skip", limit: "take" } };
const zeroBased = { style: "page", firstPage: 0, parameters: { page: "p", size: "n" } };

test.each<readonly [users: object, queries: readonly string[]]>([
  [{ style: "page" }, ["per_page=10", "page=2&per_page=10", "page=3&per_page=10"]],
  [zeroBased, ["n=10&p=0", "p=1&n=10", "p=2&n=10"]],
  [offset, ["take=10", "skip=10&take=10", "skip=20&take=10"]],
])("moving-page with %j: the second page repeats the last record of the first", async (users, queries) => {
  const caller = await openScenarios("moving-page", { dialect: { paging: { users } } });
  const pages = (await caller.send(toCalls(queries))).map(readEnvelope);
  expect(pages.map(({ meta }) => meta.total)).toStrictEqual([47, 48, 48]);
  expect(caller.simulation.accounts.map((each) => each.users.count())).toStrictEqual([48, 12, 1]);
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
  expect([ids[10], new Set(ids).size]).toStrictEqual([ids[9], 29]);
});

test.each([
  ["moving-page:users=3", ["page=2", "page=3", "page=1", "page=2", "", "page=3"], [50, 50, 50, 53, 53, 56]],
  ["moving-page:times=1", ["page=2", "page=1", "page=2"], [48, 48, 48]],
])("%s inserts once in each walk, and does not count unchanged pages", async (scenario, queries, totals) => {
  const caller = await openScenarios(scenario);
  expect((await caller.send(toCalls(queries))).map(totalOf)).toStrictEqual(totals);
});

test.each([
  ["eventual-consistency", 0, [47, 47, 47, 48]],
  ["eventual-consistency:ms=5000", 4999, [47, 47, 47, 47]],
  ["eventual-consistency:ms=5000", 5000, [48]],
  ["eventual-consistency:ms=5000,calls=2", 0, [47, 47, 48, 48]],
])("%s: after %d ms, %j users are in the lists, and the email is taken at once", async (scenario, waitMs, totals) => {
  const caller = await openScenarios(scenario);
  expect([(await caller.add()).status, (await caller.add()).status]).toStrictEqual([201, 409]);
  caller.clock.advance(waitMs);
  expect((await caller.send(totals.length)).map(totalOf)).toStrictEqual(totals);
});

test("eventual-consistency marks the lists that hide a user, and no others", async () => {
  const scenario = "eventual-consistency:calls=1";
  const caller = await openScenarios(scenario);
  const plain = ["statuses.success.listUsers", undefined];
  expect(whyOf(await caller.call())).toStrictEqual(plain);
  expect((await caller.add()).why.scenarios).toStrictEqual([scenario]);
  expect((await caller.send(2)).map(whyOf)).toStrictEqual([["scenario", [scenario]], plain]);
});

test("eventual-consistency ends when other scenarios are active", async () => {
  const caller = await openScenarios("eventual-consistency");
  await caller.add();
  caller.simulation.use();
  expect(totalOf(await caller.call())).toBe(48);
});
