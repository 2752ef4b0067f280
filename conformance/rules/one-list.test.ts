import { expect, test } from "vitest";
import type { Query } from "../log/model.ts";
import { judgeLog, people, walk, type Line } from "./log.fixture.ts";
import { judgeLists } from "./one-list.ts";

const size = { limit: "2" };

/** A walk by `page` through a list of users. */
function byPage(pages: readonly (readonly object[])[], total: number, query: Query = {}): readonly Line[] {
  const name = Object.keys(query).length === 0 ? "usual" : "short";
  return walk(pages, () => ({ total })).map(({ place = {}, ...line }) => ({
    ...line,
    experiment: name,
    place: { ...place, ...(name === "usual" ? {} : { size: 2 }) },
    probe: { query: place.page === 1 ? query : { ...query, page: String(place.page) } },
  }));
}

/** The requests that show that `limit` sets a size, and `page` a page. */
const parameters: readonly Line[] = [
  { data: people(1, 5), total: 7 },
  {
    data: people(1, 3),
    total: 7,
    probe: { query: { limit: "3" } },
    place: { trial: { role: "size", names: new Map([["limit", 3]]) } },
  },
  {
    data: people(6, 2),
    total: 7,
    page: 2,
    probe: { query: { page: "2" } },
    place: { trial: { role: "page", names: new Map([["page", 2]]) } },
  },
];
const usual = [...parameters, ...byPage([people(1, 5), people(6, 2)], 7)];
const first = people(1, 2);

test.each<[what: string, short: readonly (readonly object[])[], ...checks: string[]]>([
  ["in a size that only the first one has", [first, people(6, 2), []]],
  ["in a size that they all have", [first, people(3, 2), people(5, 2), people(7, 1)], "PAGE-01 passed"],
  ["of which one is lost", [first, people(3, 2), people(6, 2), []], "PAGE-01 failed"],
])("pages %s", (_, short, ...checks) => {
  const [before, all] = [usual, [...usual, ...byPage(short, 7, size)]].map((lines) => judgeLog(judgeLists, lines));
  expect(before).toStrictEqual(["PAGE-01 passed", "TOTAL-01 passed"]);
  expect(all?.filter((check) => check.startsWith("PAGE"))).toStrictEqual([...new Set(["PAGE-01 passed", ...checks])]);
});

test("the last page of a long list repeats no record of the first ones", () => {
  const last = (data: readonly object[]): readonly Line[] =>
    walk([people(1, 2), people(3, 2), data], () => ({ total: 20 })).map((line) =>
      line.place?.page === 3 ? { ...line, page: 10, place: { page: 10 } } : line,
    );
  expect(judgeLog(judgeLists, last(people(19, 2)))).toContain("PAGE-01 passed");
  expect(judgeLog(judgeLists, last(people(4, 2)))).toContain("PAGE-01 failed");
});
