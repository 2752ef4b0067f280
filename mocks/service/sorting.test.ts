import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sortingSchema } from "../../fixtures/dialect/filtering.ts";
import { Failure } from "./failure.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { ListName } from "../../fixtures/contract/operations.ts";
import { readOrder } from "./sorting.ts";

const records = [
  { id: "a", name: "Bea", age: 30, seen: null },
  { id: "b", name: "ada", age: 4, seen: "2026-01-01" },
  { id: "c", name: "Ada", age: 30 },
  { id: "d", name: "Äda", age: 100, seen: "2025-01-01" },
];
const fields = ["name", "age", "seen"];
const signed = sortingSchema.parse({ style: "signed", users: fields, invoices: ["id"] });
const pair = sortingSchema.parse({ style: "pair", users: fields });
const lenientSigned = sortingSchema.parse({ style: "signed", users: fields, unknownField: "ignore" });
const lenientPair = sortingSchema.parse({ style: "pair", users: fields, unknownField: "ignore" });

function sortRecords(
  list: readonly RecordData[],
  sorting: typeof signed,
  name: ListName,
  query: URLSearchParams,
): readonly RecordData[] | Failure {
  const asked = readOrder(sorting, name, query);
  if (asked instanceof Failure) return asked;
  return asked === undefined ? list : list.toSorted(asked);
}

function order(query: string, sorting = signed, list: "users" | "invoices" = "users"): string {
  const sorted = sortRecords(records, sorting, list, new URLSearchParams(query));
  return sorted instanceof Failure ? `${sorted.kind} by ${sorted.rule}` : sorted.map(({ id }) => id).join("");
}

test("a field that is named again costs nothing", () => {
  const asked = readOrder(signed, "users", new URLSearchParams(`sort=${"-age,name,".repeat(1500)}age`));
  const record = (id: string): RecordData => new Proxy({ id, age: 1, name: "A" }, counted);
  let reads = 0;
  const counted: ProxyHandler<RecordData> = {
    get: (target, field, receiver) => {
      reads += 1;
      return Reflect.get(target, field, receiver);
    },
  };
  if (typeof asked === "function") asked(record("a"), record("b"));
  expect(reads).toBe(4);
});

describe("sorting with a sign", () => {
  test.each([
    ["", "abcd"],
    ["sort=name", "cabd"],
    ["sort=-name", "dbac"],
    ["sort=age", "bacd"],
    ["sort=-age", "dacb"],
    ["sort=seen", "dbac"],
    ["sort=-seen", "bdac"],
    ["sort=age,name", "bcad"],
    ["sort=-age,-name", "dacb"],
    ["sort=-age,name", "dcab"],
    ["sort=age&sort=name", "bacd"],
    ["order=name", "abcd"],
    ["sort=role", "badParameter by sorting.unknownField"],
    ["sort=name,role", "badParameter by sorting.unknownField"],
    ["sort=", "badParameter by sorting.unknownField"],
    ["sort=name,", "badParameter by sorting.unknownField"],
    ["sort=%2Bname", "badParameter by sorting.unknownField"],
    ["sort=--name", "badParameter by sorting.unknownField"],
    ["sort=toString", "badParameter by sorting.unknownField"],
  ])("%j: %s", (query, expected) => {
    expect(order(query)).toBe(expected);
  });

  test.each([
    ["sort=role", "abcd"],
    ["sort=role,-age", "dacb"],
    ["sort=", "abcd"],
  ])("%j, where unknown fields are ignored: %s", (query, expected) => {
    expect(order(query, lenientSigned)).toBe(expected);
  });

  test("knows other fields for the other list", () => {
    expect(order("sort=-id", signed, "invoices")).toBe("dcba");
    expect(order("sort=name", signed, "invoices")).toBe("badParameter by sorting.unknownField");
  });
});

describe("sorting with a pair of parameters", () => {
  test.each([
    ["sort=age", "bacd"],
    ["sort=age&order=asc", "bacd"],
    ["sort=age&order=desc", "dacb"],
    ["sort=age&order=DESC", "dacb"],
    ["order=desc", "abcd"],
    ["sort=-age", "badParameter by sorting.unknownField"],
    ["sort=age,name", "badParameter by sorting.unknownField"],
    ["sort=age&order=down", "badParameter by sorting"],
    ["sort=age&order=", "badParameter by sorting"],
  ])("%j: %s", (query, expected) => {
    expect(order(query, pair)).toBe(expected);
  });

  test("ignores an unknown order where unknown fields are ignored", () => {
    expect(order("sort=age&order=down", lenientPair)).toBe("abcd");
  });

  test("reads the parameters the dialect names", () => {
    const sorting = sortingSchema.parse({ style: "pair", parameter: "by", orderParameter: "dir", users: fields });
    expect(order("by=age&dir=desc&sort=name", sorting)).toBe("dacb");
  });
});

test("a dialect without sorting keeps the order of creation", () => {
  expect(order("sort=name", sortingSchema.parse({ style: "none" }))).toBe("abcd");
});

describe("the order", () => {
  type Aged = { readonly id: number; readonly age: number | string | null };
  const backwards = (query: string): number => (query.includes("-") ? -1 : 1);
  const queries = fc.constantFrom("sort=age", "sort=-age");

  function sorted(list: readonly Aged[], query: string): readonly unknown[] {
    const result = sortRecords(list, signed, "users", new URLSearchParams(query));
    return result instanceof Failure ? [result.kind] : result;
  }

  test("is by size, nulls last either way, equals as they stood", () => {
    const ages = fc.array(fc.option(fc.integer({ min: -3, max: 12 })), { maxLength: 30 });
    fc.assert(
      fc.property(ages, queries, (values, query) => {
        const list = values.map((age, id) => ({ id, age }));
        const counted = list.flatMap(({ id, age }) => (age === null ? [] : [{ id, age }]));
        expect(sorted(list, query)).toStrictEqual([
          ...counted.toSorted((left, right) => backwards(query) * (left.age - right.age) || left.id - right.id),
          ...list.filter(({ age }) => age === null),
        ]);
      }),
    );
  });

  test("of numbers and texts mixed does not depend on where a record stood", () => {
    const mixed = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom("a", "1a", "B", "10", "", null));
    fc.assert(
      fc.property(fc.uniqueArray(mixed, { maxLength: 12 }), queries, (values, query) => {
        const list = values.map((age, id) => ({ id, age }));
        expect(sorted(list.toReversed(), query)).toStrictEqual(sorted(list, query));
      }),
    );
  });

  test("leaves the given list as it was", () => {
    const list = [2, 1].map((age) => ({ id: age, age }));
    expect(sorted(list, "sort=age")).toStrictEqual([list[1], list[0]]);
    expect(list.map(({ id }) => id)).toStrictEqual([2, 1]);
  });
});
