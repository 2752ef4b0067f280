import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import type { Reply } from "../service/call.ts";
import { openTestCaller, readEnvelope, type TestCall } from "../simulation/caller.fixture.ts";
import { disturbed } from "./scenarios.fixture.ts";

const cedarInvoices: TestCall = { path: "/api/v1/invoices", token: "cedar-token-9e15b7" };
const totalOf = (reply: Reply): number => readEnvelope(reply).meta.total;
const whyOf = ({ why }: Reply): readonly unknown[] => [why.rule, why.scenarios];
const rules = [1, 2, 3, 4, 5, 6, 7].map((number) => `ENV-0${number}`);

describe("malformed-envelope", () => {
  const record = { id: "usr_1", name: "Ada" };
  const account = { id: "a", name: "A", tokens: ["token-a-0001"], users: [record] };
  const world = worldSchema.parse({ name: "one", accounts: [account] });

  test.each([
    ["ENV-01", "users", [record]],
    ["ENV-01", "invoices", []],
    ["ENV-02", "users", { data: record, meta: metaOf(1, 1) }],
    ["ENV-02", "invoices", { data: null, meta: metaOf(1, 0) }],
    ["ENV-03", "users", { data: [record], meta: 1 }],
    ["ENV-04", "users", { data: [record], meta: { ...metaOf(1, 1), page: "1" } }],
    ["ENV-05", "users", { data: [record], meta: { ...metaOf(1, 1), total: "1" } }],
    ["ENV-06", "users", { data: [], meta: metaOf(0, 0) }],
    ["ENV-07", "users", { data: [record], meta: metaOf(1, 0) }],
  ])("of %s in the list of %s", async (rule, list, expected) => {
    const scenario = `malformed-envelope:rule=${rule}`;
    const caller = await disturbed(scenario, { world });
    const reply = await caller.call({ token: "token-a-0001", path: `/api/v1/${list}` });
    expect(JSON.parse(reply.body)).toStrictEqual(expected);
    expect([reply.status, ...whyOf(reply)]).toStrictEqual([200, rule, [scenario]]);
  });

  test("without options breaks each possible rule: not ENV-07 without records", async () => {
    const caller = await disturbed("malformed-envelope");
    for (const [call, expected] of [
      [{}, rules],
      [cedarInvoices, rules.slice(0, -1)],
    ] as const) {
      const seen = await caller.seen(({ why }) => why.rule, 60, call);
      expect([...new Set(seen)].toSorted()).toStrictEqual(expected);
    }
  });
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
  const caller = await disturbed(scenario);
  expect(await caller.call(call)).toStrictEqual(await (await openTestCaller()).call(call));
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(47);
});

test.each(["/api/v1/users", "/api/v1/invoices"])("empty-lists: %s has no records", async (path) => {
  const reply = await (await disturbed("empty-lists")).call({ path });
  expect(readEnvelope(reply)).toStrictEqual({ data: [], meta: metaOf(1, 0) });
  expect(whyOf(reply)).toStrictEqual(["scenario", ["empty-lists"]]);
});

test("empty-lists: what the dialect shows beside the records is that of an empty list", async () => {
  const responses = {
    members: { listUsers: { jsonapi: { version: "1.0" }, meta: { count: "{{count}}" }, next: "{{next or null}}" } },
    headers: { always: { "x-version": "7" }, listUsers: { "x-total": "{{total}}" } },
  };
  const { body, headers } = await (await disturbed("empty-lists", { dialect: { responses } })).call();
  const members = { jsonapi: { version: "1.0" }, next: null, data: [], meta: { count: 0, page: 1, total: 0 } };
  expect(JSON.parse(body)).toStrictEqual(members);
  expect(headers).toMatchObject({ "x-version": "7", "x-total": "0" });
});

describe("moving-page", () => {
  const offset = { paging: { users: { style: "offset", parameters: { offset: "skip", limit: "take" } } } };
  const zeroBased = { paging: { users: { style: "page", firstPage: 0, parameters: { page: "p", size: "n" } } } };

  test.each([
    ["pages from 1", {}, ["per_page=10", "page=2&per_page=10", "page=3&per_page=10"]],
    ["pages from 0", zeroBased, ["n=10&p=0", "p=1&n=10", "p=2&n=10"]],
    ["offsets", offset, ["take=10", "skip=10&take=10", "skip=20&take=10"]],
  ])(
    "by %s: the second page repeats the last record of the first, then the rest follows",
    async (_, dialect, queries) => {
      const caller = await disturbed("moving-page", { dialect });
      const pages = await caller.seen(
        readEnvelope,
        queries.map((query) => ({ query })),
      );
      expect(pages.map(({ meta }) => meta.total)).toStrictEqual([47, 48, 48]);
      expect(caller.simulation.accounts.map(({ users }) => users.count())).toStrictEqual([48, 12, 1]);
      expect(pages[1]?.data[0]?.id).toBe(pages[0]?.data[9]?.id);
      expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(29);
    },
  );

  test.each([
    ["moving-page:users=3", ["page=2", "page=3", "page=1", "page=2", "", "page=3"], [50, 50, 50, 53, 53, 56]],
    ["moving-page:times=1", ["page=2", "page=1", "page=2"], [48, 48, 48]],
  ])("%s inserts once in each walk, and does not count unchanged pages", async (scenario, queries, totals) => {
    const caller = await disturbed(scenario);
    expect(
      await caller.seen(
        totalOf,
        queries.map((query) => ({ query })),
      ),
    ).toStrictEqual(totals);
  });
});

describe("eventual-consistency", () => {
  test.each([
    ["eventual-consistency", [47, 47, 47, 48]],
    ["eventual-consistency:ms=5000", [47, 47, 47, 47]],
    ["eventual-consistency:ms=5000,calls=2", [47, 47, 48, 48]],
  ])("%s: %j users in the next lists, and the email is taken meanwhile", async (scenario, expected) => {
    const caller = await disturbed(scenario);
    expect([(await caller.add()).status, (await caller.add()).status]).toStrictEqual([201, 409]);
    expect(await caller.seen(totalOf, 4)).toStrictEqual(expected);
  });

  test("ends by the clock", async () => {
    const caller = await disturbed("eventual-consistency:ms=5000");
    await caller.add();
    caller.clock.advance(4999);
    expect(await caller.seen(totalOf, 1)).toStrictEqual([47]);
    caller.clock.advance(1);
    expect(await caller.seen(totalOf, 1)).toStrictEqual([48]);
  });

  test("marks the lists that hide a user, and no others", async () => {
    const scenario = "eventual-consistency:calls=1";
    const caller = await disturbed(scenario);
    const plain = ["statuses.success.listUsers", undefined];
    expect(await caller.seen(whyOf, 1)).toStrictEqual([plain]);
    expect((await caller.add()).why.scenarios).toStrictEqual([scenario]);
    expect(await caller.seen(whyOf, 2)).toStrictEqual([["scenario", [scenario]], plain]);
  });

  test("ends when other scenarios are active", async () => {
    const caller = await disturbed("eventual-consistency");
    await caller.add();
    caller.simulation.use();
    expect(await caller.seen(totalOf, 1)).toStrictEqual([48]);
  });
});
