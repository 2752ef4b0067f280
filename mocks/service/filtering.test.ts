import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filteringSchema } from "../../fixtures/dialect/filtering.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { ListName } from "../../fixtures/contract/operations.ts";
import { readFilter } from "./filtering.ts";

const records = [
  { id: 1, status: "active", seats: 5, note: null },
  { id: 2, status: "invited", seats: 50, note: "null" },
  { id: 3, status: "active", seats: 5, tags: ["a"], trial: true },
  { id: 4, role: "admin", seats: 5.5 },
];
const fields = ["status", "seats", "note", "tags", "trial", "toString"];
const plain = filteringSchema.parse({ style: "plain", users: fields, invoices: ["status"] });
const bracket = filteringSchema.parse({ style: "bracket", users: fields });

function filterRecords(
  list: readonly RecordData[],
  filtering: typeof plain,
  name: ListName,
  query: URLSearchParams,
): readonly RecordData[] {
  const filter = readFilter(filtering, name, query);
  return filter === undefined ? list : list.filter(filter);
}

function ids(query: string, filtering = plain, list: "users" | "invoices" = "users"): readonly (string | number)[] {
  return filterRecords(records, filtering, list, new URLSearchParams(query)).map(({ id }) => id);
}

describe("a filter", () => {
  test.each([
    ["", [1, 2, 3, 4]],
    ["status=active", [1, 3]],
    ["status=Active", []],
    ["status=activ", []],
    ["status=", []],
    ["seats=5", [1, 3]],
    ["seats=5.0", []],
    ["seats=5.5", [4]],
    ["note=null", [1, 2]],
    ["trial=true", [3]],
    ['tags=["a"]', [3]],
    ["status=active&status=invited", [1, 2, 3]],
    ["status=active&seats=50", []],
    ["status=invited&seats=50", [2]],
    ["role=admin", [1, 2, 3, 4]],
    ["page=2&per_page=1", [1, 2, 3, 4]],
    ["toString=x", []],
    ["filter[status]=active", [1, 2, 3, 4]],
  ])("%j leaves %j", (query, expected) => {
    expect(ids(query)).toStrictEqual(expected);
  });

  test.each([
    ["filter[status]=active", [1, 3]],
    ["filter%5Bstatus%5D=active", [1, 3]],
    ["filter[status]=active&filter[seats]=5", [1, 3]],
    ["status=active", [1, 2, 3, 4]],
    ["filter[role]=admin", [1, 2, 3, 4]],
  ])("in brackets, %j leaves %j", (query, expected) => {
    expect(ids(query, bracket)).toStrictEqual(expected);
  });

  test("knows other fields for the other list", () => {
    expect(ids("seats=5", plain, "invoices")).toStrictEqual([1, 2, 3, 4]);
    expect(ids("status=active", plain, "invoices")).toStrictEqual([1, 3]);
  });

  test("leaves everything where the dialect has no filters", () => {
    expect(ids("status=active", filteringSchema.parse({ style: "none" }))).toStrictEqual([1, 2, 3, 4]);
  });

  test("parts a list: each record passes the filter of its own value and no other", () => {
    const values = fc.constantFrom("a", "b", "ä b&=", "", "null");
    fc.assert(
      fc.property(fc.array(values, { maxLength: 30 }), values, (statuses, wanted) => {
        const list = statuses.map((status, id) => ({ id, status }));
        const found = filterRecords(list, plain, "users", new URLSearchParams({ status: wanted }));
        expect(found).toStrictEqual(list.filter(({ status }) => status === wanted));
      }),
    );
  });
});
