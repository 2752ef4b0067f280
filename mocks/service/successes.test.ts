import { expect, test } from "vitest";
import { z } from "zod";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { openTestCaller, type TestCall, type TestCaller } from "../simulation/caller.fixture.ts";

const bodySchema = z.looseObject({ data: z.array(z.record(z.string(), z.json())) });

async function readBody(caller: TestCaller, call: TestCall): Promise<z.infer<typeof bodySchema>> {
  return bodySchema.parse(JSON.parse((await caller.call(call)).body));
}

test("records have their id under the dialect's name, also in queries, or have none", async () => {
  const responses = { ids: { user: "uid", subscription: null } };
  const sorting = { style: "signed" as const, users: ["uid"] };
  const filtering = { style: "plain" as const, users: ["uid"] };
  const caller = await openTestCaller({ dialect: fillDialect({ responses, sorting, filtering }) });
  const [account] = caller.simulation.accounts;
  const { id, ...user } = account?.users.all()[0] ?? { id: "" };
  const { id: hidden, ...subscription } = account?.subscriptions.all()[0] ?? { id: "" };
  expect((await readBody(caller, {})).data[0]).toStrictEqual({ uid: id, ...user });
  expect((await readBody(caller, { path: `/api/v1/subscriptions/${hidden}` })).data).toStrictEqual([subscription]);
  expect((await readBody(caller, { path: "/api/v1/invoices" })).data[0]).toHaveProperty("id");
  expect((await readBody(caller, { query: `uid=${id}` })).data).toMatchObject([{ uid: id }]);
  const sorted = (await readBody(caller, { query: "sort=-uid&per_page=100" })).data.map(({ uid }) =>
    z.string().parse(uid),
  );
  expect(sorted).toStrictEqual(sorted.toSorted().toReversed());
  const created = await caller.create({ email: "new@x.example", name: "New", uid: "mine" });
  expect(bodySchema.parse(JSON.parse(created.body)).data[0]).toMatchObject({ uid: created.why.created });
});

const users = { style: "page", parameters: { page: "p", size: "n" }, defaultSize: 20 } as const;

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
  const caller = await openTestCaller({ dialect: fillDialect({ paging: { users }, responses: { members } }) });
  expect(await readBody(caller, { query: "p=1", headers: { host: "mock.test" } })).toStrictEqual({
    data: expect.any(Array),
    meta: { ...metaOf(1, 47), pages: 3, next: 2, prev: null },
    links: { next: "/api/v1/users?p=2&n=20", self: "http://mock.test/api/v1/users?p=1" },
    _links: { next: { href: "/api/v1/users?p=2" } },
    extra: {},
    version: 2,
  });
  expect(await readBody(caller, { query: "p=3" })).toStrictEqual({
    data: expect.any(Array),
    meta: { ...metaOf(3, 47), pages: 3, prev: 2 },
    links: { next: null, self: "/api/v1/users?p=3" },
    extra: {},
    version: 2,
  });
  expect(await readBody(caller, { path: "/api/v1/invoices" })).not.toHaveProperty("links");
  expect(await readBody(caller, { path: "/api/v1/subscriptions/sub_f5zr37e3" })).toMatchObject({ included: [] });
});

test("a link has the available parts, and headers of every response are also in failures", async () => {
  const link = ['<{{path}}?p={{prev}}>; rel="prev"', '<{{path}}?p={{next}}>; rel="next"'];
  const headers = { always: { Vary: "Accept-Encoding" }, listUsers: { link, "x-total-count": "{{total}}" } };
  const responses = { contentType: "application/vnd.api+json", headers };
  const caller = await openTestCaller({ dialect: fillDialect({ paging: { users }, responses }) });
  expect((await caller.call()).headers).toMatchObject({
    "content-type": "application/vnd.api+json",
    link: '</api/v1/users?p=2>; rel="next"',
    "x-total-count": "47",
    vary: "Accept-Encoding",
  });
  const middle = await caller.call({ query: "p=2" });
  expect(middle.headers["link"]).toBe('</api/v1/users?p=1>; rel="prev", </api/v1/users?p=3>; rel="next"');
  const rejected = await caller.call({ path: "/api/v1/nothing" });
  expect(rejected.headers).toMatchObject({ vary: "Accept-Encoding" });
  expect(rejected.headers).not.toHaveProperty("link");
});

test.each([
  ["reject", 400],
  ["default", 200],
] as const)("cursors lead through the whole list; of other texts, with %s: %d", async (unreadable, status) => {
  const cursors = { style: "cursor", parameters: { cursor: "after", size: "n" }, defaultSize: 20, unreadable } as const;
  const members = { listUsers: { meta: { next: "{{next or null}}" } } };
  const caller = await openTestCaller({ dialect: fillDialect({ paging: { users: cursors }, responses: { members } }) });
  const metaSchema = z.object({ page: z.int(), next: z.string().nullable() });
  const seen: unknown[] = [];
  const pages: number[] = [];
  for (let next: string | null = ""; next !== null;) {
    const { data, meta } = await readBody(caller, {
      query: next === "" ? "" : new URLSearchParams({ after: next }).toString(),
    });
    seen.push(...data);
    pages.push(metaSchema.parse(meta).page);
    next = metaSchema.parse(meta).next;
  }
  expect([seen, pages]).toStrictEqual([caller.simulation.accounts[0]?.users.all(), [1, 2, 3]]);
  for (const after of ["2", "x~y", "eHl6"])
    expect((await caller.call({ query: `after=${after}` })).status).toBe(status);
});

test("the time and a fresh id stand in members and headers, also of a repeated request", async () => {
  const clock = { at: Date.parse("2026-03-01T12:30:00.000Z") };
  const responses = {
    members: { listUsers: { meta: { at: "{{now}}" }, id: "{{uuid}}" } },
    headers: { always: { "x-time": "{{nowSeconds}}" } },
  };
  const caller = await openTestCaller({ dialect: { responses }, clock: { now: () => clock.at } });
  for (const time of ["2026-03-01T12:30:00.000Z", "2026-03-01T12:30:01.000Z"]) {
    clock.at = Date.parse(time);
    const { headers, body } = await caller.call();
    expect(headers["x-time"]).toBe(String(clock.at / 1000));
    expect(JSON.parse(body)).toMatchObject({ meta: { at: time }, id: expect.stringMatching(/^[\da-f-]{36}$/) });
  }
});
