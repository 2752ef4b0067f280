import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { Envelope } from "../../fixtures/contract/types.ts";
import { pagingSchema } from "../../fixtures/dialect/paging.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { Failure } from "./failure.ts";
import { takePage } from "./paging.ts";

type Options = Readonly<Record<string, unknown>>;

function take(count: number, options: Options, query: Readonly<Record<string, string | number>> | string) {
  const records = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const given = typeof query === "string" ? query : Object.entries(query).map((pair) => pair.map(String));
  return takePage(records, pagingSchema.parse({ users: options }).users, new URLSearchParams(given), "paging.users");
}

/** `ids, meta.page of meta.total`, or the failure and its rule. */
function page(count: number, options: Options, query: string): string {
  const result = take(count, options["style"] === "none" ? options : { defaultSize: 5, ...options }, query);
  if (result instanceof Failure) return `${result.kind} by ${result.rule}`;
  return `${result.data.map(({ id }) => id).join(" ")}, ${result.meta.page} of ${result.meta.total}`;
}

const byPage = { style: "page" };
const byOffset = { style: "offset" };
const unreadable = "badParameter by paging.users.unreadable";
const oversize = "badParameter by paging.users.oversize";
const beyond = "beyondLast by paging.users.beyondLast";

test.each(["page", "offset", "cursor"])("without a size parameter, all pages have one size: %s", (style) => {
  const fixed = { style, parameters: { [style === "offset" ? "limit" : "size"]: null } };
  for (const query of ["", "per_page=2", "limit=2", "null=2", "limit=x"]) {
    expect(page(12, fixed, query)).toBe("1 2 3 4 5, 1 of 12");
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
  ])("in %j", (options, expected) => {
    for (const [query, result] of Object.entries(expected)) expect(page(12, options, query), query).toBe(result);
  });

  test.each(["0", "-1", "1.0", "1e1", "%201", "", "two", "٣"])("cannot have the number %j, or that size", (text) => {
    for (const name of ["page", "per_page"]) expect(page(12, byPage, `${name}=${text}`)).toBe(unreadable);
  });

  test.each([
    ["empty", ", 1 of 0"],
    ["reject", beyond],
    ["last", ", 1 of 0"],
  ])("without records, beyond the last, %s: %s", (beyondLast, expected) => {
    expect(page(0, { ...byPage, firstPage: 0, beyondLast }, "page=4")).toBe(expected);
    expect(page(0, { style: "none", firstPage: 0 }, "")).toBe(", 1 of 0");
  });

  test.each(["9999999999", "99999999999999999999", "9".repeat(400)])("may be requested up to %s", (number) => {
    expect(page(12, { ...byPage, beyondLast: "last" }, `page=${number}`)).toBe("11 12, 3 of 12");
    expect(page(12, { ...byPage, beyondLast: "reject" }, `page=${number}`)).toBe(beyond);
    expect(page(12, { ...byPage, beyondLast: "empty" }, `page=${number}`)).toMatch(/^, \d{10,13} of 12$/);
    expect(page(12, { ...byOffset, beyondLast: "empty" }, `offset=${number}`)).toMatch(/^, \d{10,12} of 12$/);
  });
});

test("a walk visits each record once, in order, on full numbered pages, and ends as the dialect says", () => {
  const setups = fc.record({
    style: fc.constantFrom("page", "offset"),
    firstPage: fc.constantFrom(0, 1),
    size: fc.integer({ min: 1, max: 20 }),
    named: fc.boolean(),
    beyondLast: fc.constantFrom("empty", "reject", "last"),
    count: fc.integer({ min: 0, max: 70 }),
    further: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(setups, ({ style, firstPage, size, named, beyondLast, count, further }) => {
      const at = (place: number): Envelope<RecordData> | Failure => {
        const query = style === "page" ? { page: place + firstPage } : { offset: place * size };
        const sizeName = style === "page" ? "per_page" : "limit";
        const options = { style, firstPage, beyondLast, ...(named ? {} : { defaultSize: size }) };
        return take(count, options, { ...query, ...(named ? { [sizeName]: size } : {}) });
      };
      const places = Math.max(1, Math.ceil(count / size));
      const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
      const expected = Array.from({ length: places }, (_, place) => ({
        data: all.slice(place * size, (place + 1) * size),
        meta: metaOf(count === 0 ? 1 : firstPage + place, count),
      }));
      expect(expected.map((_, place) => at(place))).toMatchObject(expected);
      if (count === 0) return;
      const end = {
        reject: { kind: "beyondLast" },
        last: expected.at(-1),
        empty: { data: [], meta: metaOf(firstPage + places + further, count) },
      };
      expect(at(places + further)).toMatchObject(end[beyondLast] ?? {});
    }),
  );
});

test("any offset returns that part of the list, with the page of its first record", () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), fc.nat(70), (offset, limit, count) => {
      const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
      expect(take(count, byOffset, { offset, limit })).toMatchObject({
        data: all.slice(offset, offset + limit),
        meta: metaOf(count === 0 ? 1 : Math.floor(offset / limit) + 1, count),
      });
    }),
  );
});
