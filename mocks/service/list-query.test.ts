import { openTestCaller, readEnvelope } from "../simulation/caller.fixture.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ListName } from "../../fixtures/contract/operations.ts";
import { filteringSchema, sortingSchema } from "../../fixtures/dialect/filtering.ts";
import { worldSchema, type RecordData } from "../../fixtures/worlds/world.ts";
import { Failure } from "./failure.ts";
import { matches, readFilters, readOrder } from "./list-query.ts";

const filtered = [
  { id: 1, status: "active", seats: 5, note: null },
  { id: 2, status: "invited", seats: 50, note: "null" },
  { id: 3, status: "active", seats: 5, tags: ["a"], trial: true },
  { id: 4, role: "admin", seats: 5.5 },
];
const filterable = ["status", "seats", "note", "tags", "trial", "toString"];
const plain = { style: "plain", users: filterable, invoices: ["status"] };

function ids(query: string, filtering: object, list: readonly RecordData[] = filtered, name: ListName = "users") {
  const filters = readFilters(filteringSchema.parse(filtering), name, new URLSearchParams(query));
  return list.filter((record) => matches(record, filters)).map(({ id }) => id);
}

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
      "role=admin&page=2": [1, 2, 3, 4],
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
])("filtered by %j", (filtering, expected) => {
  for (const [query, left] of Object.entries(expected)) expect(ids(query, filtering), query).toStrictEqual(left);
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
  const account = { id: "a", name: "A", tokens: ["token-0001"], users };
  const caller = await openTestCaller({
    world: worldSchema.parse({ name: "nested", accounts: [account] }),
    dialect: { filtering: { users: fields }, sorting: { users: fields } },
  });
  const page = readEnvelope(await caller.call({ token: "token-0001", query }));
  expect(page.data.map(({ id }) => id)).toEqual(expected);
});

test("each list has its own filter fields", () => {
  expect(ids("seats=5", plain, filtered, "invoices")).toStrictEqual([1, 2, 3, 4]);
  expect(ids("status=active", plain, filtered, "invoices")).toStrictEqual([1, 3]);
});

const records = [
  { id: "a", name: "Bea", age: 30, seen: null },
  { id: "b", name: "ada", age: 4, seen: "2026-01-01" },
  { id: "c", name: "Ada", age: 30 },
  { id: "d", name: "Äda", age: 100, seen: "2025-01-01" },
];
const users = ["name", "age", "seen"];
const signed = { style: "signed", users, invoices: ["id"] };
const pair = { style: "pair", users };

function ordered(list: readonly RecordData[], query: string, sorting: object = signed, name: ListName = "users") {
  const asked = readOrder(sortingSchema.parse(sorting), name, new URLSearchParams(query));
  if (asked instanceof Failure) return `${asked.kind} by ${asked.rule}`;
  return asked === undefined ? list : list.toSorted(asked);
}

function order(query: string, sorting: object = signed, list: ListName = "users"): string {
  const sorted = ordered(records, query, sorting, list);
  return typeof sorted === "string" ? sorted : sorted.map(({ id }) => id).join("");
}

const unknown = "badParameter by sorting.unknownField";

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
      "sort=age&order=down": "badParameter by sorting",
      "sort=age&order=": "badParameter by sorting",
    },
  ],
  [{ ...pair, unknownField: "ignore" }, { "sort=age&order=down": "abcd" }],
  [{ ...pair, parameter: "by", orderParameter: "dir" }, { "by=age&dir=desc&sort=name": "dacb" }],
  [{ style: "none" }, { "sort=name": "abcd" }],
  [{ ...signed, users: [] }, { "sort=name": "abcd" }],
])("sorted by %j", (sorting, expected) => {
  for (const [query, result] of Object.entries(expected)) expect(order(query, sorting), query).toBe(result);
});

test.each(["role", "name,role", "", "name,", "%2Bname", "--name", "toString"])("%j is an unknown field", (field) => {
  expect(order(`sort=${field}`)).toBe(unknown);
});

test("each list has its own sort fields", () => {
  expect([order("sort=-id", signed, "invoices"), order("sort=name", signed, "invoices")]).toStrictEqual([
    "dcba",
    unknown,
  ]);
});

test("repeating a field costs nothing", () => {
  const asked = readOrder(
    sortingSchema.parse(signed),
    "users",
    new URLSearchParams(`sort=${"-age,name,".repeat(1500)}age`),
  );
  let reads = 0;
  const get: ProxyHandler<RecordData>["get"] = (...given) => {
    reads += 1;
    return Reflect.get(...given);
  };
  const record = (id: string): RecordData => new Proxy({ id, age: 1, name: "A" }, { get });
  if (typeof asked === "function") asked(record("a"), record("b"));
  expect(reads).toBe(4);
});

describe("the order", () => {
  const queries = fc.constantFrom("sort=age", "sort=-age");

  test("is by value, with nulls last either way, keeps equal records in order, and does not change the given list", () => {
    const ages = fc.array(fc.option(fc.integer({ min: -3, max: 12 })), { maxLength: 30 });
    fc.assert(
      fc.property(ages, queries, (values, query) => {
        const list = values.map((age, id) => ({ id, age }));
        const counted = list.flatMap(({ id, age }) => (age === null ? [] : [{ id, age }]));
        const sign = query.includes("-") ? -1 : 1;
        expect(ordered(Object.freeze(list), query)).toStrictEqual([
          ...counted.toSorted((left, right) => sign * (left.age - right.age) || left.id - right.id),
          ...list.filter(({ age }) => age === null),
        ]);
      }),
    );
  });

  test("of mixed numbers and texts does not depend on the original order", () => {
    const mixed = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom("a", "1a", "B", "10", "", null));
    fc.assert(
      fc.property(fc.uniqueArray(mixed, { maxLength: 12 }), queries, (values, query) => {
        const list = values.map((age, id) => ({ id, age }));
        expect(ordered(list.toReversed(), query)).toStrictEqual(ordered(list, query));
      }),
    );
  });
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
