import { expect, test } from "vitest";
import { filteringSchema } from "../../fixtures/dialect/filtering.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { readFilter } from "./list-query.ts";

const records = [
  { id: 1, status: "active", seats: 5, note: null },
  { id: 2, status: "invited", seats: 50, note: "null" },
  { id: 3, status: "active", seats: 5, tags: ["a"], trial: true },
  { id: 4, role: "admin", seats: 5.5 },
];
const users = ["status", "seats", "note", "tags", "trial", "toString"];
const plain = { style: "plain", users, invoices: ["status"] };

function ids(
  query: string,
  filtering: object,
  list: readonly RecordData[] = records,
  name: "users" | "invoices" = "users",
) {
  const filter = readFilter(filteringSchema.parse(filtering), name, new URLSearchParams(query));
  return (filter === undefined ? list : list.filter(filter)).map(({ id }) => id);
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
    { style: "bracket", users },
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

test("each list has fields of its own", () => {
  expect(ids("seats=5", plain, records, "invoices")).toStrictEqual([1, 2, 3, 4]);
  expect(ids("status=active", plain, records, "invoices")).toStrictEqual([1, 3]);
});
