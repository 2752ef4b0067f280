import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Envelope } from "../../fixtures/contract/types.ts";
import { pagingSchema, type ListPaging } from "../../fixtures/dialect/paging.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { Failure } from "./failure.ts";
import { takePage } from "./paging.ts";

const setups = fc.record({
  style: fc.constantFrom("page", "offset"),
  firstPage: fc.constantFrom(0, 1),
  size: fc.integer({ min: 1, max: 20 }),
  named: fc.boolean(),
  beyondLast: fc.constantFrom("empty", "reject", "last"),
  count: fc.integer({ min: 0, max: 70 }),
});
type Setup = typeof setups extends fc.Arbitrary<infer Value> ? Value : never;

function pagingOf({ style, firstPage, size, named, beyondLast }: Setup): ListPaging {
  return pagingSchema.parse({ users: { style, firstPage, beyondLast, ...(named ? {} : { defaultSize: size }) } }).users;
}

function recordsOf({ count }: Setup): readonly RecordData[] {
  return Array.from({ length: count }, (_, id) => ({ id }));
}

/** The page at this place of the walk, counted from 0. */
function pageAt(setup: Setup, place: number): Envelope<RecordData> | Failure {
  const { style, firstPage, size, named } = setup;
  const query = new URLSearchParams(
    style === "page" ? { page: String(place + firstPage) } : { offset: String(place * size) },
  );
  if (named) query.set(style === "page" ? "per_page" : "limit", String(size));
  return takePage(recordsOf(setup), pagingOf(setup), query, "paging.users");
}

function walk(setup: Setup): readonly Envelope<RecordData>[] {
  const pages = Math.max(1, Math.ceil(setup.count / setup.size));
  return Array.from({ length: pages }, (_, place) => {
    const page = pageAt(setup, place);
    if (page instanceof Failure) throw new Error(page.message);
    return page;
  });
}

describe("a walk through the pages of a list", () => {
  test("meets each record once, in order", () => {
    fc.assert(
      fc.property(setups, (setup) => {
        expect(walk(setup).flatMap(({ data }) => data)).toStrictEqual(recordsOf(setup));
      }),
    );
  });

  test("has full pages but for the last, and a constant total", () => {
    fc.assert(
      fc.property(setups, (setup) => {
        const pages = walk(setup);
        expect(pages.slice(0, -1).filter(({ data }) => data.length !== setup.size)).toStrictEqual([]);
        expect(new Set(pages.map(({ meta }) => meta.total))).toStrictEqual(new Set([setup.count]));
      }),
    );
  });

  test("counts its pages up from the first, but where there are no records the page is 1", () => {
    fc.assert(
      fc.property(setups, (setup) => {
        const first = setup.count === 0 ? 1 : setup.firstPage;
        const pages = walk(setup);
        expect(pages.map(({ meta }) => meta.page)).toStrictEqual(pages.map((_, place) => first + place));
      }),
    );
  });

  test("ends as the dialect says", () => {
    fc.assert(
      fc.property(setups, fc.integer({ min: 0, max: 5 }), (setup, further) => {
        fc.pre(setup.count > 0);
        const pages = walk(setup);
        const beyond = pageAt(setup, pages.length + further);
        if (beyond instanceof Failure) {
          expect([setup.beyondLast, beyond.kind]).toStrictEqual(["reject", "beyondLast"]);
        } else if (setup.beyondLast === "last") {
          expect(beyond).toStrictEqual(pages.at(-1));
        } else {
          const page = setup.firstPage + pages.length + further;
          expect([setup.beyondLast, beyond]).toStrictEqual(["empty", { data: [], meta: { page, total: setup.count } }]);
        }
      }),
    );
  });
});

describe("a stretch from any offset", () => {
  test("is that part of the list, on the page its first record is on", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), fc.nat(70), (offset, limit, count) => {
        const records = Array.from({ length: count }, (_, id) => ({ id }));
        const { users } = pagingSchema.parse({ users: { style: "offset" } });
        const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
        expect(takePage(records, users, query, "paging.users")).toStrictEqual({
          data: records.slice(offset, offset + limit),
          meta: { page: count === 0 ? 1 : Math.floor(offset / limit) + 1, total: count },
        });
      }),
    );
  });
});
