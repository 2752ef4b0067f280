import { describe, expect, test } from "vitest";
import type { Rule } from "../log/rule.ts";
import { judgeUnauthorizedCreations } from "./authentication.ts";
import {
  judgeCountedOnce,
  judgeFailedCreations,
  judgeGrowthByOne,
  judgeInvalidCreations,
  judgeOlderUsers,
  judgeOwnIds,
} from "./creation-counted.ts";
import { findRemovedUsers, judgeChanges, judgeEarlierUsers, judgeListed } from "./creation-listed.ts";
import { judgeForeign, judgeOwners, judgeReturned, judgeValues } from "./creation-values.ts";
import { judgeLog, people, readLog, runId, type Line } from "./log.fixture.ts";
import { doesNotFail, testRows, type Row } from "./rows.fixture.ts";

const createUser = "createUser";
const users: Line = { data: people(1, 3) };
const theirs: Line = { data: people(11, 3), as: "second" };
const rejected: Line = { as: "none", status: 401, text: '{"error":"unauthorized"}' };
const marker = `${runId}-0000aaaa`;
const created = { id: 4, name: `Conformance ${marker}`, email: "new@x.example" };
const creation: Line = { operation: createUser, marker, status: 201, data: [created] };
const other = { ...created, name: `Conformance ${runId}-0000bbbb`, email: "other@x.example" };
const second: Line = { ...creation, marker: `${runId}-0000bbbb`, data: [other] };
const before: Line = { ...users, place: { moment: "before" } };
const after = (data: readonly unknown[], line: Line = {}): Line => ({ data, place: { moment: "after" }, ...line });
const listed = [...people(1, 3), created];
const grown = [before, creation, after(listed)];
const asksForChanges: Line = { place: { moment: "after", header: "the ETag of an earlier list" } };
const same = { id: 4, name: "New", email: "new@x.example" };
const unmarked: Line = { ...creation, data: [same], sent: { name: "New", email: "new@x.example" } };
const invalid: Line = { operation: createUser, marker, status: 400, text: "", place: { isInvalid: true } };

const titled: Line = { ...creation, sent: { name: created.name, title: "Chief Conformance Officer" } };

/** Two readings at the end of a run. */
function ends(data: readonly unknown[], line: Line): readonly Line[] {
  return ["end", "again"].map((experiment) => ({ data, experiment, place: { moment: "end" }, ...line }));
}

/** Readings at the end of a run, of two copies of which one never gets the new user. */
function ofTwoCopies(count: number): readonly Line[] {
  return Array.from({ length: count }, (_, index) => ({
    data: index % 2 === 0 ? people(1, 3) : listed,
    experiment: `end ${index}`,
    place: { moment: "end" },
  }));
}

/** The first page of ten users, and the last one. */
function long(last: readonly unknown[], total: number, moment: "before" | "after"): readonly Line[] {
  return [
    { data: people(1, 10), total, place: { moment } },
    { data: last, total, page: 4, probe: { query: { page: "4" } }, place: { moment, page: 4 } },
  ];
}

const beyond: Line = {
  total: 40,
  page: 5,
  probe: { query: { page: "5" } },
  place: { moment: "after", page: 5, isBeyondLast: true },
};

const ofCreations: readonly Row[] = [
  ["a new user", judgeListed, "CREATE-01", grown, [before, creation, after(people(1, 3))]],
  [
    "copies of the list that differ for longer than a run is patient",
    judgeListed,
    "CREATE-01",
    [...grown, ...ends(listed, {})],
    [...grown, ...ofTwoCopies(6)],
  ],
  [
    "a user that only the last, complete readings could show",
    judgeListed,
    "CREATE-01",
    [before, creation, after(people(1, 2), { total: 4 }), ...ends(listed, {})],
    [before, creation, after(people(1, 2), { total: 4 }), ...ends([...people(1, 3), other], {})],
  ],
  [
    "the values of a new user",
    judgeListed,
    "CREATE-01",
    grown,
    [before, creation, after([...people(1, 3), { id: 4, name: "New", email: "" }])],
  ],
  [
    "a changed list",
    judgeChanges,
    "CREATE-01",
    [...grown, after(listed, asksForChanges)],
    [...grown, { ...asksForChanges, status: 304, text: "" }],
  ],
  [
    "one more user",
    judgeGrowthByOne,
    "CREATE-02",
    grown,
    [before, creation, after([...listed, { ...created, id: 5 }])],
  ],
  [
    "one more user, if nothing in its body is unique",
    judgeGrowthByOne,
    "CREATE-02",
    [before, unmarked, after([...people(1, 3), same])],
    [before, unmarked, after([...people(1, 3), same, { ...same, id: 5 }])],
  ],
  ["older users", judgeOlderUsers, "CREATE-02", grown, [before, creation, after(listed.slice(1))]],
  [
    "an id of its own",
    judgeOwnIds,
    "CREATE-02",
    [before, creation, second, after([...listed, { ...other, id: 5 }])],
    [before, creation, second, after([...listed, other])],
  ],
  [
    "an invalid body",
    judgeInvalidCreations,
    "CREATE-02",
    [before, invalid, after(people(1, 3))],
    [before, invalid, after(listed)],
  ],
  [
    "its organization",
    judgeOwners,
    "CREATE-03",
    [users, theirs, creation, after(listed), { ...theirs, place: { moment: "after" } }],
    [
      users,
      theirs,
      creation,
      after(listed),
      { as: "second", data: [...people(11, 3), created], place: { moment: "after" } },
    ],
  ],
  ["the new user", judgeReturned, "CREATE-04", [before, creation], [before, { ...creation, data: people(1, 1) }]],
  [
    "the id in the list",
    judgeReturned,
    "CREATE-04",
    [before, { ...creation, data: [{ id: 4 }] }, after(listed)],
    [before, { ...creation, data: [{ ...created, id: 9 }] }, after(listed)],
  ],
  [
    "its own user, also after a creation that is to be rejected",
    judgeForeign,
    "CREATE-04",
    [before, creation],
    [before, creation, { ...creation, marker: `${runId}-0000bbbb`, place: { isInvalid: true } }],
  ],
  [
    "an id that no other creation got",
    judgeReturned,
    "CREATE-04",
    [before, { ...creation, data: [{ id: 1, state: "queued" }] }, { ...second, data: [{ id: 1, state: "queued" }] }],
    [before, creation, second],
  ],
  [
    "a user once",
    judgeCountedOnce,
    "CREATE-02",
    [before, creation, second, after(listed), ...ends(listed, {})],
    [before, creation, after([...listed, created])],
  ],
  [
    "a total that counts all",
    judgeCountedOnce,
    "CREATE-02",
    [before, creation, ...ends(listed, {})],
    [before, creation, ...ends(listed, { total: 3 })],
  ],
  [
    "a list of many pages",
    judgeListed,
    "CREATE-01",
    [...long(people(11, 10), 30, "before"), creation, ...long(people(11, 10), 30, "after"), after([created])],
    [...long(people(31, 4), 34, "before"), creation, ...long(people(31, 4), 34, "after")],
  ],
  [
    "a list of full pages",
    judgeListed,
    "CREATE-01",
    [...long(people(31, 10), 40, "before"), creation, ...long(people(31, 10), 41, "after"), after([created])],
    [...long(people(31, 10), 40, "before"), creation, ...long(people(31, 10), 40, "after"), beyond],
  ],
  [
    "a rejected creation",
    judgeUnauthorizedCreations,
    "AUTH-09",
    [before, { ...rejected, operation: createUser, marker }, after(people(1, 3))],
    [before, { ...rejected, operation: createUser, marker }, after(listed)],
  ],
  [
    "a rejected creation, if nothing in its body is unique",
    judgeUnauthorizedCreations,
    "AUTH-09",
    [before, { ...unmarked, ...rejected }, after(people(1, 3)), unmarked, after([...people(1, 3), same])],
    [before, { ...unmarked, ...rejected }, after([...people(1, 3), same])],
  ],
  [
    "its values in the response",
    judgeValues,
    "CREATE-04",
    [{ ...creation, data: [{ name: "Zoë" }], sent: { name: "Zoë" } }],
    [{ ...creation, data: [{ name: "ZoÃ«" }], sent: { name: "Zoë" } }],
  ],
  [
    "its letters, not their bytes",
    judgeValues,
    "CREATE-04",
    [{ ...creation, data: [{ name: "Zoë" }], sent: { name: "Zoë" } }],
    [{ ...creation, data: [{ name: "Zo??" }], sent: { name: "Zoë" } }],
  ],
  [
    "its values at any depth",
    judgeValues,
    "CREATE-04",
    [{ ...creation, data: [{ team: { name: "Core" }, person: { name: "Zoë" } }], sent: { person: { name: "Zoë" } } }],
    [{ ...creation, data: [{ person: { name: "Zo?" } }], sent: { name: "Zoë" } }],
  ],
  ["no blank values", judgeValues, "CREATE-04", [creation], [before, { ...creation, data: [{ id: 4, name: "" }] }]],
  [
    "whole texts",
    judgeValues,
    "CREATE-04",
    [before, titled, after([{ ...created, title: "Chief Conformance Officer" }])],
    [before, titled, after([{ ...created, title: "Chief Conform" }])],
  ],
];

testRows(ofCreations);

test("a user of an earlier run is listed, or since removed if a whole list lacks it", () => {
  const name = "orgkit0a0a0a-0000aaaa";
  const list: Line = { ...before, data: [{ id: 1, name }], total: 1 };
  expect(judgeLog(judgeEarlierUsers, [list])).toStrictEqual(["CREATE-01 passed"]);
  expect(judgeLog(judgeEarlierUsers, [before])).toStrictEqual([]);
  const removed = (line: Line) => findRemovedUsers(...readLog([line]));
  expect(removed(list)).toStrictEqual([]);
  expect(removed({ ...before, data: [], total: 0 })).toStrictEqual([name]);
  expect(removed({ ...before, data: [{ id: 2 }], total: 2 })).toStrictEqual([]);
});

describe("what creations leave open", () => {
  test.each<[string, Rule, readonly Line[]]>([
    [
      "an unchanged list after a creation that updates a user",
      judgeChanges,
      [
        { data: listed, place: { moment: "before" } },
        creation,
        after(listed),
        { ...asksForChanges, status: 304, text: "" },
      ],
    ],
    [
      "a created user whom one copy of the list shows later",
      judgeListed,
      [
        before,
        creation,
        after(listed),
        after(people(1, 3), { experiment: "two" }),
        after(listed, { experiment: "three" }),
      ],
    ],
    [
      "users that another run created at the same time",
      judgeGrowthByOne,
      [before, creation, after([...listed, { ...created, id: 5, name: "Conformance orgkit0a0a0a-0000aaaa" }])],
    ],
    [
      "a user of an earlier creation who shows late",
      judgeGrowthByOne,
      [{ ...second, experiment: "earlier" }, before, creation, after([...listed, { ...other, id: 5 }])],
    ],
    [
      "a counted user on a page that was not read",
      judgeListed,
      [{ data: people(1, 1), total: 40, place: { moment: "before" } }, creation, after(people(1, 1), { total: 41 })],
    ],
    ["copies of the list that differ for a while", judgeListed, [...grown, ...ofTwoCopies(4)]],
    [
      "a new user with an id of the service's own instead of the sent one",
      judgeListed,
      [before, { ...creation, sent: { id: created.name } }, after([...people(1, 3), { id: 4, email: "a@x.example" }])],
    ],
  ])("%s does not fail", doesNotFail);
});

test("a creation whose response a gateway lost may have created its user", () => {
  const lost = (status: number): readonly Line[] => [before, { ...creation, status, text: "" }, after(listed)];
  expect(judgeLog(judgeFailedCreations, lost(502))).toStrictEqual([]);
  expect(judgeLog(judgeFailedCreations, lost(500))).toStrictEqual(["CREATE-02 failed"]);
});
