import { describe, expect, test } from "vitest";
import type { Rule } from "../log/rule.ts";
import { judgeCredentials, judgeSpellings } from "./authentication.ts";
import { judgeLog, people, runId, type Line } from "./log.fixture.ts";

const users = people(1, 3);
const others = people(11, 3);
const json = (body: unknown, more: Line = {}): Line => ({ text: JSON.stringify(body), ...more });
const loginPage: Line = {
  text: "<!doctype html><form action=/login></form>",
  headers: { "content-type": "text/html" },
};
const jsonApi = (row: object): object => ({ type: "user", id: "7", attributes: row });
const graph = { data: { users: { nodes: users } } };

/** What the valid token gets, what another one gets for the same request, and what this shows. */
const ofLists: readonly (readonly [what: string, own: Line, theirs: Line, status: string])[] = [
  ["records of another envelope", json({ items: users }), json({ items: users }), "failed"],
  ["as many records of somebody else", json({ items: users }), json({ items: others }), "failed"],
  ["a bare array", json(users), json(others), "failed"],
  ["a JSON:API document", json({ data: users.map(jsonApi) }), json({ data: others.map(jsonApi) }), "failed"],
  ["GraphQL with records", json(graph), json(graph), "failed"],
  ["records of some members", json({ items: users }), json({ items: [{ id: 1 }] }), "failed"],
  ["the same list without records", json({ items: [] }), json({ items: [] }), "failed"],
  ["records where the token gets none", json({ items: [] }), json({ items: others }), "failed"],
  ["an envelope where the token gets an array", json(users), { data: others }, "failed"],
  ["an error", json({ items: users }), json({ error: "unauthorized" }), "passed"],
  ["an error of GraphQL", json(graph), json({ data: null, errors: [{ message: "token" }] }), "passed"],
  ["an error beside an empty envelope", { data: users }, json({ data: [], error: "token" }), "passed"],
  ["errors in an array", json(users), json([{ code: "E401", text: "token" }]), "passed"],
  ["a login page", json({ items: users }), loginPage, "passed"],
  ["no content", json({ items: users }), { status: 204, text: "" }, "passed"],
  ["a list without records, in the same form", json({ items: users }), json({ items: [] }), "inconclusive"],
  ["an empty list for both, with other words", json({ items: [], at: 1 }), json({ items: [], at: 2 }), "inconclusive"],
  ["a login page for both", loginPage, loginPage, "inconclusive"],
  ["an error for both", json({ error: "unauthorized" }), json({ error: "unauthorized" }), "inconclusive"],
  ["no content for both", { status: 204, text: "" }, { status: 204, text: "" }, "inconclusive"],
  ["a failure of the service", json({ items: users }), { status: 502, text: "" }, "inconclusive"],
  [
    "a rejection where the token is rejected, too",
    { status: 401, text: "" },
    { status: 401, text: "" },
    "inconclusive",
  ],
];

const plan = { id: "s-1", plan: "team", seats: 5 };
const ofRecords: typeof ofLists = [
  ["a bare record", json(plan), json({ ...plan, seats: 7 }), "failed"],
  ["a record under its name", json({ subscription: plan }), json({ subscription: plan }), "failed"],
  ["a record that failed", json({ ...plan, status: "failed" }), json({ ...plan, status: "failed" }), "failed"],
  ["an error with an id", json(plan), json({ id: "request-9", error: "token" }), "passed"],
];

const marker = `${runId}-0000aaaa`;
const creation = (line: Line): Line => ({ operation: "createUser", marker, status: 201, ...line });
const ofCreations: typeof ofLists = [
  ["a receipt", creation(json({ id: "u-7" })), creation(json({ id: "u-8" })), "failed"],
  ["a receipt without an id", creation(json({ ok: true })), creation(json({ ok: true })), "failed"],
  ["a failure with status 200", creation(json({ ok: true })), creation(json({ ok: false })), "passed"],
  ["no content", creation({ status: 204, text: "" }), creation({ status: 204, text: "" }), "inconclusive"],
  ["a creation with the token is rejected", creation({ status: 422 }), creation({ status: 401 }), "inconclusive"],
];

const judge = (rule: Rule, own: Line, theirs: Line): readonly string[] =>
  judgeLog(rule, [own, { ...theirs, as: "none" }]).map((check) => check.replace("AUTH-02 ", ""));

describe("a wrong token is accepted if it gets what the valid one gets", () => {
  test.each(ofLists)("%s", (_, own, theirs, status) => {
    expect(judge(judgeCredentials, own, theirs)).toStrictEqual([status]);
  });
  test.each(ofRecords)("%s", (_, own, theirs, status) => {
    const [one, other] = [own, theirs].map((line): Line => ({ operation: "getSubscription", ...line }));
    expect(judge(judgeCredentials, one ?? {}, other ?? {})).toStrictEqual([status]);
  });
  test.each(ofCreations)("a creation: %s", (_, own, theirs, status) => {
    expect(judge(judgeCredentials, own, theirs)).toStrictEqual([status]);
  });
});

test("a creation that the list shows was accepted, whatever the response", () => {
  const silent = creation({ status: 204, text: "" });
  const list: Line = { data: [...users, { id: 4, name: `Conformance ${marker}` }] };
  expect(judgeLog(judgeCredentials, [silent, { ...silent, as: "none" }, list])).toStrictEqual(["AUTH-02 failed"]);
});

test("another spelling is accepted if it gets records", () => {
  const spelled = (theirs: Line): readonly string[] =>
    judgeLog(judgeSpellings, [json({ items: users }), { ...theirs, as: "none", place: { spelling: "a slash" } }]);
  expect(spelled(json({ items: others }))).toStrictEqual(["AUTH-11 failed"]);
  expect(spelled({ data: [] })).toStrictEqual(["AUTH-11 passed"]);
  const created = creation({ data: [{ id: 4 }] });
  const respelled: Line = { ...creation({ status: 200 }), as: "none", place: { spelling: "a slash" } };
  expect(judgeLog(judgeSpellings, [created, respelled])).toStrictEqual(["AUTH-11 passed"]);
});
