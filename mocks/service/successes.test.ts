import { expect, test } from "vitest";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { openTestCaller, type TestCall, type TestSetup } from "../simulation/caller.fixture.ts";

/** A mock in this dialect, and its bodies as JSON. */
async function open(dialect: Parameters<typeof fillDialect>[0], setup: TestSetup = {}) {
  const caller = await openTestCaller({ dialect: fillDialect(dialect), ...setup });
  return { ...caller, read: async (call: TestCall = {}) => Object(JSON.parse((await caller.call(call)).body)) };
}

test("records have their id under the dialect's name, also in queries, or have none", async () => {
  const { read, simulation, ...caller } = await open({
    responses: { ids: { user: "uid", subscription: null } },
    sorting: { style: "signed", users: ["uid"] },
    filtering: { style: "plain", users: ["uid"] },
  });
  const [account] = simulation.accounts;
  const { id, ...user } = account?.users.all()[0] ?? { id: "" };
  const { id: hidden, ...subscription } = account?.subscriptions.all()[0] ?? { id: "" };
  expect((await read()).data[0]).toStrictEqual({ uid: id, ...user });
  expect((await read({ path: `/api/v1/subscriptions/${hidden}` })).data).toStrictEqual([subscription]);
  expect((await read({ path: "/api/v1/invoices" })).data[0]).toHaveProperty("id");
  expect((await read({ query: `uid=${id}` })).data).toMatchObject([{ uid: id }]);
  const ids = account?.users.all().map((each) => String(each.id)) ?? [];
  expect((await read({ query: "sort=-uid" })).data[0].uid).toBe(ids.toSorted().at(-1));
  const reply = await caller.create({ email: "new@x.example", name: "New", uid: "mine" });
  expect(JSON.parse(reply.body)).toMatchObject({ data: [{ uid: reply.why.created }] });
});

const users = { style: "page", parameters: { page: "p", size: "n" }, defaultSize: 20 } as const;

test("additional members describe the position in a list, and omit missing values", async () => {
  const members = {
    listUsers: {
      meta: { pages: "{{pages}}", next: "{{next}}", prev: "{{prev or null}}", page: "mine" },
      links: { next: "{{path}}?p={{next or null}}&n={{size}}", last: "{{origin}}{{path}}?p={{last}}" },
      _links: { next: { href: "{{path}}?p={{next}}" } },
      extra: {},
      data: "mine",
    },
    getSubscription: { included: [] },
  };
  const { read } = await open({ paging: { users }, responses: { members } });
  const data = expect.any(Array);
  expect(await read({ headers: { host: "mock.test" } })).toStrictEqual({
    data,
    meta: { ...createMeta(1, 47), pages: 3, next: 2, prev: null },
    links: { next: "/api/v1/users?p=2&n=20", last: "http://mock.test/api/v1/users?p=3" },
    _links: { next: { href: "/api/v1/users?p=2" } },
    extra: {},
  });
  expect(await read({ query: "p=3" })).toStrictEqual({
    data,
    meta: { ...createMeta(3, 47), pages: 3, prev: 2 },
    links: { next: null, last: "/api/v1/users?p=3" },
    extra: {},
  });
  expect(await read({ path: "/api/v1/invoices" })).not.toHaveProperty("links");
  expect(await read({ path: "/api/v1/subscriptions/sub_f5zr37e3" })).toMatchObject({ included: [] });
});

test("a link has the available parts, and headers of every response are also in failures", async () => {
  const link = ['<{{path}}?p={{prev}}>; rel="prev"', '<{{path}}?p={{next}}>; rel="next"'];
  const headers = { always: { Vary: "Accept-Encoding" }, listUsers: { link, "x-total-count": "{{total}}" } };
  const responses = { contentType: "application/vnd.api+json", headers };
  const caller = await open({ paging: { users }, responses });
  expect((await caller.call()).headers).toMatchObject({
    "content-type": "application/vnd.api+json",
    link: '</api/v1/users?p=2>; rel="next"',
    "x-total-count": "47",
    vary: "Accept-Encoding",
  });
  const middle = await caller.call({ query: "p=2" });
  expect(middle.headers["link"]).toBe('</api/v1/users?p=1>; rel="prev", </api/v1/users?p=3>; rel="next"');
  const rejected = await caller.call({ path: "/api/v1/nothing" });
  expect([rejected.headers["vary"], rejected.headers["link"]]).toStrictEqual(["Accept-Encoding", undefined]);
});

test.each([
  ["reject", 400],
  ["default", 200],
] as const)("cursors lead through the whole list; of other texts, with %s: %d", async (unreadable, status) => {
  const cursors = { style: "cursor", parameters: { cursor: "after", size: "n" }, defaultSize: 20, unreadable } as const;
  const members = { listUsers: { meta: { next: "{{next or null}}" } } };
  const { read, simulation, ...caller } = await open({ paging: { users: cursors }, responses: { members } });
  const records: unknown[] = [];
  const pages: unknown[] = [];
  for (let query = ""; pages.length < 4;) {
    const { data, meta } = await read({ query });
    records.push(...data);
    pages.push(meta.page);
    if (meta.next === null) break;
    query = `after=${encodeURIComponent(meta.next)}`;
  }
  expect([records, pages]).toStrictEqual([simulation.accounts[0]?.users.all(), [1, 2, 3]]);
  for (const after of ["2", "x~y", "eHl6"])
    expect((await caller.call({ query: `after=${after}` })).status).toBe(status);
});

test("the time and a fresh id stand in members and headers, also of a repeated request", async () => {
  const members = { listUsers: { meta: { at: "{{now}}" }, id: "{{uuid}}" } };
  const responses = { members, headers: { always: { "x-time": "{{nowSeconds}}" } } };
  let now = 0;
  const caller = await open({ responses }, { clock: { now: () => now } });
  for (const at of ["2026-03-01T12:30:00.000Z", "2026-03-01T12:30:01.000Z"]) {
    now = Date.parse(at);
    const { headers, body } = await caller.call();
    expect(headers["x-time"]).toBe(String(now / 1000));
    expect(JSON.parse(body)).toMatchObject({ meta: { at }, id: expect.stringMatching(/^[\da-f-]{36}$/) });
  }
});
