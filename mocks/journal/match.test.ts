import { describe, expect, test } from "vitest";
import type { JournalEntry } from "./entry.ts";
import { differences, matchSchema, type Match } from "./match.ts";

const entry: JournalEntry = {
  number: 1,
  at: "2026-03-01T00:00:00.000Z",
  account: "acct_a",
  request: {
    method: "POST",
    path: "/api/v1/users",
    query: "dry=true&tag=a%20b&tag=c",
    headers: { "content-type": "application/json", prefer: "code=201" },
    body: '{"name":"Ada","tags":[{"a":1,"b":[]}],"address":{"city":"Oslo","zip":null}}',
  },
  reply: { status: 201, headers: {}, body: "" },
  why: { operation: "createUser", rule: "statuses.success.createUser", scenarios: ["latency:ms=1", "reset"] },
};

describe("a call is the one meant", () => {
  test.each<Match>([
    {},
    { operation: "createUser" },
    { method: "POST" },
    { method: "post" },
    { path: "/api/v1/users" },
    { query: { dry: "true" } },
    { query: { tag: "a b" } },
    { headers: { "content-type": "application/json" } },
    { headers: { "Content-Type": "application/json", PREFER: "code=201" } },
    { body: {} },
    { body: { name: "Ada" } },
    { body: { address: { city: "Oslo" } } },
    { body: { address: { zip: null } } },
    { body: { tags: [{ a: 1, b: [] }] } },
    { body: { tags: [{ b: [], a: 1 }] } },
    { status: 201 },
    { account: "acct_a" },
    { rule: "statuses.success.createUser" },
    { scenario: "latency" },
    { scenario: "reset" },
  ])("%j", (match) => {
    expect(differences(entry, match)).toStrictEqual([]);
  });
});

describe("a call is another one, and in what", () => {
  test.each<[Match, string]>([
    [{ operation: "listUsers" }, 'operation: expected "listUsers", was "createUser"'],
    [{ method: "GET" }, 'method: expected "GET", was "POST"'],
    [{ path: "/api/v1" }, 'path: expected "/api/v1", was "/api/v1/users"'],
    [{ query: { dry: "false" } }, 'query dry: expected "false", was "true"'],
    [{ query: { page: "2" } }, 'query page: expected "2", was missing'],
    [{ headers: { Accept: "*/*" } }, 'header Accept: expected "*/*", was missing'],
    [{ body: { name: "Bo" } }, 'body.name: expected "Bo", was "Ada"'],
    [{ body: { email: "a" } }, 'body.email: expected "a", was missing'],
    [{ body: { email: null } }, "body.email: expected null, was missing"],
    [{ body: { toString: null } }, "body.toString: expected null, was missing"],
    [{ body: { address: { city: "Bergen" } } }, 'body.address.city: expected "Bergen", was "Oslo"'],
    [{ body: { address: null } }, 'body.address: expected null, was {"city":"Oslo","zip":null}'],
    [{ body: { tags: [] } }, 'body.tags: expected [], was [{"a":1,"b":[]}]'],
    [{ body: { tags: [{ a: 1 }] } }, 'body.tags: expected [{"a":1}], was [{"a":1,"b":[]}]'],
    [{ body: [] }, `body: expected [], was ${entry.request.body}`],
    [{ status: 200 }, "status: expected 200, was 201"],
    [{ account: "acct_b" }, 'account: expected "acct_b", was "acct_a"'],
    [{ rule: "AUTH-01" }, 'rule: expected "AUTH-01", was "statuses.success.createUser"'],
    [{ scenario: "refused" }, "scenario: expected refused, was latency:ms=1, reset"],
    [{ scenario: "latency:ms=1" }, "scenario: expected latency:ms=1, was latency:ms=1, reset"],
  ])("%j", (match, difference) => {
    expect(differences(entry, match)).toStrictEqual([difference]);
  });

  test("in all it differs in", () => {
    expect(differences(entry, { method: "GET", status: 200, body: { name: "Bo", age: 1 } })).toHaveLength(4);
  });

  test.each(["", "{", "name=Ada"])("with a body that is no JSON: %j", (body) => {
    expect(differences({ ...entry, request: { ...entry.request, body } }, { body: {} })).toStrictEqual([
      "body: expected {}, was no JSON",
    ]);
  });

  test("with no scenario at all", () => {
    expect(differences({ ...entry, why: { ...entry.why, scenarios: [] } }, { scenario: "reset" })).toStrictEqual([
      "scenario: expected reset, was none",
    ]);
  });
});

describe("a match", () => {
  test.each([{ operation: "deleteUser" }, { status: "200" }, { verb: "GET" }, { query: { page: 2 } }])(
    "is refused where it says nothing that can be: %j",
    (match) => {
      expect(matchSchema.safeParse(match).success).toBe(false);
    },
  );
});

test("an expectation with thousands of members is judged by the first that differ, and shown in short", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1]));
  expect(
    differences(entry, { body: many, query: Object.fromEntries(Object.keys(many).map((name) => [name, "1"])) }),
  ).toHaveLength(20);
  const [shown = ""] = differences(entry, { body: { name: "x".repeat(1e6) } });
  expect(shown).toMatch(/^body\.name: expected "xxx.*…, was "Ada"$/);
  expect(shown.length).toBeLessThan(400);
});
