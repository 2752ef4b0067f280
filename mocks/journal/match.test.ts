import { describe, expect, test } from "vitest";
import type { JournalEntry } from "./entry.ts";
import { differences } from "./match.ts";
import { matchSchema, type Match } from "./expectation.ts";

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

describe("a request matches, or differs, with the differences", () => {
  test.each<[Match, ...differences: string[]]>([
    [{}],
    [{ operation: "createUser", path: "/api/v1/users", status: 201, account: "acct_a", scenario: "reset" }],
    [{ operation: "listUsers" }, 'operation: expected "listUsers", was "createUser"'],
    [{ method: "post" }],
    [{ method: "GET" }, 'method: expected "GET", was "POST"'],
    [{ path: "/api/v1" }, 'path: expected "/api/v1", was "/api/v1/users"'],
    [{ query: { dry: "true", tag: "a b" } }],
    [{ query: { dry: "false" } }, 'query dry: expected "false", was "true"'],
    [{ query: { page: "2" } }, 'query page: expected "2", was missing'],
    [{ headers: { "Content-Type": "application/json", PREFER: "code=201" } }],
    [{ headers: { Accept: "*/*" } }, 'header Accept: expected "*/*", was missing'],
    [{ body: {} }],
    [{ body: { name: "Ada", address: { zip: null } } }],
    [{ body: { tags: [{ b: [], a: 1 }] } }],
    [{ body: { email: null } }, "body.email: expected null, was missing"],
    [{ body: { toString: null } }, "body.toString: expected null, was missing"],
    [{ body: { address: { city: "Bergen" } } }, 'body.address.city: expected "Bergen", was "Oslo"'],
    [{ body: { address: null } }, 'body.address: expected null, was {"city":"Oslo","zip":null}'],
    [{ body: { tags: [] } }, 'body.tags: expected [], was [{"a":1,"b":[]}]'],
    [{ body: { tags: [{ a: 1 }] } }, 'body.tags: expected [{"a":1}], was [{"a":1,"b":[]}]'],
    [{ body: [] }, `body: expected [], was ${entry.request.body}`],
    [{ status: 200, account: "acct_b" }, "status: expected 200, was 201", 'account: expected "acct_b", was "acct_a"'],
    [{ rule: "AUTH-01" }, 'rule: expected "AUTH-01", was "statuses.success.createUser"'],
    [{ scenario: "latency:ms=1" }, 'scenario: expected "latency:ms=1", was "latency:ms=1, reset"'],
  ])("%j", (match, ...expected) => {
    expect(differences(entry, match)).toStrictEqual(expected);
  });

  test.each(["", "{", "name=Ada"])("with a body that is not JSON: %j", (body) => {
    expect(differences({ ...entry, request: { ...entry.request, body } }, { body: {} })).toStrictEqual([
      "body as JSON: expected {}, was missing",
    ]);
  });

  test("without any scenario", () => {
    expect(differences({ ...entry, why: { ...entry.why, scenarios: [] } }, { scenario: "reset" })).toStrictEqual([
      'scenario: expected "reset", was ""',
    ]);
  });
});

describe("a matcher", () => {
  test.each([{ operation: "deleteUser" }, { status: "200" }, { verb: "GET" }, { query: { page: 2 } }])(
    "is rejected if it can never match: %j",
    (match) => {
      expect(matchSchema.safeParse(match).success).toBe(false);
    },
  );
});

test("an expectation with thousands of members is checked until the first differences, and shown in short", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1]));
  expect(
    differences(entry, { body: many, query: Object.fromEntries(Object.keys(many).map((name) => [name, "1"])) }),
  ).toHaveLength(20);
  const [shown = ""] = differences(entry, { body: { name: "x".repeat(1e6) } });
  expect(shown).toMatch(/^body\.name: expected "xxx.*…, was "Ada"$/);
  expect(shown.length).toBeLessThan(400);
});
