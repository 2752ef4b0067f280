import { describe, expect, test } from "vitest";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import type { Reply } from "../call.ts";
import { demoTokens, openTestCaller, readEnvelope } from "../../simulation/caller.fixture.ts";

const invoices = "/api/v1/invoices";
const { accounts } = loadWorld("demo", 1);

function ids(reply: Reply): readonly unknown[] {
  return readEnvelope(reply).data.map(({ id }) => id);
}

describe("a list in the reference dialect", () => {
  test("begins with 20 users in the order of creation", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call();
    expect([reply.status, reply.why]).toStrictEqual([
      200,
      { operation: "listUsers", rule: "statuses.success.listUsers" },
    ]);
    expect(readEnvelope(reply).meta).toStrictEqual({ page: 1, total: 47 });
    expect(ids(reply)).toStrictEqual(accounts[0]?.users.slice(0, 20).map(({ id }) => id));
  });

  test("of invoices is that of the account", async () => {
    const caller = await openTestCaller();
    const replies = await Promise.all(
      demoTokens.map((token) => caller.call({ path: invoices, query: "per_page=100", token })),
    );
    expect(replies.map(ids)).toStrictEqual(accounts.map((account) => account.invoices.map(({ id }) => id)));
    expect(replies.map((reply) => readEnvelope(reply).meta)).toStrictEqual([
      { page: 1, total: 26 },
      { page: 1, total: 9 },
      { page: 1, total: 0 },
    ]);
    expect(replies[2]?.body).toBe('{"data":[],"meta":{"page":1,"total":0}}');
  });

  test("is filtered, then sorted, then cut, and counts what passed the filter", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call({ query: "status=invited&sort=-email&per_page=2&page=2" });
    const expected = accounts[0]?.users
      .filter(({ status }) => status === "invited")
      .map(({ email, id }) => [JSON.stringify(email), id] as const)
      .toSorted(([left], [right]) => (left < right ? 1 : -1))
      .slice(2, 4)
      .map(([, id]) => id);
    expect(readEnvelope(reply).meta).toStrictEqual({ page: 2, total: 4 });
    expect(ids(reply)).toStrictEqual(expected);
  });

  test.each([
    ["sort=role", 400, "sorting.unknownField"],
    ["page=0", 400, "paging.users.unreadable"],
    ["page=x", 400, "paging.users.unreadable"],
    ["status=nobody&page=1", 200, "statuses.success.listUsers"],
    ["unknown=1&%=%&&=", 200, "statuses.success.listUsers"],
  ])("with %j gets %d by %s", async (query, status, rule) => {
    const caller = await openTestCaller();
    const reply = await caller.call({ query });
    expect([reply.status, reply.why.rule]).toStrictEqual([status, rule]);
  });

  test("with no match is empty, page 1, total 0", async () => {
    const caller = await openTestCaller();
    expect((await caller.call({ query: "status=nobody" })).body).toBe('{"data":[],"meta":{"page":1,"total":0}}');
  });
});

describe("a list in other dialects", () => {
  test("is paged each in its own way", async () => {
    const caller = await openTestCaller({
      dialect: {
        paging: {
          users: { style: "none" },
          invoices: { style: "offset", parameters: { offset: "skip", limit: "take" }, defaultSize: 7, maxSize: 10 },
        },
      },
    });
    expect(readEnvelope(await caller.call({ query: "page=2" })).data).toHaveLength(47);
    expect(readEnvelope(await caller.call({ path: invoices, query: "skip=21" }))).toMatchObject({
      data: { length: 5 },
      meta: { page: 4, total: 26 },
    });
  });

  test("names the key of the list that refused a parameter", async () => {
    const paging = { style: "page", maxSize: 30, oversize: "reject", beyondLast: "reject" };
    const caller = await openTestCaller({ dialect: { paging: { users: paging, invoices: paging } } });
    const seen = [];
    for (const query of ["per_page=31", "page=4"]) {
      const { status, why } = await caller.call({ path: invoices, query });
      seen.push([status, why.rule]);
    }
    expect(seen).toStrictEqual([
      [400, "paging.invoices.oversize"],
      [404, "paging.invoices.beyondLast"],
    ]);
  });

  test("filters in brackets and sorts by a pair", async () => {
    const caller = await openTestCaller({ dialect: { filtering: { style: "bracket" }, sorting: { style: "pair" } } });
    const reply = await caller.call({ path: invoices, query: "filter[status]=open&sort=number&order=desc" });
    expect(readEnvelope(reply).data.map(({ number }) => number)).toStrictEqual(["AUR-1025", "AUR-1024"]);
  });
});

describe("meta of the world edge", () => {
  test("counts exactly two pages of users", async () => {
    const caller = await openTestCaller({ world: loadWorld("edge", 1) });
    const pages = [];
    for (const query of ["page=1", "page=2", "page=3"]) {
      const { data, meta } = readEnvelope(await caller.call({ token: "edge-full-token-0001", query }));
      pages.push([data.length, meta.page, meta.total]);
    }
    expect(pages).toStrictEqual([
      [20, 1, 40],
      [20, 2, 40],
      [0, 3, 40],
    ]);
  });
});
