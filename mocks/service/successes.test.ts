import { expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import { z } from "zod";
import { openTestCaller, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

const bodySchema = z.looseObject({ data: z.array(z.record(z.string(), z.json())) });

/** A mock with these settings for successes. */
function openWith(responses: object): Promise<TestCaller> {
  return openTestCaller({ dialect: fillDialect({ responses }) });
}

async function dataOf(caller: TestCaller, call: TestCall): Promise<z.infer<typeof bodySchema>["data"]> {
  return bodySchema.parse(JSON.parse((await caller.call(call)).body)).data;
}

test("records have their id under the dialect's name, or have none", async () => {
  const caller = await openWith({ ids: { user: "uid", subscription: null } });
  const [account] = caller.simulation.accounts;
  const [user] = account?.users.all() ?? [];
  const [subscription] = account?.subscriptions.all() ?? [];
  const { id, ...others } = user ?? { id: "" };
  expect((await dataOf(caller, {}))[0]).toStrictEqual({ uid: id, ...others });
  const { id: hidden, ...shown } = subscription ?? { id: "" };
  expect(await dataOf(caller, { path: `/api/v1/subscriptions/${hidden}` })).toStrictEqual([shown]);
  expect((await dataOf(caller, { path: "/api/v1/invoices" }))[0]).toHaveProperty("id");
  const created = await caller.create({ email: "new@x.example", name: "New", uid: "mine" });
  const [made] = bodySchema.parse(JSON.parse(created.body)).data;
  expect(made).not.toHaveProperty("id");
  expect(made?.["uid"]).toBe(created.why.created);
});

test("a list is sorted and filtered by the dialect's name of the id", async () => {
  const dialect = { responses: { ids: { user: "uid" } }, sorting: { style: "signed", users: ["uid"] } };
  const filtering = { style: "plain", users: ["uid"] };
  const caller = await openTestCaller({ dialect: { ...dialect, filtering } });
  const sorted = (await dataOf(caller, { query: "sort=-uid&per_page=100" })).map(({ uid }) => z.string().parse(uid));
  expect(sorted.length).toBeGreaterThan(1);
  expect(sorted).toStrictEqual(sorted.toSorted().toReversed());
  expect(await dataOf(caller, { query: `uid=${sorted[0]}` })).toMatchObject([{ uid: sorted[0] }]);
});

const pageStyle = { style: "page", parameters: { page: "p", size: "n" }, defaultSize: 20 } as const;

test("additional members describe the position in a list, and omit missing values", async () => {
  const members = {
    listUsers: {
      meta: { pages: "{{pages}}", next: "{{next}}", prev: "{{prev or null}}", page: "mine" },
      links: { next: "{{path}}?p={{next or null}}&n={{size}}", self: "{{origin}}{{path}}?p={{page}}" },
      _links: { next: { href: "{{path}}?p={{next}}" } },
      extra: {},
      data: "mine",
      version: 2,
    },
    getSubscription: { included: [] },
  };
  const dialect = fillDialect({ paging: { users: pageStyle }, responses: { members } });
  const caller = await openTestCaller({ dialect });
  const bodyOf = async (call: TestCall): Promise<object> => {
    const { data, ...others } = bodySchema.parse(JSON.parse((await caller.call(call)).body));
    return { count: data.length, ...others };
  };
  expect(await bodyOf({ query: "p=1", headers: { host: "mock.test" } })).toStrictEqual({
    count: 20,
    meta: { ...metaOf(1, 47), pages: 3, next: 2, prev: null },
    links: { next: "/api/v1/users?p=2&n=20", self: "http://mock.test/api/v1/users?p=1" },
    _links: { next: { href: "/api/v1/users?p=2" } },
    extra: {},
    version: 2,
  });
  expect(await bodyOf({ query: "p=3" })).toStrictEqual({
    count: 7,
    meta: { ...metaOf(3, 47), pages: 3, prev: 2 },
    links: { next: null, self: "/api/v1/users?p=3" },
    extra: {},
    version: 2,
  });
  expect(await bodyOf({ path: "/api/v1/invoices" })).not.toHaveProperty("links");
  const id = caller.simulation.accounts[0]?.subscriptions.all()[0]?.id;
  expect(await bodyOf({ path: `/api/v1/subscriptions/${id}` })).toMatchObject({ included: [] });
});

test("a link has the available parts, and headers of every response are also in failures", async () => {
  const link = ['<{{path}}?p={{prev}}>; rel="prev"', '<{{path}}?p={{next}}>; rel="next"'];
  const headers = { always: { Vary: "Accept-Encoding" }, listUsers: { link, "x-total-count": "{{total}}" } };
  const responses = { contentType: "application/vnd.api+json", headers };
  const caller = await openTestCaller({ dialect: fillDialect({ paging: { users: pageStyle }, responses }) });
  expect((await caller.call()).headers).toMatchObject({
    "content-type": "application/vnd.api+json",
    link: '</api/v1/users?p=2>; rel="next"',
    "x-total-count": "47",
    vary: expect.stringContaining("Accept-Encoding"),
  });
  expect((await caller.call({ query: "p=2" })).headers["link"]).toBe(
    '</api/v1/users?p=1>; rel="prev", </api/v1/users?p=3>; rel="next"',
  );
  const rejected = await caller.call({ path: "/api/v1/nothing" });
  expect(rejected.headers["vary"]).toContain("Accept-Encoding");
  expect(rejected.headers).not.toHaveProperty("link");
});

test("a cursor from a response leads through the whole list, and other texts are rejected", async () => {
  const users = { style: "cursor", parameters: { cursor: "after", size: "n" }, defaultSize: 20 } as const;
  const members = { listUsers: { meta: { next: "{{next or null}}" } } };
  const pageSchema = z.object({
    data: z.array(z.object({ id: z.string() })),
    meta: z.object({ page: z.int(), total: z.int(), next: z.string().nullable() }),
  });
  for (const unreadable of ["reject", "default"] as const) {
    const dialect = fillDialect({ paging: { users: { ...users, unreadable } }, responses: { members } });
    const caller = await openTestCaller({ dialect });
    const read = async (query: string): Promise<z.infer<typeof pageSchema>> =>
      pageSchema.parse(JSON.parse((await caller.call({ query })).body));
    const pages = [await read("")];
    for (let next = pages[0]?.meta.next; next !== null && next !== undefined; next = pages.at(-1)?.meta.next) {
      pages.push(await read(new URLSearchParams({ after: next }).toString()));
    }
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(ids).toStrictEqual(caller.simulation.accounts[0]?.users.all().map(({ id }) => id));
    expect(pages.map(({ data, meta }) => [data.length, meta.page])).toStrictEqual([
      [20, 1],
      [20, 2],
      [7, 3],
    ]);
    const odd = await Promise.all(["2", "x~y", "eHl6"].map((after) => caller.call({ query: `after=${after}` })));
    expect(odd.map(({ status }) => status)).toStrictEqual(Array(3).fill(unreadable === "reject" ? 400 : 200));
    expect((await read("n=5")).data).toHaveLength(5);
  }
});

test("the time and a fresh id stand in members and headers, also of a repeated request", async () => {
  const time = "2026-03-01T12:30:00.000Z";
  const clock = { at: Date.parse(time) };
  const responses = {
    members: { listUsers: { meta: { at: "{{now}}" }, id: "{{uuid}}" } },
    headers: { always: { "x-time": "{{nowSeconds}}" } },
  };
  const caller = await openTestCaller({ dialect: { responses }, clock: { now: () => clock.at } });
  const first = await caller.call();
  expect(JSON.parse(first.body)).toMatchObject({ meta: { at: time }, id: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(first.headers["x-time"]).toBe(String(clock.at / 1000));
  clock.at += 1000;
  expect(JSON.parse((await caller.call()).body)).toMatchObject({ meta: { at: "2026-03-01T12:30:01.000Z" } });
});
