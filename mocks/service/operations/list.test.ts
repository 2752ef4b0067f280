import { expect, test } from "vitest";
import { metaOf } from "../../../fixtures/contract/envelope.ts";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import type { Reply } from "../call.ts";
import { demoTokens, openTestCaller, readEnvelope } from "../../simulation/caller.fixture.ts";

const invoices = "/api/v1/invoices";
const { accounts } = loadWorld("demo", 1);

function ids(reply: Reply): readonly unknown[] {
  return readEnvelope(reply).data.map(({ id }) => id);
}

test("the list of users begins with 20 in the order of creation", async () => {
  const reply = await (await openTestCaller()).call();
  expect(reply).toMatchObject({ status: 200, why: { operation: "listUsers", rule: "statuses.success.listUsers" } });
  expect(readEnvelope(reply).meta).toStrictEqual(metaOf(1, 47));
  expect(ids(reply)).toStrictEqual(accounts[0]?.users.slice(0, 20).map(({ id }) => id));
});

test("a list is filtered, then sorted, then paged, and the total counts filtered records", async () => {
  const reply = await (await openTestCaller()).call({ query: "status=invited&sort=-email&per_page=2&page=2" });
  const expected = accounts[0]?.users
    .filter(({ status }) => status === "invited")
    .map(({ email, id }) => ({ email: JSON.stringify(email), id }))
    .toSorted((left, right) => (left.email < right.email ? 1 : -1))
    .slice(2, 4)
    .map(({ id }) => id);
  expect([readEnvelope(reply).meta, ids(reply)]).toStrictEqual([metaOf(2, 4), expected]);
});

test("a page that was requested before shows every change since, and the dialect of now", async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const users = simulation.collections().users;
  const pages = async () => {
    const [page, other, theirs] = [
      await caller.call(),
      await caller.call({ query: "page=3" }),
      await caller.call({ token: demoTokens[1] }),
    ];
    return { status: page.status, page: ids(page), count: ids(other).length, theirs: ids(theirs) };
  };
  const before = await pages();
  expect([await pages(), before.count]).toStrictEqual([before, 7]);
  await caller.create({ email: "ada@new.example", name: "Ada" });
  expect(await pages()).toStrictEqual({ ...before, count: 8 });
  users.delete((q) => q.where({ id: String(before.page[0]) }));
  const after = await pages();
  expect([after.page.slice(0, 19), after.count]).toStrictEqual([before.page.slice(1), 7]);
  simulation.use("eventual-consistency:calls=2");
  await caller.create({ email: "bob@new.example", name: "Bob" });
  expect([(await pages()).count, (await pages()).count]).toStrictEqual([7, 8]);
  const world = loadWorld("demo", 1);
  await simulation.adopt({ world, dialect: dialectSchema.parse({ statuses: { success: { listUsers: 206 } } }) });
  expect((await pages()).status).toBe(206);
});

const rejecting = { style: "page", maxSize: 30, oversize: "reject", beyondLast: "reject" };

test.each([
  ["sort=role", 400, "sorting.unknownField", {}],
  ["page=x", 400, "paging.users.unreadable", {}],
  ["unknown=1&%=%&&=", 200, "statuses.success.listUsers", {}],
  ["per_page=31", 400, "paging.users.oversize", { users: rejecting }],
  ["page=4", 404, "paging.users.beyondLast", { users: rejecting }],
  ["per_page=31", 400, "paging.invoices.oversize", { invoices: rejecting }, invoices],
])("%j gets %d by %s", async (query, status, rule, paging, path = "/api/v1/users") => {
  const caller = await openTestCaller({ dialect: { paging } });
  expect(await caller.call({ path, query })).toMatchObject({ status, why: { rule } });
});

test("each list has its own paging, filters and sorting", async () => {
  const caller = await openTestCaller({
    dialect: {
      paging: {
        users: { style: "none" },
        invoices: { style: "offset", parameters: { offset: "skip", limit: "take" }, defaultSize: 7, maxSize: 10 },
      },
      filtering: { style: "bracket" },
      sorting: { style: "pair" },
    },
  });
  expect(readEnvelope(await caller.call({ query: "page=2" })).data).toHaveLength(47);
  const page = readEnvelope(await caller.call({ path: invoices, query: "skip=21" }));
  expect([page.data.length, page.meta]).toStrictEqual([5, metaOf(4, 26)]);
  const open = await caller.call({ path: invoices, query: "filter[status]=open&sort=number&order=desc" });
  expect(readEnvelope(open).data.map(({ number }) => number)).toStrictEqual(["AUR-1025", "AUR-1024"]);
});
