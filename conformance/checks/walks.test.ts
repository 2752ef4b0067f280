import { describe, expect, test } from "vitest";
import { isPage, joined, judge, led, page, people, shuffle, statuses, users, type Answer } from "./lists.fixture.ts";
import { envelope } from "./scripted-session.fixture.ts";

const isPastTheEnd = ({ page: number = "1", limit = "5" }: Readonly<Record<string, string>>): boolean =>
  (Number(number) - 1) * Math.min(Number(limit), 50) >= users.length;

describe("a list that is the same over all its pages passes, or is inconclusive", () => {
  test.each<readonly [string, Answer, readonly string[]]>([
    ["plain pages", (query) => page(users, query), ["passed", "passed"]],
    ["pages of five without another size", ({ page: at = "1" }) => page(users, { page: at }), ["passed", "passed"]],
    [
      "the last page again beyond the last",
      ({ page: at = "1", limit = "5" }) =>
        page(users, { limit, page: String(Math.min(Number(at), Math.ceil(47 / Math.min(Number(limit), 50)))) }),
      ["passed", "passed"],
    ],
    [
      "beyond the last page, nothing, numbered 1",
      (query) => (isPastTheEnd(query) ? envelope([], 1, 47) : page(users, query)),
      ["passed", "passed"],
    ],
    ["a whole list in another order each time", (_, nth) => envelope(shuffle(users, nth)), ["skipped", "passed"]],
    [
      "pages asked for from 0 and numbered from 1",
      (query) => page(users, { ...query, page: String(Number(query["page"] ?? 0) + 1) }),
      ["passed", "passed"],
    ],
    [
      "cursors, on pages that all have the number 1",
      ({ cursor = "c0" }) => {
        const start = Number(cursor.slice(1));
        const meta = { page: 1, total: 47, next: start + 5 < 47 ? `c${start + 5}` : null };
        return { json: { data: users.slice(start, start + 5), meta } };
      },
      ["failed", "passed"],
    ],
    [
      "others write all the time",
      (query, nth) => page([...joined(nth), ...users], query),
      ["inconclusive", "inconclusive"],
    ],
    ["somebody wrote once", (query, nth) => page([...joined(nth > 20 ? 1 : 0), ...users], query), ["passed", "passed"]],
    [
      "a page that fails once",
      (query, nth) => (nth < 30 && isPage(query, 3) ? { status: 502 } : page(users, query)),
      ["passed", "passed"],
    ],
    ["a list too long to be read", (query) => page(people(4000), query), ["passed", "skipped"]],
  ])("%s", async (_, answer, expected) => {
    expect(await statuses(answer)).toEqual(expected);
  });
});

test("nothing fails if a replica, which has every other page, gets a new user before the last walk", async () => {
  const found = await statuses((query, _, { label }) => {
    const isBehind = label !== "on walk 3" && Number(query["page"] ?? 1) % 2 === 0;
    return page(isBehind ? users.slice(0, -1) : users, query);
  });
  expect(found).not.toContain("failed");
});

test.each([
  [47, 3, 10],
  [47, 5, 100],
  [150, 3, 100],
  [700, 13, 100],
  [4000, 8, 200],
])(
  "nothing fails if others write all the time to a list of %i, and the total is counted from time to time",
  async (count, each, every) => {
    const found = await statuses((query, nth) => {
      const total = count + Math.floor((every * Math.floor(nth / every)) / each);
      return page([...joined(Math.floor(nth / each)), ...people(count)], query, total);
    });
    expect(found).not.toContain("failed");
  },
);

/** Others add a user every N requests; `cut` takes records off a page. */
function growing(each: number, cut: (data: readonly object[]) => readonly object[]): Answer {
  return ({ page: number = "1", limit = "5" }, nth) => {
    const all = [...users, ...joined(Math.floor(nth / each)).toReversed()];
    const rows = all.slice((Number(number) - 1) * Number(limit));
    return envelope(cut(rows.slice(0, Math.min(Number(limit), 50))), Number(number), all.length);
  };
}

test.each<readonly [string, Answer]>([
  ["hold at most ten records", growing(8, (data) => data.slice(0, 10))],
  ["lack every seventh record", growing(15, (data) => data.filter((row) => users.indexOf(row) % 7 !== 3))],
])("pages that %s fail, though others add users meanwhile", async (_, answer) => {
  expect(await statuses(answer)).toContain("failed");
});

test("pages of a list from which others also remove users may lose some", async () => {
  expect(await statuses((query, nth) => page(people(400 + nth).slice(2 * nth), query))).not.toContain("failed");
});

describe("a list with faults", () => {
  test.each<readonly [string, Answer, readonly string[]]>([
    [
      "a page in the middle that is short",
      (query) =>
        page(
          users.filter((_, index) => !isPage(query, 6) || index !== 27),
          query,
          47,
        ),
      ["failed", "passed"],
    ],
    [
      "a page in the middle with a record of the one before",
      (query) => page(isPage(query, 6) ? users.toSpliced(25, 1, { ...users[24] }) : users, query),
      ["failed", "passed"],
    ],
    ["another order each time", (query, nth) => page(shuffle(users, nth), query), ["failed", "passed"]],
    [
      "cursors that leave one out at each border",
      ({ cursor = "c0" }) => {
        const start = Number(cursor.slice(1));
        const meta = { page: 1 + start / 6, total: 47, next: start + 6 < 47 ? `c${start + 6}` : null };
        return { json: { data: users.slice(start, start + 5), meta } };
      },
      ["failed", "failed"],
    ],
    [
      "cursors that give the last record of a page again",
      ({ cursor = "c0" }) => {
        const start = Number(cursor.slice(1));
        const meta = { page: 1 + start / 4, total: 47, next: start + 5 < 47 ? `c${start + 4}` : null };
        return { json: { data: users.slice(start, start + 5), meta } };
      },
      ["failed", "passed"],
    ],
    ["cursors, and a total of the records on the page", led(users, (data) => data.length), ["failed", "failed"]],
    [
      "cursors, and a total of the records on the page, where a list is long",
      led(people(4000), (_data, size) => Math.min(size, 4000)),
      ["passed", "failed"],
    ],
    ["a total that is too great", (query) => page(users, query, 54), ["passed", "failed"]],
    ["a total that is too small", (query) => page(users, query, 40), ["passed", "failed"]],
    ["a total of 20 where there are more", (query) => page(users, query, 20), ["passed", "failed"]],
    ["another total on the last page", (query) => page(users, query, isPage(query, 10) ? 2 : 47), ["failed", "failed"]],
    [
      "pages of one that leave one out",
      (query) => page(query["limit"] === "1" && Number(query["page"]) > 20 ? users.toSpliced(20, 1) : users, query, 47),
      ["failed", "passed"],
    ],
    [
      "a size over the largest, by which the offset is counted all the same",
      (query) => {
        const [size, at] = [Number(query["limit"] ?? 5), Number(query["page"] ?? 1)];
        return envelope(users.slice((at - 1) * size, (at - 1) * size + Math.min(size, 20)), at, 47);
      },
      ["failed", "passed"],
    ],
    [
      "a last page with -1 as its number",
      (query) => (isPage(query, 10) ? envelope(users.slice(45), -1, 47) : page(users, query)),
      ["failed", "passed"],
    ],
    [
      "a size that is too small, and is taken for where a page begins all the same",
      (query) => {
        const at = Number(query["page"] ?? 1);
        return query["limit"] === "2" ? envelope(users.slice(2 * at - 2, 2 * at + 3), at, 47) : page(users, query);
      },
      ["failed", "passed"],
    ],
    [
      "cursors of which the last leads back to the start",
      ({ cursor = "c0" }) => {
        const start = Number(cursor.slice(1));
        const meta = { page: 1 + start / 5, total: 47, next: `c${(start + 5) % 50}` };
        return { json: { data: users.slice(start, start + 5), meta } };
      },
      ["failed", "passed"],
    ],
    [
      "pages of two that are empty",
      (query) => (query["limit"] === "2" ? envelope([], Number(query["page"] ?? 1), 47) : page(users, query)),
      ["failed", "passed"],
    ],
    [
      "a total of the records on the page, where page 0 is page 1",
      ({ page: at = "1", limit = "5" }) => {
        const [number, size] = [Math.max(Number(at), 1), Number(limit)];
        const some = users.slice((number - 1) * size, number * size);
        return envelope(some, some.length === 0 ? 1 : number, some.length);
      },
      ["failed", "failed"],
    ],
    [
      "beyond the last page, what §2 shows of a list without records",
      (query) => (isPastTheEnd(query) ? envelope([]) : page(users, query)),
      ["failed", "failed"],
    ],
    [
      "pages beyond the last that count nothing",
      (query) => (isPastTheEnd(query) ? envelope([], Number(query["page"]), 0) : page(users, query)),
      ["failed", "failed"],
    ],
    [
      "beyond the last page, its records again with the number of another page",
      ({ page: number = "1", limit = "5" }) => {
        const size = Math.min(Number(limit), 50);
        const start = (Math.min(Number(number), Math.ceil(47 / size)) - 1) * size;
        return envelope(users.slice(start, start + size), Number(number), 47);
      },
      ["failed", "passed"],
    ],
    [
      "a first page that has another number if it is requested by its number",
      (query) => {
        const number = Number(query["page"] ?? 0);
        const start = 5 * Math.max(number - 1, 0);
        return envelope(users.slice(start, start + 5), number + 1, 47);
      },
      ["failed", "passed"],
    ],
    [
      "numbers that are one less than those that are requested",
      ({ page: at = "1" }) => envelope(users.slice(5 * Number(at) - 5, 5 * Number(at)), Number(at) - 1, 47),
      ["failed", "skipped"],
    ],
    ["a long list that ends before its total does", (query) => page(people(4000), query, 4300), ["failed", "failed"]],
  ])("%s fails", async (_, answer, expected) => {
    const outcomes = await judge(answer);
    expect(outcomes.map(({ status }) => status)).toEqual(expected);
  });

  test("a page that is rejected twice is missing, and named", async () => {
    const [outcome] = await judge((query) => (isPage(query, 9) ? { status: 404 } : page(users, query)));
    expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("responded with 404") });
  });
});

test("a page with an error twice fails PATH-01, one with a single error does not", async () => {
  const broken = await judge((query) => (isPage(query, 4) ? { status: 500 } : page(users, query)), ["PATH-01"]);
  expect(broken).toMatchObject([
    { status: "failed", message: expect.stringMatching(/^on page 4 of listUsers.*500, twice/) },
  ]);
  const once = await judge(
    (query, _, { label = "" }) => (isPage(query, 4) && !label.includes("again") ? { status: 500 } : page(users, query)),
    ["PATH-01"],
  );
  expect(once).toMatchObject([{ status: "passed" }]);
});
