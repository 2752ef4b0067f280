import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { demoTokens, openTestCaller, readEnvelope, testCall } from "../simulation/caller.fixture.ts";
import { createSimulation } from "../simulation/simulation.ts";

const token = "token-0001";

/** A function that asks for the list of these users in a dialect: `ids, meta.page of meta.total`, or the rule that rejects. */
async function openList(list: readonly object[], dialect: object) {
  const world = { accounts: [{ id: "a", name: "A", tokens: [token], users: list, invoices: list }] };
  const records = { user: {}, invoice: {} };
  const simulation = await createSimulation({ world: JSON.stringify(world), dialect: { records, ...dialect } });
  return async (query: string, path = "/api/v1/users"): Promise<string> => {
    const reply = await simulation.answer(testCall({ token, path, query }));
    if (reply.status !== 200) return `${reply.status} ${reply.why.rule}`;
    const { data, meta } = readEnvelope(reply);
    return `${data.map(({ id }) => id).join(" ")}, ${meta.page} of ${meta.total}`;
  };
}

/** A list of N users in pages of 5. */
function openPages(count: number, paging: Readonly<Record<string, unknown>>) {
  const own = paging["style"] === "none" ? paging : { style: "page", defaultSize: 5, ...paging };
  const numbered = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  return openList(numbered, { paging: { users: own } });
}

const offset = { style: "offset" };
const all = "1 2 3 4 5 6 7 8 9 10 11 12";
const first = "1 2 3 4 5, 1 of 12";
const unreadable = "400 paging.users.unreadable";
const oversize = "400 paging.users.oversize";
const beyond = "404 paging.users.beyondLast";
const huge = "9".repeat(23);

test.each<readonly [paging: object, expected: Readonly<Record<string, string>>]>([
  [
    {},
    {
      "": first,
      "per_page=13": `${all}, 1 of 12`,
      "page=03": "11 12, 3 of 12",
      "per_page=1&page=12": "12, 12 of 12",
      "page=2&page=3": "6 7 8 9 10, 2 of 12",
      "page=4": ", 4 of 12",
      "offset=5&limit=2": first,
      ...Object.fromEntries(["0", "-1", "1.0", "1e1", "%201", "", "٣"].map((text) => [`page=${text}`, unreadable])),
      "per_page=0": unreadable,
    },
  ],
  [{ firstPage: 0 }, { "page=-1": unreadable, "page=1": "6 7 8 9 10, 1 of 12", "page=2": "11 12, 2 of 12" }],
  [{ parameters: { first: 0 } }, { "": first, "page=0": first, "page=2": "11 12, 3 of 12" }],
  [
    { parameters: { page: "page[number]", size: "page[size]" } },
    { "page%5Bnumber%5D=2&page[size]=2&page=5": "3 4, 2 of 12" },
  ],
  [{ parameters: { size: null } }, { "per_page=2": first, "null=2": first }],
  [{ maxSize: 6, oversize: "clamp" }, { "page=2&per_page=7": "7 8 9 10 11 12, 2 of 12" }],
  [
    { maxSize: 6, oversize: "reject" },
    { "per_page=7": oversize, "per_page=6": "1 2 3 4 5 6, 1 of 12" },
  ],
  [{ unreadable: "default" }, { "page=two": first, "page=2&per_page=0": "6 7 8 9 10, 2 of 12" }],
  [{ beyondLast: "reject" }, { "": first, "page=4": beyond, [`page=${huge}`]: beyond }],
  [{ beyondLast: "last" }, { "page=4": "11 12, 3 of 12", [`page=${huge}`]: "11 12, 3 of 12" }],
  [
    offset,
    {
      "": first,
      "offset=11": "12, 3 of 12",
      "offset=-1": unreadable,
      "limit=0": unreadable,
      "page=2&per_page=1": first,
    },
  ],
  [{ ...offset, parameters: { limit: null } }, { "limit=2": first }],
  [{ ...offset, maxSize: 6, oversize: "clamp" }, { [`limit=${huge}`]: "1 2 3 4 5 6, 1 of 12" }],
  [{ ...offset, beyondLast: "last" }, { "offset=500&limit=4": "9 10 11 12, 3 of 12" }],
  [{ style: "none" }, { "page=9&limit=x": `${all}, 1 of 12` }],
  [{ style: "none", firstPage: 0 }, { "": `${all}, 0 of 12` }],
  [{ style: "cursor" }, Object.fromEntries(["_", "a_b0", "%20"].map((text) => [`cursor=${text}`, unreadable]))],
])("paged by %j", async (paging, expected) => {
  const page = await openPages(12, { ...paging });
  for (const [query, result] of Object.entries(expected)) expect(await page(query), query).toBe(result);
});

test.each([
  [{ beyondLast: "empty" }, "page=4", ", 1 of 0"],
  [{ beyondLast: "reject" }, "page=4", beyond],
  [{ beyondLast: "last" }, "page=4", ", 1 of 0"],
  [{ style: "none" }, "", ", 1 of 0"],
])("an empty list with page numbers from 0, paged by %j: %s is %s", async (paging, query, expected) => {
  expect(await (await openPages(0, { firstPage: 0, ...paging }))(query)).toBe(expected);
});

const members = [
  { id: 1, status: "active", seats: 5, note: null, address: { city: "Bonn" } },
  { id: 2, status: "invited", seats: 50, note: "null", address: { city: "Paris" } },
  { id: 3, status: "active", seats: 5, tags: ["a"], trial: true, "address.city": "Paris" },
  { id: 4, role: "admin", seats: 5.5, address: "Rome" },
];
const filterable = ["status", "seats", "note", "tags", "trial", "toString", "address.city", "address.city.name"];

test.each<readonly [filtering: object, expected: Readonly<Record<string, readonly number[]>>]>([
  [
    { style: "plain", users: filterable },
    {
      "": [1, 2, 3, 4],
      "status=active": [1, 3],
      "status=Active": [],
      "status=": [],
      "seats=5": [1, 3],
      "seats=5.0": [],
      "note=null": [1, 2],
      "trial=true": [3],
      'tags=["a"]': [3],
      "address.city=Paris": [2, 3],
      "address.city.name=Paris": [],
      "status=active&status=invited": [1, 2, 3],
      "status=active&seats=50": [],
      "role=admin": [1, 2, 3, 4],
      "toString=x": [],
      "filter[status]=active": [1, 2, 3, 4],
    },
  ],
  [
    { style: "bracket", users: filterable },
    { "filter%5Bstatus%5D=active": [1, 3], "status=active": [1, 2, 3, 4], "filter[role]=admin": [1, 2, 3, 4] },
  ],
  [{ style: "none" }, { "status=active": [1, 2, 3, 4] }],
])("filtered by %j", async (filtering, expected) => {
  const list = await openList(members, { filtering });
  for (const [query, ids] of Object.entries(expected)) {
    expect(await list(query), query).toBe(`${ids.join(" ")}, 1 of ${ids.length}`);
  }
});

const records = [
  { id: "a", at: "2026-01-01T08:00:00.5Z", name: "Bea", age: 30, seen: null, home: { city: "Bonn" } },
  { id: "b", at: "2026-01-01T08:00:00Z", name: "ada", age: 4, seen: "2026-01-01", home: { city: "Paris" } },
  { id: "c", at: "2026-01-01T09:30:00+02:00", name: "Ada", age: 30, "home.city": "Paris" },
  { id: "d", at: "Thu, 01 Jan 2026 07:45:00 GMT", name: "Äda", age: 100, seen: "2025-01-01", home: "Rome" },
];
const users = ["name", "age", "seen", "home.city"];
const signed = { style: "signed", users, invoices: ["id"] };
const pair = { style: "pair", users };
const unknown = "400 sorting.unknownField";

test.each<readonly [sorting: object, expected: Readonly<Record<string, string>>]>([
  [
    signed,
    {
      "": "a b c d",
      "sort=name": "c a b d",
      "sort=age": "b a c d",
      "sort=seen": "d b a c",
      "sort=-seen": "b d a c",
      "sort=-home.city,name": "c b a d",
      "sort=-age,name": "d c a b",
      "sort=age,-age": "b a c d",
      "sort=age&sort=name": "b a c d",
      ...Object.fromEntries(
        ["name,role", "", "name,", "%2Bname", "--name", "toString"].map((field) => [`sort=${field}`, unknown]),
      ),
    },
  ],
  [
    { ...signed, unknownField: "ignore" },
    { "sort=role,-age": "d a c b", "sort=": "a b c d" },
  ],
  [
    pair,
    {
      "sort=age&order=asc": "b a c d",
      "sort=age&order=DESC": "d a c b",
      "order=desc": "a b c d",
      "sort=-age": unknown,
      "sort=age&order=down": "400 sorting",
    },
  ],
  [{ ...pair, unknownField: "ignore" }, { "sort=age&order=down": "a b c d" }],
  [{ ...pair, parameter: "by", orderParameter: "dir" }, { "by=age&dir=desc&sort=name": "d a c b" }],
  [{ style: "none" }, { "sort=name": "a b c d" }],
  [
    { ...signed, users: ["at"] },
    { "sort=at": "c d b a", "sort=-at": "a b d c" },
  ],
])("sorted by %j", async (sorting, expected) => {
  const list = await openList(records, { sorting });
  for (const [query, result] of Object.entries(expected)) {
    expect(await list(query), query).toBe(result.startsWith("400") ? result : `${result}, 1 of 4`);
  }
});

test("each list has its own paging, filters and sorting", async () => {
  const list = await openList(records, {
    sorting: signed,
    filtering: { style: "plain", invoices: ["name"] },
    paging: { users: { style: "none" }, invoices: { style: "offset", defaultSize: 3, maxSize: 3, oversize: "reject" } },
  });
  expect(await list("sort=-id&name=ada", "/api/v1/invoices")).toBe("b, 1 of 1");
  expect(await list("sort=name", "/api/v1/invoices")).toBe(unknown);
  expect(await list("limit=4", "/api/v1/invoices")).toBe("400 paging.invoices.oversize");
  expect(await list("limit=4&name=ada")).toBe("a b c d, 1 of 4");
  const together = await openList(records, { sorting: signed, filtering: { users: ["age"] } });
  expect(await together("age=30&age=4&sort=-name&per_page=2")).toBe("b a, 1 of 3");
});

test.each([
  ["ignore", "/api/v1/users?unknown=1&%=%&&=", "200 statuses.success.listUsers"],
  ["reject", "/api/v1/users?page=2&per_page=5&sort=name&status=active", "200 statuses.success.listUsers"],
  ["reject", "/api/v1/users?Page=2", "400 requests.unknownParameters"],
  ["reject", "/api/v1/subscriptions/sub_f5zr37e3?a=1", "400 requests.unknownParameters"],
  ["rejectInLists", "/api/v1/users?Page=2", "400 requests.unknownParameters"],
  ["rejectInLists", "/api/v1/subscriptions/sub_f5zr37e3?a=1", "200 statuses.success.getSubscription"],
])("with unknown parameters to %s, %s is %s", async (unknownParameters, target, expected) => {
  const caller = await openTestCaller({ dialect: { requests: { unknownParameters } } });
  expect(await caller.outcome(`GET ${target}`)).toBe(expected);
});

test("a page that was requested before shows every change since, and the dialect of now", async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const collection = simulation.collections().users;
  const readIds = async (query = "", client: string = demoTokens[0]) =>
    readEnvelope(await caller.call({ query, token: client })).data.map(({ id }) => id);
  const [page, others] = [await readIds(), await readIds("", demoTokens[1])];
  const readPages = async () => [await readIds(), (await readIds("page=3")).length, await readIds("", demoTokens[1])];
  expect(await readPages()).toStrictEqual([page, 7, others]);
  await caller.create({ email: "ada@new.example", name: "Ada" });
  expect(await readPages()).toStrictEqual([page, 8, others]);
  collection.delete((q) => q.where({ id: String(page[0]) }));
  expect([(await readIds()).slice(0, 19), (await readIds("page=3")).length]).toStrictEqual([page.slice(1), 7]);
  simulation.use("eventual-consistency:calls=1");
  await caller.create({ email: "bob@new.example", name: "Bob" });
  expect([await readIds("page=3"), await readIds("page=3")]).toMatchObject([{ length: 7 }, { length: 8 }]);
  const dialect = dialectSchema.parse({ statuses: { success: { listUsers: 206 } } });
  await simulation.adopt({ dialect });
  expect((await caller.call()).status).toBe(206);
});
