import { describe, expect, test } from "vitest";
import { judge, people, type Answer } from "./lists.fixture.ts";
import { envelope, type ScriptedResponse } from "./scripted-session.fixture.ts";

const members = people(24).map((one, index) => ({
  ...one,
  status: index % 4 === 3 ? "invited" : "active",
  rank: index % 3,
}));

interface Asked {
  readonly all: readonly object[];
  readonly start: number;
  readonly size: number;
  readonly isFiltered: boolean;
  readonly isSorted: boolean;
}

type Page = (asked: Asked) => ScriptedResponse;

/** Users by `status` and `sort`, six on a page. */
const numbered =
  (page: Page): Answer =>
  ({ status, sort, page: number = "1", limit = "6" }) => {
    const found = members.filter((one) => status === undefined || one.status === status);
    const field = sort?.replace(/^-/, "") ?? "";
    const way = sort?.startsWith("-") === true ? -1 : 1;
    const all = found.toSorted((one, other) => (Object(one)[field] < Object(other)[field] ? -way : way));
    const size = Math.min(Number(limit), 50);
    const start = (Number(number) - 1) * size;
    const isSorted = sort !== undefined;
    return page({ all: isSorted ? all : found, start, size, isFiltered: status !== undefined, isSorted });
  };

const right: Page = ({ all, start, size }) =>
  envelope(all.slice(start, start + size), Math.floor(start / size) + 1, all.length);

async function totalOf(page: Page): Promise<{ readonly status: string | undefined; readonly message: string }> {
  const [, total] = await judge(numbered(page));
  return { status: total?.status, message: total?.message ?? "" };
}

describe("views of a list", () => {
  test("pass if they are counted and paged like the list", async () => {
    expect(await totalOf(right)).toMatchObject({ status: "passed" });
  });

  test("fail if every page of a filtered list is the first", async () => {
    const found = await totalOf((asked) => right(asked.isFiltered ? { ...asked, start: 0 } : asked));
    expect(found).toMatchObject({ status: "failed", message: expect.stringContaining("are on the first page, too") });
  });

  test("fail if the second page of a filtered list has the total of the whole list", async () => {
    const found = await totalOf((asked) => {
      const total = asked.isFiltered && asked.start > 0 ? members.length : asked.all.length;
      return envelope(asked.all.slice(asked.start, asked.start + asked.size), asked.start / asked.size + 1, total);
    });
    expect(found).toMatchObject({ status: "failed", message: expect.stringContaining("on the second page, after") });
  });

  test("fail if a sorted list has another total than the plain one", async () => {
    const found = await totalOf((asked) => {
      const total = asked.isSorted ? members.length + 9 : asked.all.length;
      return envelope(asked.all.slice(asked.start, asked.start + asked.size), asked.start / asked.size + 1, total);
    });
    expect(found.status).toBe("failed");
  });

  test("pass if the size is ignored in a filtered list", async () => {
    const found = await totalOf((asked) =>
      asked.isFiltered ? envelope(asked.all, 1, asked.all.length) : right(asked),
    );
    expect(found).toMatchObject({ status: "passed" });
  });
});

test("a link to the next page keeps the filter", async () => {
  const linked =
    (isKept: boolean): Answer =>
    ({ status, cursor = "0" }) => {
      const all = members.filter((one) => status === undefined || one.status === status);
      const start = Number(cursor);
      const filter = isKept && status !== undefined ? `&status=${status}` : "";
      const next = start + 6 < all.length ? `/api/v1/users?cursor=${start + 6}${filter}` : null;
      return { json: { data: all.slice(start, start + 6), meta: { page: start / 6 + 1, total: all.length, next } } };
    };
  const [, kept] = await judge(linked(true));
  expect(kept?.status).toBe("passed");
  const [, lost] = await judge(linked(false));
  expect(lost).toMatchObject({ status: "failed", message: expect.stringContaining("the second page") });
});

test("a filtered list does not end before its total where pages are linked", async () => {
  const linked =
    (lost: (asked: { readonly start: number; readonly isFiltered: boolean }) => boolean): Answer =>
    ({ status, cursor = "0" }) => {
      const all = members.filter((one) => status === undefined || one.status === status);
      const [start, isFiltered] = [Number(cursor), status !== undefined];
      const hasNext = start + 4 < all.length && !lost({ start, isFiltered });
      const next = hasNext ? `/api/v1/users?cursor=${start + 4}${isFiltered ? `&status=${status}` : ""}` : null;
      return { json: { data: all.slice(start, start + 4), meta: { page: start / 4 + 1, total: all.length, next } } };
    };
  const [, kept] = await judge(linked(() => false));
  expect(kept?.status).toBe("passed");
  for (const end of [0, 4]) {
    const [, wrong] = await judge(linked(({ start, isFiltered }) => isFiltered && start === end));
    expect(wrong).toMatchObject({ status: "failed", message: expect.stringContaining("no next") });
  }
});

test("a record twice in one response fails in a list that changes all the time, too", async () => {
  const answer =
    (isTwice: boolean): Answer =>
    (_, nth) => {
      const all = people(20 + nth).map((one, index) => ({ id: `u-${index}`, ...one }));
      return envelope(isTwice && nth === 9 ? [...all.slice(0, 3), ...all.slice(0, 1)] : all.slice(0, 4), 1, all.length);
    };
  const [calm] = await judge(answer(false));
  expect(calm?.status).not.toBe("failed");
  const [twice] = await judge(answer(true));
  expect(twice).toMatchObject({ status: "failed", message: expect.stringContaining("holds 1 user twice") });
});
