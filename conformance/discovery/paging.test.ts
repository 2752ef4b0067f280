import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import { settled } from "./observation.ts";
import { openSource, type Source } from "./source.ts";
import { beyondLast, bounds, unreadable, unreadableValues } from "./page-bounds.ts";
import { position, sizeName } from "./page-parameters.ts";
import { pagingParameters, pagingStyle } from "./paging.ts";
import { readUpTo } from "./seen-records.ts";

type Query = Readonly<Record<string, string>>;

const users = Array.from({ length: 90 }, (_, index) => ({ id: `u${index}` }));
const rejected: ScriptedResponse = { status: 400, json: { message: "no" } };

/** A target whose list of users responds like this to a query. */
function target(answer: (query: Query) => ScriptedResponse): Source {
  return openSource(scriptedSession({}, { answer: ({ query = {} }) => answer(query) }));
}

function cut(start: number, size: number, page: number): ScriptedResponse {
  return envelope(users.slice(start, start + size), page, users.length);
}

/** Pages from 1 by `p`, sizes by `rows`; overrides come first. */
function paged(odd: (query: Query) => ScriptedResponse | undefined = () => undefined): Source {
  return target((query) => {
    const size = Math.min(Number(query["rows"] ?? 10), 40);
    const page = Number(query["p"] ?? 1);
    return odd(query) ?? (page >= 1 && size >= 1 ? cut((page - 1) * size, size, page) : rejected);
  });
}

describe("the names of parameters", () => {
  test("are found among all", async () => {
    expect(await sizeName(paged(), "users")).toBe("rows");
    expect(await settled(position(paged(), "users"))).toMatchObject({ name: "p", style: "page", isByName: false });
  });

  test("are tried one by one if others are rejected", async () => {
    const strict = target((query) => {
      if (Object.keys(query).some((name) => name !== "page" && name !== "limit")) return rejected;
      const size = Number(query["limit"] ?? 10);
      const page = Number(query["page"] ?? 1);
      return Number.isInteger(size * page) ? cut((page - 1) * size, size, page) : rejected;
    });
    expect(await sizeName(strict, "users")).toBe("limit");
    expect(await settled(position(strict, "users"))).toMatchObject({ name: "page", style: "page" });
  });

  test("an offset is not a page, although the page number does not change", async () => {
    const offset = target((query) => cut(Number(query["skip"] ?? 0), Number(query["take"] ?? 10), 1));
    expect(await settled(position(offset, "users"))).toMatchObject({ name: "skip", style: "offset", isByName: false });
  });

  test("of the users are tried on the invoices at once, and others are found if these do not work", async () => {
    const alike = paged();
    await position(alike, "users");
    const before = alike.entries.length;
    expect(await settled(position(alike, "invoices"))).toMatchObject({ name: "p", style: "page" });
    expect(await sizeName(alike, "invoices")).toBe("rows");
    expect(alike.entries.length - before).toBe(2);

    // Pages of the invoices count from 0, so that an ignored offset has the same number as a valid one.
    const session = scriptedSession(
      {},
      {
        answer: ({ operation, query = {} }) => {
          const [start, size] = [
            Number(query[operation === "listUsers" ? "from" : "skip"] ?? 0),
            Number(query["take"] ?? 10),
          ];
          return cut(start, size, Math.floor(start / size));
        },
      },
    );
    expect(await settled(position(openSource(session), "invoices"))).toMatchObject({ name: "skip", style: "offset" });
  });

  test.each([
    ["is the number of pages", () => 9],
    ["counts down", (page: number) => 10 - page],
  ])("are found by the records if `meta.page` %s", async (_, numberOf) => {
    const lying = target((query) => {
      const [page, size] = [Number(query["p"] ?? 1), Number(query["rows"] ?? 10)];
      return cut((page - 1) * size, size, numberOf(page));
    });
    expect(await settled(position(lying, "users"))).toMatchObject({ name: "p", style: "page" });
  });

  test("are found if the apparent key is the same in all records", async () => {
    const alike = users.map(({ id: staff }) => ({ key: "std", staff }));
    const answer = ({ skip = "0", take = "10" }: Query): ScriptedResponse =>
      envelope(alike.slice(Number(skip), Number(skip) + Number(take)), 1, alike.length);
    expect(await settled(position(target(answer), "users"))).toMatchObject({ name: "skip", style: "offset" });
  });

  test("are null if all pages have one size", async () => {
    const fixed = target(({ p = "1" }) => (Number(p) >= 1 ? cut((Number(p) - 1) * 10, 10, Number(p)) : rejected));
    expect((await pagingParameters(fixed, "users")).value).toEqual({ page: "p", size: null });
  });

  test("a field of that name is not a parameter", async () => {
    const counted = users.map((user, index) => ({ ...user, rows: index }));
    const filtered = target((query) => envelope("rows" in query ? [] : counted.slice(0, 10), 1, counted.length));
    expect(await settled(sizeName(filtered, "users"))).toHaveProperty("unset");
  });

  test("after a request without a response, a missing result proves nothing", async () => {
    const broken = target((query) => (Object.keys(query).length > 0 ? { status: 502 } : cut(0, 10, 1)));
    expect(await settled(sizeName(broken, "users"))).toMatchObject({
      unset: "a request got 502, which is inconclusive",
    });
  });
});

describe("the maximum size", () => {
  test("is the length of the response to a request for more", async () => {
    expect(await settled(bounds(paged(), "users"))).toMatchObject({ oversize: "clamp", maxSize: 40 });
  });

  test.each([
    [{ message: "rows: 35 at most" }, 8],
    [{ message: "no" }, 20],
  ])("is found if more is rejected, sooner if the rejection names it: %j", async (json, most) => {
    const learning = paged(({ rows }) => (Number(rows) > 35 ? { status: 400, json } : undefined));
    await sizeName(learning, "users");
    const before = learning.entries.length;
    expect(await settled(bounds(learning, "users"))).toMatchObject({ oversize: "reject", maxSize: 35 });
    expect(learning.entries.length - before).toBeLessThanOrEqual(most);
  });

  test("is unknown if all records come", async () => {
    const all = target(({ rows }) => cut(0, Number(rows ?? 10), 1));
    expect(await settled(bounds(all, "users"))).toMatchObject({ give: "an account with more users" });
  });

  test("is not the usual one, if that is only the fallback for larger sizes", async () => {
    const falling = paged(({ rows }) => (Number(rows) > 40 ? cut(0, 10, 1) : undefined));
    expect(await settled(bounds(falling, "users"))).toHaveProperty("unset");
  });
});

describe("a page out of range", () => {
  const far = (reply: ScriptedResponse): Source => paged(({ p }) => (Number(p) > 15 ? reply : undefined));

  test.each([
    ["empty", envelope([], 1090, 90)],
    ["reject", { status: 404, json: {} }],
    ["last", cut(80, 10, 9)],
  ])("%s", async (value, reply) => {
    expect(await settled(beyondLast(far(reply), "users"))).toMatchObject({ value });
  });

  test("a dialect cannot express the first page again", async () => {
    expect(await settled(beyondLast(far(cut(0, 10, 1)), "users"))).toHaveProperty("unset");
  });

  test.each([
    ["reject", rejected, rejected],
    ["default", cut(0, 10, 1), rejected],
  ])("unreadable: %s", async (value, place, size) => {
    const source = paged(({ p, rows }) => (p === "x" ? place : rows === "x" ? size : undefined));
    expect((await unreadableValues(source, "users")).value).toBe(value);
  });
});

describe("parameters of common services", () => {
  const pagedBy =
    (name: string, size: string, startOf: (value: number, length: number) => number, first: number) =>
    (query: Query): ScriptedResponse => {
      const length = Math.min(Number(query[size] ?? 10), 40);
      const start = startOf(Number(query[name] ?? first), length);
      return cut(start, length, Math.floor(start / length) + 1);
    };
  const [byNumber, byOffset] = [(value: number, length: number) => (value - 1) * length, (value: number) => value];

  test.each([
    ["$skip", "$limit", byOffset, "offset"],
    ["start", "rows", byOffset, "offset"],
    ["page[number]", "page[size]", byNumber, "page"],
    ["page", "per-page", byNumber, "page"],
    ["offset", "count", byOffset, "offset"],
  ] as const)("%s and %s: others are rejected, or find nothing", async (name, size, startOf, style) => {
    const answer = pagedBy(name, size, startOf, style === "page" ? 1 : 0);
    const isKnown = (query: Query): boolean => Object.keys(query).every((each) => each === name || each === size);
    const rejecting = target((query) => (isKnown(query) ? answer(query) : rejected));
    expect(await sizeName(rejecting, "users")).toBe(size);
    expect(await settled(position(rejecting, "users"))).toMatchObject({ name, style });
    const filtering = target((query) => (isKnown(query) ? answer(query) : envelope([], 1, 0)));
    expect(await sizeName(filtering, "users")).toBe(size);
    expect(await settled(position(filtering, "users"))).toMatchObject({ name, style });
  });

  test("a rejection that lists the parameters is used", async () => {
    const answer = pagedBy("seite", "ps", byNumber, 1);
    const strict = target((query) =>
      Object.keys(query).every((name) => name === "seite" || name === "ps")
        ? answer(query)
        : { status: 400, json: { error: "unknown parameter; known are: seite, ps" } },
    );
    expect(await sizeName(strict, "users")).toBe("ps");
    expect(await settled(position(strict, "users"))).toMatchObject({ name: "seite", style: "page" });
  });

  test("pages requested from 0 and numbered from 1", async () => {
    const zero = target(pagedBy("page", "size", (value, length) => value * length, 0));
    expect(await settled(position(zero, "users"))).toMatchObject({ name: "page", style: "page", first: 0 });
    const unsized = target(({ page = "0" }) => cut(Number(page) * 10, 10, Number(page) + 1));
    expect(await settled(position(unsized, "users"))).toMatchObject({ name: "page", style: "page", first: 0 });
  });
});

describe("a cursor", () => {
  /** Pages of 10, reachable only with a text from the previous response. */
  const led = (): Source =>
    target(({ after, limit = "10", ...others }) => {
      if (after !== undefined && !/^c\d+_$/.test(after)) return rejected;
      const [start, size] = [Number(after?.slice(1, -1) ?? 0), Math.min(Number(limit), 40)];
      const next = start + size < users.length ? `c${start + size}_` : null;
      const page = {
        data: users.slice(start, start + size),
        meta: { page: 1 + start / size, total: users.length, next },
      };
      return Object.keys(others).length > 0 ? cut(0, size, 1) : { json: page };
    });

  test("is a separate style, with the name of its parameter and of the size", async () => {
    const source = led();
    expect((await pagingStyle(source, "users")).value).toBe("cursor");
    expect((await pagingParameters(source, "users")).value).toEqual({ cursor: "after", size: "limit" });
    expect((await unreadable(source, "users")).value).toBe("reject");
    expect(await settled(position(source, "users"))).toHaveProperty("unset");
  });

  test("leads to the records of further pages", async () => {
    const { records, isAll } = await readUpTo(led(), "users", { records: 200, pages: 5 });
    expect([records.length, isAll]).toEqual([users.length, true]);
  });
});
