import { describe, expect, test } from "vitest";
import { pagingSchema, type ListPaging } from "../../fixtures/dialect/paging.ts";
import { Failure } from "./failure.ts";
import { takePage } from "./paging.ts";

function paging(users: Readonly<Record<string, unknown>>): ListPaging {
  return pagingSchema.parse({ users }).users;
}

/** `ids, meta.page of meta.total`, or the failure and its rule. */
function page(count: number, options: Readonly<Record<string, unknown>>, query = ""): string {
  const records = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const result = takePage(records, paging({ defaultSize: 5, ...options }), new URLSearchParams(query), "paging.users");
  if (result instanceof Failure) return `${result.kind} by ${result.rule}`;
  return `${result.data.map(({ id }) => id).join(" ")}, ${result.meta.page} of ${result.meta.total}`;
}

const byPage = { style: "page" };
const byOffset = { style: "offset" };
const whole = { style: "none" };
const unreadable = "badParameter by paging.users.unreadable";

describe("pages by number", () => {
  test.each([
    ["", "1 2 3 4 5, 1 of 12"],
    ["page=1", "1 2 3 4 5, 1 of 12"],
    ["page=3", "11 12, 3 of 12"],
    ["page=2&per_page=4", "5 6 7 8, 2 of 12"],
    ["per_page=12", "1 2 3 4 5 6 7 8 9 10 11 12, 1 of 12"],
    ["page=03", "11 12, 3 of 12"],
    ["page=2&page=3", "6 7 8 9 10, 2 of 12"],
    ["page=0", unreadable],
    ["page=-1", unreadable],
    ["page=1.0", unreadable],
    ["page=1e1", unreadable],
    ["page=%201", unreadable],
    ["page=", unreadable],
    ["page=two", unreadable],
    ["page=٣", unreadable],
    ["per_page=0", unreadable],
    ["per_page=all", unreadable],
    ["offset=5&limit=2", "1 2 3 4 5, 1 of 12"],
  ])("%j: %s", (query, expected) => {
    expect(page(12, byPage, query)).toBe(expected);
  });

  test.each([
    ["", "1 2 3 4 5, 0 of 12"],
    ["page=0", "1 2 3 4 5, 0 of 12"],
    ["page=2", "11 12, 2 of 12"],
    ["page=-1", unreadable],
  ])("from 0 on, %j: %s", (query, expected) => {
    expect(page(12, { ...byPage, firstPage: 0 }, query)).toBe(expected);
  });
});

describe("pages by offset", () => {
  test.each([
    ["", "1 2 3 4 5, 1 of 12"],
    ["offset=0", "1 2 3 4 5, 1 of 12"],
    ["offset=5", "6 7 8 9 10, 2 of 12"],
    ["offset=7&limit=3", "8 9 10, 3 of 12"],
    ["offset=11", "12, 3 of 12"],
    ["offset=-1", unreadable],
    ["limit=0", unreadable],
    ["page=2&per_page=1", "1 2 3 4 5, 1 of 12"],
  ])("%j: %s", (query, expected) => {
    expect(page(12, byOffset, query)).toBe(expected);
  });

  test("number their pages from 0 where the dialect does", () => {
    expect(page(12, { ...byOffset, firstPage: 0 }, "offset=5")).toBe("6 7 8 9 10, 1 of 12");
  });
});

describe("a list that is not paged", () => {
  test.each([
    [7, {}, "1 2 3 4 5 6 7, 1 of 7"],
    [7, { firstPage: 0 }, "1 2 3 4 5 6 7, 0 of 7"],
    [0, { firstPage: 0 }, ", 1 of 0"],
  ])("of %d with %j: %s", (count, options, expected) => {
    const records = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
    const result = takePage(
      records,
      paging({ ...whole, ...options }),
      new URLSearchParams("page=9&limit=x"),
      "paging.users",
    );
    if (result instanceof Failure) throw new Error(result.message);
    expect(`${result.data.map(({ id }) => id).join(" ")}, ${result.meta.page} of ${result.meta.total}`).toBe(expected);
  });
});

describe("a page size over the greatest", () => {
  test.each([
    [byPage, "clamp", "page=2&per_page=7", "7 8 9 10 11 12, 2 of 12"],
    [byPage, "reject", "per_page=7", "badParameter by paging.users.oversize"],
    [byPage, "reject", "per_page=6", "1 2 3 4 5 6, 1 of 12"],
    [byOffset, "clamp", "limit=99999999999999999999999", "1 2 3 4 5 6, 1 of 12"],
    [byOffset, "reject", "limit=99999999999999999999999", "badParameter by paging.users.oversize"],
  ])("in %j, %s, %j: %s", (style, oversize, query, expected) => {
    expect(page(12, { ...style, maxSize: 6, oversize }, query)).toBe(expected);
  });
});

describe("a page beyond the last", () => {
  const beyond = "beyondLast by paging.users.beyondLast";

  test.each([
    [12, byPage, "empty", "page=4", ", 4 of 12"],
    [12, byPage, "reject", "page=4", beyond],
    [12, byPage, "reject", "page=3", "11 12, 3 of 12"],
    [12, byPage, "last", "page=4", "11 12, 3 of 12"],
    [10, byPage, "last", "page=3", "6 7 8 9 10, 2 of 10"],
    [12, byOffset, "empty", "offset=12", ", 3 of 12"],
    [12, byOffset, "reject", "offset=12", beyond],
    [12, byOffset, "last", "offset=12", "11 12, 3 of 12"],
    [12, byOffset, "last", "offset=500&limit=4", "9 10 11 12, 3 of 12"],
    [0, byPage, "empty", "page=4", ", 1 of 0"],
    [0, byPage, "reject", "page=4", beyond],
    [0, byPage, "last", "page=4", ", 1 of 0"],
    [0, byOffset, "last", "offset=4", ", 1 of 0"],
  ])("of %d in %j, %s, %j: %s", (count, style, beyondLast, query, expected) => {
    expect(page(count, { ...style, beyondLast }, query)).toBe(expected);
  });

  test.each(["9999999999", "99999999999999999999", "9".repeat(400)])("may be as far as %s", (number) => {
    expect(page(12, { ...byPage, beyondLast: "last" }, `page=${number}`)).toBe("11 12, 3 of 12");
    expect(page(12, { ...byPage, beyondLast: "reject" }, `page=${number}`)).toBe(beyond);
    expect(page(12, { ...byPage, beyondLast: "empty" }, `page=${number}`)).toMatch(/^, \d{10,13} of 12$/);
    expect(page(12, { ...byOffset, beyondLast: "empty" }, `offset=${number}`)).toMatch(/^, \d{10,12} of 12$/);
  });
});

describe("an unreadable value, taken as absent", () => {
  test.each([
    [byPage, "page=two", "1 2 3 4 5, 1 of 12"],
    [byPage, "page=2&per_page=0", "6 7 8 9 10, 2 of 12"],
    [byPage, "page=0&per_page=3", "1 2 3, 1 of 12"],
    [byOffset, "offset=-5&limit=x", "1 2 3 4 5, 1 of 12"],
  ])("in %j, %j: %s", (style, query, expected) => {
    expect(page(12, { ...style, unreadable: "default" }, query)).toBe(expected);
  });
});

test("the parameters are those the dialect names", () => {
  const parameters = { page: "page[number]", size: "page[size]" };
  expect(page(12, { ...byPage, parameters }, "page%5Bnumber%5D=2&page[size]=2&page=5")).toBe("3 4, 2 of 12");
});
