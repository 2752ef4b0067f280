import { describe, expect, test } from "vitest";
import { compileFilter, withTerm } from "./journal-filter.ts";
import { testEntry } from "./entry.fixture.ts";

const entries = [
  testEntry({ number: 1, account: "acct_aurora" }),
  testEntry({
    number: 2,
    account: "acct_cedar",
    request: { method: "POST", body: '{"email":"ada@x.example"}', headers: { "content-type": "application/json" } },
    reply: { status: 409, body: '{"code":"conflict"}' },
    why: { operation: "createUser", rule: "createUser.unique" },
  }),
  testEntry({
    number: 3,
    request: { path: "/api/v1/invoices", query: "page=2" },
    reply: { status: 0, delivery: { end: "reset" } },
    why: { operation: "listInvoices", rule: "scenario", scenarios: ["reset:times=1", "latency:ms=5"] },
  }),
];

describe("a filter shows the requests that match all its terms", () => {
  test.each([
    ["", [1, 2, 3]],
    ["   ", [1, 2, 3]],
    ["users", [1, 2]],
    ["USERS post", [2]],
    ["#2", [2]],
    ["page=2", [3]],
    ["status:4xx", [2]],
    ["status:409", [2]],
    ["status:reset", [3]],
    ["-status:2xx", [2, 3]],
    ["method:get", [1, 3]],
    ["-get", [2]],
    ["operation:list", [1, 3]],
    ["rule:createUser.unique", [2]],
    ["scenario:latency", [3]],
    ["account:cedar", [2]],
    ["body:ada@", [2]],
    ["header:json", [2]],
    ["query:page", [3]],
    ["path:invoices", [3]],
    ['"connection reset"', [3]],
    ['"409 Conflict" POST', [2]],
    ["nowhere:x", []],
    ["constructor:x", []],
    ["-", [1, 2, 3]],
  ])("%j", (text, numbers) => {
    expect(entries.filter(compileFilter({ text, outcome: "all" })).map(({ number }) => number)).toStrictEqual(numbers);
  });
});

test("an outcome is one more condition", () => {
  const shown = (outcome: "all" | "2xx" | "none"): readonly number[] =>
    entries.filter(compileFilter({ text: "api", outcome })).map(({ number }) => number);
  expect([shown("all"), shown("2xx"), shown("none")]).toStrictEqual([[1, 2, 3], [1], [3]]);
});

test("a term is added once, in quotation marks if it has spaces", () => {
  expect(withTerm("", "rule", "AUTH-04")).toBe("rule:AUTH-04");
  expect(withTerm("rule:AUTH-04 x", "rule", "AUTH-04")).toBe("rule:AUTH-04 x");
  const quoted = withTerm("x", "rule", "a b");
  expect(quoted).toBe('x rule:"a b"');
  expect(withTerm(quoted, "rule", "a b")).toBe(quoted);
});
