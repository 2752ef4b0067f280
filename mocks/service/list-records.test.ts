import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { demoTokens, openTestCaller, readEnvelope, testCall } from "../simulation/caller.fixture.ts";
import { createSimulation } from "../simulation/simulation.ts";
import type { Reply } from "./call.ts";

type Options = Readonly<Record<string, unknown>>;

const token = "token-0001";

/** A function that asks for the list of these users in a dialect: `ids, meta.page of meta.total`, or the rule that rejects. */
async function openList(users: readonly object[], dialect: object) {
  const world = { accounts: [{ id: "a", name: "A", tokens: [token], users, invoices: users }] };
  const records = { user: {}, invoice: {} };
  const simulation = await createSimulation({ world: JSON.stringify(world), dialect: { records, ...dialect } });
  return async (query: string, path = "/api/v1/users"): Promise<string> => {
    const reply = await simulation.answer(testCall({ token, path, query }));
    if (reply.status !== 200) return reply.why.rule;
    const { data, meta } = readEnvelope(reply);
    return `${data.map(({ id }) => id).join(" ")}, ${meta.page} of ${meta.total}`;
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

/** A list of N users in pages of 5. */
function openPages(count: number, options: Options) {
  return openList(numbered(count), {
    paging: { users: options["style"] === "none" ? options : { defaultSize: 5, ...options } },
  });
}

const byPage = { style: "page" };
const byOffset = { style: "offset" };
const unreadable = "paging.users.unreadable";
const oversize = "paging.users.oversize";
const beyond = "paging.users.beyondLast";

test.each(["page", "offset", "cursor"])("without a size parameter, all pages have one size: %s", async (style) => {
  const fixed = { style, parameters: { [style === "offset" ? "limit" : "size"]: null } };
  const page = await openPages(12, fixed);
  for (const query of ["", "per_page=2", "limit=2", "null=2", "limit=x"]) {
    expect(await page(query)).toBe("1 2 3 4 5, 1 of 12");
  }
});

describe("the page of a list", () => {
  test.each<readonly [options: Options, expected: Readonly<Record<string, string>>]>([
    [
      byPage,
      {
        "": "1 2 3 4 5, 1 of 12",
        "per_page=12": "1 2 3 4 5 6 7 8 9 10 11 12, 1 of 12",
        "page=03": "11 12, 3 of 12",
        "page=2&page=3": "6 7 8 9 10, 2 of 12",
        "offset=5&limit=2": "1 2 3 4 5, 1 of 12",
      },
    ],
    [{ ...byPage, firstPage: 0 }, { "page=-1": unreadable }],
    [
      { ...byPage, parameters: { page: "page[number]", size: "page[size]" } },
      { "page%5Bnumber%5D=2&page[size]=2&page=5": "3 4, 2 of 12" },
    ],
    [
      byOffset,
      {
        "": "1 2 3 4 5, 1 of 12",
        "offset=11": "12, 3 of 12",
        "offset=-1": unreadable,
        "limit=0": unreadable,
        "page=2&per_page=1": "1 2 3 4 5, 1 of 12",
      },
    ],
    [{ style: "none" }, { "page=9&limit=x": "1 2 3 4 5 6 7 8 9 10 11 12, 1 of 12" }],
    [{ style: "none", firstPage: 0 }, { "": "1 2 3 4 5 6 7 8 9 10 11 12, 0 of 12" }],
    [{ ...byPage, maxSize: 6, oversize: "clamp" }, { "page=2&per_page=7": "7 8 9 10 11 12, 2 of 12" }],
    [
      { ...byPage, maxSize: 6, oversize: "reject" },
      { "per_page=7": oversize, "per_page=6": "1 2 3 4 5 6, 1 of 12" },
    ],
    [{ ...byOffset, maxSize: 6, oversize: "clamp" }, { "limit=99999999999999999999999": "1 2 3 4 5 6, 1 of 12" }],
    [{ ...byOffset, maxSize: 6, oversize: "reject" }, { "limit=99999999999999999999999": oversize }],
    [
      { ...byPage, unreadable: "default" },
      {
        "page=two": "1 2 3 4 5, 1 of 12",
        "page=2&per_page=0": "6 7 8 9 10, 2 of 12",
        "page=0&per_page=3": "1 2 3, 1 of 12",
      },
    ],
    [
      { ...byPage, parameters: { first: 0 } },
      { "": "1 2 3 4 5, 1 of 12", "page=0": "1 2 3 4 5, 1 of 12", "page=2": "11 12, 3 of 12" },
    ],
    [{ ...byOffset, unreadable: "default" }, { "offset=-5&limit=x": "1 2 3 4 5, 1 of 12" }],
    [{ ...byOffset, beyondLast: "last" }, { "offset=500&limit=4": "9 10 11 12, 3 of 12" }],
  ])("in %j", async (options, expected) => {
    const page = await openPages(12, options);
    for (const [query, result] of Object.entries(expected)) expect(await page(query), query).toBe(result);
  });

  test.each(["0", "-1", "1.0", "1e1", "%201", "", "two", "٣"])(
    "cannot have the number %j, or that size",
    async (text) => {
      const page = await openPages(12, byPage);
      for (const name of ["page", "per_page"]) expect(await page(`${name}=${text}`)).toBe(unreadable);
    },
  );

  test.each([
    ["empty", ", 1 of 0"],
    ["reject", beyond],
    ["last", ", 1 of 0"],
  ])("without records, beyond the last, %s: %s", async (beyondLast, expected) => {
    const page = await openPages(0, { ...byPage, firstPage: 0, beyondLast });
    expect(await page("page=4")).toBe(expected);
    expect(await (await openPages(0, { style: "none", firstPage: 0 }))("")).toBe(", 1 of 0");
  });

  test.each([
    ["page", "last", /^11 12, 3 of 12$/],
    ["page", "reject", /beyondLast$/],
    ["page", "empty", /^, \d{10,13} of 12$/],
    ["offset", "empty", /^, \d{10,12} of 12$/],
  ])("%s may be requested up to any number, %s", async (style, beyondLast, expected) => {
    const page = await openPages(12, { style, beyondLast });
    for (const number of ["9999999999", "9".repeat(20), "9".repeat(400)]) {
      expect(await page(`${style}=${number}`)).toMatch(expected);
    }
  });
});

test("a walk visits each record once, in order", async () => {
  const setups = fc.record({
    style: fc.constantFrom("page", "offset"),
    firstPage: fc.constantFrom(0, 1),
    size: fc.integer({ min: 1, max: 20 }),
    count: fc.integer({ min: 1, max: 70 }),
  });
  await fc.assert(
    fc.asyncProperty(setups, async ({ style, firstPage, size, count }) => {
      const page = await openPages(count, { style, firstPage, defaultSize: size });
      const pages = Array.from({ length: Math.ceil(count / size) }, (_, at) => at);
      const seen = await Promise.all(
        pages.map((at) => page(style === "page" ? `page=${at + firstPage}` : `offset=${at * size}`)),
      );
      const all = numbered(count).map(({ id }) => id);
      expect(seen).toStrictEqual(
        pages.map((at) => `${all.slice(at * size, (at + 1) * size).join(" ")}, ${at + firstPage} of ${count}`),
      );
    }),
    { numRuns: 30 },
  );
});

const filtered = [
  { id: 1, status: "active", seats: 5, note: null },
  { id: 2, status: "invited", seats: 50, note: "null" },
  { id: 3, status: "active", seats: 5, tags: ["a"], trial: true },
  { id: 4, role: "admin", seats: 5.5 },
];
const filterable = ["status", "seats", "note", "tags", "trial", "toString"];
const plain = { style: "plain", users: filterable, invoices: ["status"] };

test.each<readonly [filtering: object, expected: Readonly<Record<string, readonly number[]>>]>([
  [
    plain,
    {
      "": [1, 2, 3, 4],
      "status=active": [1, 3],
      "status=Active": [],
      "status=activ": [],
      "status=": [],
      "seats=5": [1, 3],
      "seats=5.0": [],
      "note=null": [1, 2],
      "trial=true": [3],
      'tags=["a"]': [3],
      "status=active&status=invited": [1, 2, 3],
      "status=active&seats=50": [],
      "status=invited&seats=50": [2],
      "role=admin&number=2": [1, 2, 3, 4],
      "toString=x": [],
      "filter[status]=active": [1, 2, 3, 4],
    },
  ],
  [
    { style: "bracket", users: filterable },
    {
      "filter%5Bstatus%5D=active": [1, 3],
      "filter[status]=active&filter[seats]=5": [1, 3],
      "status=active": [1, 2, 3, 4],
      "filter[role]=admin": [1, 2, 3, 4],
    },
  ],
  [{ style: "none" }, { "status=active": [1, 2, 3, 4] }],
])("filtered by %j", async (filtering, expected) => {
  const list = await openList(filtered, { filtering });
  for (const [query, left] of Object.entries(expected)) {
    expect(await list(query), query).toBe(`${left.join(" ")}, 1 of ${left.length}`);
  }
});

test.each([
  ["address.city=Paris", ["2", "3"]],
  ["address.zip=null", ["3"]],
  ["address.city.name=Paris", []],
  ["address.toString=x", []],
  ["sort=address.city", ["1", "2", "3", "4"]],
  ["sort=-address.city,address.zip", ["2", "3", "1", "4"]],
])("nested fields filter and sort: %s", async (query, expected) => {
  const users = [
    { id: "1", address: { city: "Bonn", zip: "a" } },
    { id: "2", address: { city: "Paris", zip: "b" } },
    { id: "3", "address.city": "Paris", address: { zip: null } },
    { id: "4", address: "Rome" },
  ];
  const fields = ["address.city", "address.zip", "address.city.name", "address.toString"];
  const list = await openList(users, { filtering: { users: fields }, sorting: { users: fields } });
  expect(await list(query)).toBe(`${expected.join(" ")}, 1 of ${expected.length}`);
});

const records = [
  { id: "a", name: "Bea", age: 30, seen: null },
  { id: "b", name: "ada", age: 4, seen: "2026-01-01" },
  { id: "c", name: "Ada", age: 30 },
  { id: "d", name: "Äda", age: 100, seen: "2025-01-01" },
];
const sortable = ["name", "age", "seen"];
const signed = { style: "signed", users: sortable, invoices: ["id"] };
const pair = { style: "pair", users: sortable };

const unknown = "sorting.unknownField";

test.each<readonly [sorting: object, expected: Readonly<Record<string, string>>]>([
  [
    signed,
    {
      "": "abcd",
      "sort=name": "cabd",
      "sort=-name": "dbac",
      "sort=age": "bacd",
      "sort=-age": "dacb",
      "sort=seen": "dbac",
      "sort=-seen": "bdac",
      "sort=age,name": "bcad",
      "sort=-age,name": "dcab",
      "sort=age&sort=name": "bacd",
      "order=name": "abcd",
    },
  ],
  [
    { ...signed, unknownField: "ignore" },
    { "sort=role": "abcd", "sort=role,-age": "dacb", "sort=": "abcd" },
  ],
  [
    pair,
    {
      "sort=age&order=asc": "bacd",
      "sort=age&order=DESC": "dacb",
      "order=desc": "abcd",
      "sort=-age": unknown,
      "sort=age,name": unknown,
      "sort=age&order=down": "sorting",
      "sort=age&order=": "sorting",
    },
  ],
  [{ ...pair, unknownField: "ignore" }, { "sort=age&order=down": "abcd" }],
  [{ ...pair, parameter: "by", orderParameter: "dir" }, { "by=age&dir=desc&sort=name": "dacb" }],
  [{ style: "none" }, { "sort=name": "abcd" }],
  [{ ...signed, users: [] }, { "sort=name": "abcd" }],
])("sorted by %j", async (sorting, expected) => {
  const list = await openList(records, { sorting });
  for (const [query, result] of Object.entries(expected)) {
    const order = result.length === 4 ? `${result.split("").join(" ")}, 1 of 4` : result;
    expect(await list(query), query).toBe(order);
  }
});

test.each(["role", "name,role", "", "name,", "%2Bname", "--name", "toString"])(
  "%j is an unknown field",
  async (field) => {
    expect(await (await openList(records, { sorting: signed }))(`sort=${field}`)).toBe(unknown);
  },
);

test("each list has its own fields", async () => {
  const list = await openList(records, { sorting: signed, filtering: { style: "plain", invoices: ["name"] } });
  expect(await list("sort=-id&name=ada", "/api/v1/invoices")).toBe("b, 1 of 1");
  expect(await list("sort=name", "/api/v1/invoices")).toBe(unknown);
  expect(await list("name=ada")).toBe("a b c d, 1 of 4");
});

test.each<[requests: object, query: string, expected: readonly unknown[]]>([
  [{}, "page=", [400, "paging.users.unreadable"]],
  [{}, "page=1&page=2", [200, 1]],
  [{ unknownParameters: "rejectInLists" }, "Page=2", [400, "requests.unknownParameters"]],
  [{ unknownParameters: "reject" }, "page=2&per_page=5&sort=name&status=active", [200, 2]],
  [{ unknownParameters: "reject" }, "Page=2", [400, "requests.unknownParameters"]],
])("with %j the query %s gets %j", async (requests, query, [status, shown]) => {
  const caller = await openTestCaller({ dialect: { requests } });
  const reply = await caller.call({ query });
  const seen = reply.status === 200 ? JSON.parse(reply.body).meta.page : reply.why.rule;
  expect([reply.status, seen]).toStrictEqual([status, shown]);
});

test.each([
  ["reject", 400, 400],
  ["rejectInLists", 201, 404],
])("unknown parameters of other operations, with %s", async (unknownParameters, created, read) => {
  const caller = await openTestCaller({ dialect: { requests: { unknownParameters } } });
  const rejected = await caller.create({ email: "q@new.example", name: "Q" }, { query: "a=1" });
  const other = await caller.call({ path: "/api/v1/subscriptions/none", query: "a=1" });
  expect([rejected.status, other.status]).toStrictEqual([created, read]);
  expect((await caller.create({ email: "p@new.example", name: "P" })).status).toBe(201);
});

test.each(["_", "a_b0", "ZnJvbSAw_w", "%20", "😀"])("an invalid cursor, %s, is rejected", async (cursor) => {
  const caller = await openTestCaller({ dialect: { paging: { users: { style: "cursor", unreadable: "reject" } } } });
  expect((await caller.call({ query: `cursor=${encodeURIComponent(cursor)}` })).status).toBe(400);
});

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
