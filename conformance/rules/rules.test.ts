import { describe, expect, test } from "vitest";
import { passed, type Rule } from "../log/rule.ts";
import { judgeCommonRecords, judgeForeignRecords, judgeFurtherPages, judgeTags } from "./accounts.ts";
import { judgeCredentials, judgeDisclosures, judgeSpellings } from "./authentication.ts";
import { judgeEnvelopes, judgeFirstPages } from "./envelope.ts";
import { judgeLog, people, runId, walk, type Line } from "./log.fixture.ts";
import { doesNotFail, testRows, type Row } from "./rows.fixture.ts";
import { judgeLinks, judgeLists } from "./one-list.ts";
import { judgePaths, judgeUnreliable } from "./path.ts";
import { judgeAddedUsers, judgeGrowth, judgeKinds } from "./reading.ts";
import {
  judgeKnownIds,
  judgePairs,
  judgeReturnedIds,
  judgeTotalsOfOne,
  judgeUnknownIds,
  returnedId,
} from "./subscriptions.ts";
import { judgeSamePages, judgeStability, judgeStickyFilters, judgeStickyOrders } from "./stable-list.ts";

const getSubscription = "getSubscription";
const listInvoices = "listInvoices";
const createUser = "createUser";
const users: Line = { data: people(1, 3) };
const theirs: Line = { data: people(11, 3), as: "second" };
const created: readonly Line[] = [
  { operation: createUser, marker: `${runId}-0000aaaa`, status: 201, data: [{ id: 99 }] },
  { data: people(1, 3), total: 4 },
];
const plan = (id: string, more: object = {}): object => ({ id, plan: "team", ...more });
const one = (id: string, line: Line = {}): Line => ({
  operation: getSubscription,
  probe: { id },
  data: [plan(id)],
  ...line,
});
const invoices = (first: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    number: `R-${first + index}`,
    cents: 1900 + 7 * index,
    month: `2025-0${index + 1}`,
  }));
const mine = (first: number, count: number, more: Line = {}): Line => ({
  operation: listInvoices,
  data: invoices(first, count),
  ...more,
});
const grown = (count: number): Line => mine(1, 0, { data: invoices(1, 9).slice(0, count).toReversed() });
const theirInvoices: Line = { as: "second" };
const namesakes = people(1, 3).map((user) => ({ ...user, name: "Eve", email: "eve@y.example" }));
const rejected: Line = { as: "none", status: 401, text: '{"error":"unauthorized"}' };

const text = (body: string, more: Line = {}): Line => ({ text: body, ...more });
const zero = '"meta":{"page":1,"total":0}}';

/** Views of three users. */
const idFilter: Line = { data: people(1, 1), place: { view: "id=1", isFiltered: true } };
const reversed = people(1, 3).toReversed();
const ascending: Line = { data: people(1, 3), probe: { query: { sort: "id" } }, place: { view: "sort=id", page: 1 } };
const descending: Line = { data: reversed, probe: { query: { sort: "-id" } }, place: { view: "sort=-id", page: 1 } };

/** ENV-01 to ENV-09: a success that fails, and one that passes if it is not the plain list. */
const ofEnvelopes: readonly Row[] = (
  [
    ["JSON", "ENV-01", text("<p>Hello")],
    ["any content", "ENV-01", text("", { status: 204 })],
    ["an array", "ENV-02", text(`{"data":{},${zero}`)],
    ["data", "ENV-02", text(`{${zero}`)],
    ["meta", "ENV-03", text('{"data":[]}')],
    ["an object", "ENV-03", text('{"data":[],"meta":null}')],
    [
      "an integer",
      "ENV-04",
      text('{"data":[],"meta":{"page":"1","total":0}}'),
      text('{"data":[],"meta":{"page":1.0,"total":0}}'),
    ],
    ["a count", "ENV-05", { data: [], total: -1 }],
    ["a total", "ENV-05", text('{"data":[],"meta":{"page":1,"total":null}}')],
    ["page 1 without records", "ENV-06", { page: 0 }, {}],
    ["the total", "ENV-07", { ...users, total: 2 }],
    [
      "a JSON type",
      "ENV-08",
      { headers: { "content-type": "text/html" } },
      { headers: { "content-type": "application/vnd.api+json" } },
    ],
    ["names once", "ENV-09", text(`{"data":[],"data":[],${zero}`)],
  ] satisfies readonly (readonly [string, string, Line, Line?])[]
).map(([what, requirement, fails, passes = users]) => [what, judgeEnvelopes, requirement, [passes], [fails]]);

const ofCredentials: readonly Row[] = (
  [
    ["AUTH-02", "none"],
    ["AUTH-03", "empty"],
    ["AUTH-04", "never-issued"],
    ["AUTH-05", "cut"],
    ["AUTH-06", "basic-scheme"],
    ["AUTH-07", "in-query"],
    ["AUTH-10", "in-cookies"],
  ] as const
).map(([requirement, as]) => [
  as,
  judgeCredentials,
  requirement,
  [users, { ...rejected, as }],
  [users, { ...users, as }],
]);

const ofOneResponse: readonly Row[] = [
  ...ofEnvelopes,
  ...ofCredentials,
  [
    "a first page",
    judgeFirstPages,
    "ENV-04",
    [users, { ...users, place: { view: "sort=id" } }],
    [users, { ...users, page: 0, place: { view: "sort=id" } }],
  ],
  ["a path", judgePaths, "PATH-01", [users], [{ status: 404, text: "" }]],
  ["a token", judgePaths, "AUTH-01", [users], [{ status: 401, text: "" }]],
  [
    "a rejection",
    judgeDisclosures,
    "AUTH-08",
    [users, rejected],
    [users, { ...rejected, text: JSON.stringify({ debug: people(2, 1) }) }],
  ],
  [
    "a spelling",
    judgeSpellings,
    "AUTH-11",
    [users, { ...rejected, place: { spelling: "a trailing slash" } }],
    [users, { ...users, as: "none", place: { spelling: "a trailing slash" } }],
  ],
];

const failure = {
  request: { method: "GET", url: "", headers: {} },
  response: { status: 500, headers: {}, body: "", ms: 1 },
};
const visits = (count: number): Line =>
  one("s-1", { data: [plan("s-1", { visits: Array.from({ length: count }, () => 1) })] });

const theReturned = (id: string, line: Line = {}): Line => one(id, { place: { words: returnedId }, ...line });

test("ids that return the next record fail", () => {
  const log = [one("s-1", { data: [plan("s-2")] }), theReturned("s-2", { data: [plan("s-3")] })];
  expect(judgeLog(judgeReturnedIds, log)).toEqual(["SUB-02 failed"]);
});

const ofSeveral: readonly Row[] = [
  ["one record", judgeKnownIds, "SUB-01", [one("s-1")], [one("s-1", { data: [plan("s-1"), plan("s-2")] })]],
  ["its total", judgeTotalsOfOne, "TOTAL-01", [one("s-1"), one("s-1")], [one("s-1"), one("s-1", { total: 25 })]],
  ["two ids", judgePairs, "SUB-02", [one("s-1"), one("s-2")], [one("s-1"), one("s-2", { data: [plan("s-1")] })]],
  [
    "an unknown id",
    judgeUnknownIds,
    "SUB-03",
    [one("s-1"), one("s-9", { status: 404, text: "", place: { variant: "unknown" } })],
    [one("s-1"), one("s-9", { data: [plan("s-1")], place: { variant: "unknown" } })],
  ],
  [
    "other pages",
    judgeLists,
    "PAGE-01",
    walk([people(1, 2), people(3, 2), people(5, 1)]),
    walk([people(1, 2), people(2, 2), people(5, 1)]),
  ],
  [
    "a complete list",
    judgeLists,
    "TOTAL-01",
    walk([people(1, 2), people(3, 2)]),
    walk([people(1, 2), people(3, 2), []], () => ({ total: 9 })),
  ],
  ["the end of a long list", judgeLists, "TOTAL-01", [users, ...beyondLast([])], [users, ...beyondLast(people(9, 2))]],
  ["a list at the end of a run", judgeLists, "TOTAL-01", [atTheEnd(3), atTheEnd(3)], [atTheEnd(2), atTheEnd(2)]],
  [
    "a list that is short for a while",
    judgeStability,
    "TOTAL-01",
    [users, users],
    [users, { data: people(1, 1) }, users],
  ],
  [
    "invoices between one's own",
    judgeCommonRecords,
    "SCOPE-01",
    [mine(1, 6), mine(21, 4, theirInvoices)],
    [
      mine(1, 6),
      mine(21, 4, { as: "second", data: [1, 3, 5].flatMap((number) => invoices(1, 6).slice(number, number + 1)) }),
    ],
  ],
  [
    "invoices of everyone, to which others add",
    judgeCommonRecords,
    "SCOPE-01",
    [users, theirs, grown(6), grown(7), mine(21, 4, theirInvoices)],
    [users, theirs, grown(6), grown(7), { ...grown(8), ...theirInvoices }],
  ],
  ["a list again", judgeStability, "TOTAL-01", [users, users, users], [users, {}, users]],
  ["a filter", judgeStickyFilters, "TOTAL-01", [users, idFilter, users], [users, idFilter, { data: people(1, 1) }]],
  [
    "an order",
    judgeStickyOrders,
    "READ-01",
    [ascending, users, descending, users],
    [ascending, users, descending, { data: reversed }],
  ],
  [
    "a link",
    judgeLinks,
    "PAGE-01",
    links({ data: people(3, 2), page: 2, total: 4 }),
    links({ data: people(1, 2), total: 4 }),
  ],
  [
    "a view",
    judgeForeignRecords,
    "SCOPE-03",
    [users, theirs, { ...users, place: { view: "sort=id" } }],
    [users, theirs, { data: people(10, 3), place: { view: "sort=id" } }],
  ],
  [
    "a view, after a creation whose user no page shows",
    judgeForeignRecords,
    "SCOPE-03",
    [users, theirs, ...created, { ...users, place: { view: "sort=id" } }],
    [users, theirs, ...created, { data: people(10, 3), place: { view: "sort=id" } }],
  ],
  [
    "a list of users with the same ids",
    judgeForeignRecords,
    "SCOPE-03",
    [users, theirs, { ...users, place: { view: "sort=id" } }],
    [
      users,
      { ...users, as: "second" },
      { ...theirs, data: namesakes, probe: { query: { _: "1" } }, place: { page: 1 } },
    ],
  ],
  [
    "invoices",
    judgeCommonRecords,
    "SCOPE-01",
    [mine(1, 6), mine(21, 4, theirInvoices)],
    [mine(1, 6), mine(21, 4, { as: "second", data: [...invoices(1, 1), ...invoices(21, 4)] })],
  ],
  [
    "a version",
    judgeTags,
    "SCOPE-03",
    [{ ...theirs, place: { header: "another's ETag" } }],
    [{ ...theirs, status: 304, text: "", place: { header: "another's ETag" } }],
  ],
  ["reading", judgeGrowth, "READ-01", [1, 1, 2, 2].map(visits), [1, 2, 3, 4].map(visits)],
  [
    "users that reading adds",
    judgeAddedUsers,
    "READ-01",
    [{ ...users, place: { moment: "before" } }, one("s-1"), one("s-1"), { ...users, place: { moment: "after" } }],
    [
      { ...users, place: { moment: "before" } },
      one("s-1"),
      one("s-1"),
      { data: people(1, 5), place: { moment: "after" } },
    ],
  ],
  [
    "kinds",
    judgeKinds,
    "KIND-01",
    [users, one("s-1", { data: [plan("s-1", { seats: 5 })] })],
    [users, one("s-1", { data: people(1, 1) })],
  ],
];

/** The last pages of a list of six, and the one after them. */
function beyondLast(data: readonly object[]): readonly Line[] {
  const place = { page: 4, isBeyondLast: true } as const;
  const [again, ...pages] = walk([people(1, 2), people(3, 2), people(5, 2)]).toReversed();
  const beyond = { data, page: 4, total: 6, place };
  return again === undefined ? [] : [...pages.toReversed(), beyond, again];
}

/** Three users, on one page at the end of a run. */
function atTheEnd(total: number): Line {
  return { data: people(1, 3), total, place: { moment: "end" } };
}

function links(linked: Line): readonly Line[] {
  const first: Line = { data: people(1, 2), total: 4, place: { page: 1 } };
  return [
    users,
    first,
    { ...linked, place: { page: 2, isLinked: true } },
    { data: people(3, 2), page: 2, total: 4, place: { page: 2 } },
    { ...first, place: { page: 1, isAgain: true } },
  ];
}

testRows([...ofOneResponse, ...ofSeveral]);

const readStyle: Rule = function* ([first], facts) {
  if (first !== undefined) yield passed(facts.paging("listUsers").style, first, "");
};

test("a parameter has no effect if the list in no order has the same records without it", () => {
  const plain = [people(1, 4), people(5, 4), people(1, 4)].map((data): Line => ({ data, total: 8 }));
  const place: Line["place"] = { trial: { role: "page", names: new Map([["page", 2]]) } };
  const trial: Line = { data: people(5, 4), total: 8, probe: { query: { page: "2" } }, place };
  expect(judgeLog(readStyle, [...plain, trial])).toStrictEqual(["none passed"]);
});

test("a cursor has an effect if it leads to another number of a page, whatever records that has", () => {
  const trial: Line["place"] = { trial: { role: "cursor", names: new Map([["after", 0]]) } };
  const second: Line = { data: people(1, 3), total: 9, probe: { query: { after: "x" } }, place: trial };
  const first: Line = { data: people(1, 3), total: 9 };
  expect(judgeLog(readStyle, [first, { ...second, page: 2 }])).toStrictEqual(["cursor passed"]);
  expect(judgeLog(readStyle, [first, second])).toStrictEqual(["none passed"]);
});

test("further pages with the other account's records are a leak if the total does not count them", () => {
  const pages = [people(1, 3), people(11, 3)];
  const tooMany = walk(pages, () => ({ total: 3 }));
  expect(judgeLog(judgeFurtherPages, [users, theirs, ...tooMany])).toStrictEqual(["SCOPE-03 failed"]);
  // A person may be a member of both organizations.
  expect(judgeLog(judgeFurtherPages, [users, theirs, ...walk(pages)])).toStrictEqual([]);
});

test.each<[string, Line, Line]>([
  ["a size", { data: people(1, 1), total: 3 }, { data: people(1, 1), total: 2 }],
  ["a page", { data: people(2, 3), total: 3, page: 2 }, { data: people(2, 3), total: 3 }],
])("a request that gets the page of another one fails: %s", (_, other, rest) => {
  expect(judgeLog(judgeSamePages, [users, other])).toStrictEqual(["PAGE-01 failed"]);
  expect(judgeLog(judgeSamePages, [users, { ...rest, probe: { query: { page: "2" } } }, users, rest])).toStrictEqual(
    [],
  );
});

test("readings that do not succeed show nothing of what reading changes", () => {
  const limited: Line = { ...users, status: 429, text: "" };
  expect(judgeLog(judgeGrowth, [limited, limited, limited, limited])).toStrictEqual([]);
});

test("requests that fail at first are no accident if there are several", () => {
  const unsteady: Line = { ...users, repeated: failure };
  expect(judgeLog(judgeUnreliable, [users, unsteady, unsteady])).toStrictEqual([]);
  expect(judgeLog(judgeUnreliable, [users, unsteady, unsteady, unsteady])).toStrictEqual(["PATH-01 failed"]);
});

test("a list to which others add as many users as they remove has no fixed positions", () => {
  const [start, before, after] = [people(1, 4), people(5, 4), [...people(5, 1), ...people(7, 3)]];
  const plain: Line = { data: start, total: 8 };
  const readIn = (end: readonly object[], size?: number): readonly Line[] =>
    walk([start, end]).map((line) => ({
      ...line,
      experiment: `in pages of ${size}`,
      place: { ...line.place, ...(size === undefined ? {} : { size }) },
      probe: line.place?.page === 1 ? {} : { query: { page: "2" } },
    }));
  const lines = [plain, ...readIn(before), ...readIn(after, 100)];
  expect(judgeLog(judgeLists, lines)).not.toContain("PAGE-01 failed");
});

test("a position that differs is only a failure in a list with as many users as the usual reading had", () => {
  const usual = [people(1, 3), people(4, 3), people(7, 3)];
  const sized = (pages: readonly (readonly object[])[], total: number): readonly Line[] =>
    walk(pages, () => ({ total })).map((line) => ({
      ...line,
      experiment: "in pages of 2",
      place: { ...line.place, size: 2 },
      probe: { query: { size: "2", ...(line.place?.page === 1 ? {} : { page: String(line.place?.page) }) } },
    }));
  const partly = walk(usual, () => ({ total: 20 })).map((line): Line => ({
    ...line,
    probe: line.place?.page === 1 ? {} : { query: { page: String(line.place?.page) } },
  }));
  const shifted = [people(1, 2), people(3, 1).concat(people(5, 1))];
  expect(judgeLog(judgeLists, [...partly, ...sized(shifted, 20)])).toContain("PAGE-01 failed");
  expect(judgeLog(judgeLists, [...partly, ...sized(shifted, 19)])).not.toContain("PAGE-01 failed");
});

/** Users by their numbers. */
const numbered = (...ids: readonly number[]): readonly object[] => ids.flatMap((id) => people(id, 1));

/** The first page of a list that begins with who was active last, each time after another one was. */
const moving = [people(1, 8), numbered(9, 1, 2, 3, 4, 5, 6, 7), numbered(5, 9, 1, 2, 3, 4, 6, 7)];

describe("a violation is inconclusive", () => {
  test.each<[string, Rule, readonly Line[], string]>([
    [
      "if records move to the front meanwhile",
      judgeLists,
      [
        ...moving.map((data): Line => ({ data, total: 16 })),
        ...walk([moving[2] ?? [], numbered(7, 8, 10, 11, 12, 13, 14, 15)], () => ({ total: 16 })),
      ],
      "PAGE-01 inconclusive",
    ],
    [
      "if others remove users meanwhile, also of users without ids",
      judgeLists,
      [
        ...walk([[{ name: "Ada" }], [{ name: "Bo" }]], (page) => ({ total: 9 - page })).slice(0, 2),
        { data: [{ name: "Ada" }], total: 6, place: { page: 1, isAgain: true } },
      ],
      "TOTAL-01 inconclusive",
    ],
    [
      "if equal invoices do not tell whose they are",
      judgeCommonRecords,
      [{}, theirInvoices].map((more) =>
        mine(1, 3, { ...more, data: [7.3, 12.1, 9.9].map((total, index) => ({ no: index + 1, total })) }),
      ),
      "SCOPE-01 inconclusive",
    ],
  ])("%s", (_, rule, lines, expected) => {
    expect(judgeLog(rule, lines)).toContain(expected);
    doesNotFail("", rule, lines);
  });
});

describe("what stays open", () => {
  test.each<[string, Rule, readonly Line[]]>([
    [
      "a filter that finds nothing, on page 0",
      judgeEnvelopes,
      [{ page: 0, place: { view: "status=x", isFiltered: true } }],
    ],
    [
      "another body than the target accepts",
      judgePaths,
      [{ operation: createUser, marker: `${runId}-0000aaaa`, status: 422, text: "" }],
    ],
    ["an unknown id that gets 200 and an error", judgeEnvelopes, [one("s-1"), one("s-9", { text: '{"ok":false}' })]],
    ["another name of a subscription", judgeReturnedIds, [one("basic", { data: [plan("s-1")] }), theReturned("s-1")]],
    [
      "invoices of one price, numbered from 1 in both accounts",
      judgeCommonRecords,
      [
        users,
        theirs,
        ...[{}, theirInvoices].map((more) =>
          mine(1, 3, { ...more, data: invoices(1, 3).map((row) => ({ ...row, cents: 900 })) }),
        ),
      ],
    ],
    [
      "a creation that the token may not make",
      judgePaths,
      [users, { operation: createUser, marker: `${runId}-0000aaaa`, status: 403, text: "" }],
    ],
    [
      "an unknown token that gets an empty envelope with an error",
      judgeCredentials,
      [users, { as: "never-issued", text: `{"data":[],"errors":[{"code":401}],${zero}` }],
    ],
    [
      "an id of a path that a gateway shortens, as another path shows",
      judgeUnknownIds,
      [
        one("s-1"),
        one("x/../s-1", { data: [plan("s-1")], place: { variant: "after a dot segment" } }),
        { ...users, probe: { path: "/api/v1/x%2F..%2Fusers" }, place: { variant: "after a dot segment" } },
      ],
    ],
    [
      "numbers that a path counts differently",
      judgeReturnedIds,
      [one("17", { data: [plan("33")] }), theReturned("33", { data: [plan("51")] })],
    ],
    [
      "a page beyond the last one, the same each time",
      judgeSamePages,
      [1, 2].map((): Line => ({ page: 9, total: 7, probe: { query: { page: "9" } } })),
    ],
    ...[1, 2].map((total): [string, Rule, readonly Line[]] => [
      `a new user that a list shows, with a total of ${total}`,
      judgeSamePages,
      [1, 2].map((count) => ({ data: people(1, count), total })),
    ]),
    [
      "a user that a last page shows no more, and its total does",
      judgeSamePages,
      [2, 1].map((count): Line => ({ data: people(11, count), page: 2, total: 12, probe: { query: { page: "2" } } })),
    ],
  ])("%s does not fail", doesNotFail);
});
