import { describe, expect, test } from "vitest";
import type { Call, Reply } from "../service/call.ts";
import { toEntry, type JournalItem } from "./entry.ts";
import { type Match, differences } from "./match.ts";
import { WritableJournal } from "./journal.ts";

const worldToken = "known-token-1";
const reading = {
  isKnownToken: (token: string) => token === worldToken,
  isDefault: (rule: string) => rule.startsWith("limits."),
  findAccount: ({ headers }: Call) => (headers["authorization"]?.endsWith(worldToken) === true ? "acct_a" : undefined),
};

function journalItem(number: number, call: Partial<Call> = {}, reply: Partial<Reply> = {}): JournalItem {
  const why = { operation: "listUsers", rule: "statuses.success.listUsers" } as const;
  return {
    number,
    at: Date.UTC(2026, 2, 1),
    call: { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: new Uint8Array(), ...call },
    reply: { status: 200, headers: {}, body: "", why, ...reply },
  };
}

function openFilled(calls: number, capacity = 1000): WritableJournal {
  const journal = new WritableJournal({ capacity, ...reading });
  for (let number = 1; number <= calls; number += 1) {
    journal.record(journalItem(number, { path: `/${number % 2}` }, { status: 200 + number }));
  }
  return journal;
}

function numbers(journal: WritableJournal): readonly number[] {
  return journal.entries().map(({ number }) => number);
}

test("an entry has a request, its response and the reason, as plain data", () => {
  const headers = { authorization: `Bearer ${worldToken}`, accept: undefined };
  const call = { method: "POST", query: "page=2", headers, body: new TextEncoder().encode("ü") };
  const entry = toEntry(journalItem(3, call, { body: "é", why: { rule: "limits.bodyBytes" } }), reading);
  expect(entry).toStrictEqual({
    number: 3,
    at: "2026-03-01T00:00:00.000Z",
    account: "acct_a",
    request: {
      method: "POST",
      path: "/api/v1/users",
      query: "page=2",
      headers: { authorization: `Bearer ${worldToken}` },
      body: "ü",
    },
    reply: { status: 200, headers: {}, body: "é" },
    why: { rule: "limits.bodyBytes", scenarios: [], isDefault: true },
  });
  expect(JSON.parse(JSON.stringify(entry))).toStrictEqual(entry);
});

const authorization = "Bearer [masked]";

test.each<[call: Partial<Call>, shown?: object]>([
  [{ headers: { authorization: "Bearer real-token-1" } }, { headers: { authorization } }],
  [{ headers: { authorization: `Bearer ${worldToken}x` } }, { headers: { authorization } }],
  [{ headers: { authorization: worldToken } }],
  [{ headers: { "x-api-key": "real" } }, { headers: { "x-api-key": "[masked]" } }],
  [{ headers: { "x-api-key": worldToken } }],
  [{ query: "access_token=real&page=2" }, { query: "access_token=[masked]&page=2" }],
  [{ query: `token=${worldToken}` }],
])("possible real secrets are masked, tokens of the world are not: %j", (call, shown: object = call) => {
  expect(toEntry(journalItem(1, call), reading).request).toMatchObject(shown);
});

test.each<[what: string, body: string, shown: string]>([
  ["of 17 kB", `password=${"x".repeat(17_000)}`, "password=[masked]"],
  [
    "in 12,000 pairs",
    Array.from({ length: 12_000 }, (_, index) => `token=secretsecret${index}&a=b`).join("&"),
    "[masked: more than 200 secrets]",
  ],
])("a secret %s is masked, in the reply, too", (_, body, shown) => {
  const journal = new WritableJournal({ capacity: 10, ...reading });
  journal.record(journalItem(1, { body: new TextEncoder().encode(body) }, { body }));
  const { nearMisses } = journal.verify({ match: { status: 299 } });
  for (const { request, reply } of [...journal.entries(), ...nearMisses.map((miss) => miss.entry)]) {
    expect([request.body, reply.body]).toStrictEqual([shown, shown]);
  }
});

test("what is masked follows the tokens that are known when the journal is read", () => {
  const tokens = new Set<string>();
  const journal = new WritableJournal({ capacity: 10, ...reading, isKnownToken: (token) => tokens.has(token) });
  journal.record(journalItem(1, { headers: { authorization: "Bearer token-of-a-world" } }));
  const shown = () => journal.entries().map(({ request }) => request.headers["authorization"]);
  expect(shown()).toStrictEqual([authorization]);
  tokens.add("token-of-a-world");
  expect(shown()).toStrictEqual(["Bearer token-of-a-world"]);
});

describe("a journal", () => {
  test("finds a request by its secrets, and shows none of them", () => {
    const journal = new WritableJournal({ capacity: 10, ...reading });
    const match = { headers: { authorization: "Bearer real-token-1" }, body: { password: "hunter2" } };
    const body = new TextEncoder().encode(JSON.stringify(match.body));
    journal.record(journalItem(1, { headers: match.headers, body }));
    expect(journal.find(match)).toHaveLength(1);
    expect(JSON.stringify(journal.find(match))).not.toMatch(/real-token|hunter2/);
    const failure = journal.verify({ match: { ...match, status: 500 } });
    expect(failure.nearMisses.map(({ entry }) => entry.number)).toStrictEqual([1]);
    expect(JSON.stringify(failure)).not.toMatch(/was \\?"(?:Bearer real|hunter)/);
  });

  test("keeps at most 16 MB", () => {
    const journal = new WritableJournal({ capacity: 100, ...reading });
    for (const number of [1, 2, 3, 4]) journal.record(journalItem(number, { body: new Uint8Array(5_000_000) }));
    expect([numbers(journal), journal.total]).toStrictEqual([[2, 3, 4], 4]);
    expect([journal.newest(1, 0), journal.newest(9, 4)]).toMatchObject([[{ number: 4 }], []]);
  });

  test("finds, counts, drops the oldest when full, and clears", () => {
    const journal = openFilled(6, 5);
    expect([numbers(journal), journal.size, journal.total, journal.capacity]).toStrictEqual([[2, 3, 4, 5, 6], 5, 6, 5]);
    expect(journal.find({ path: "/1" }).map(({ number }) => number)).toStrictEqual([3, 5]);
    expect([journal.count({ path: "/0" }), journal.count({}), journal.count({ status: 999 })]).toStrictEqual([3, 5, 0]);
    journal.clear();
    expect([numbers(journal), journal.size, journal.total]).toStrictEqual([[], 0, 0]);
  });

  test("notifies each listener of each request, until it is removed, also if it keeps none", () => {
    const journal = openFilled(1, 0);
    const notices: string[] = [];
    const ends = ["a", "b"].map((name) => journal.subscribe(({ number }) => notices.push(`${name}${number}`)));
    for (const end of [...ends, undefined]) {
      journal.record(journalItem(journal.total + 1));
      end?.();
    }
    expect([notices, journal.size, journal.total]).toStrictEqual([["a2", "b2", "b3"], 0, 4]);
  });
});

test.each([
  [{}, true, "at least 1 request", [1, 2, 3, 4, 5]],
  [{ count: 1 }, false, "exactly 1 request", [1, 2, 3, 4, 5]],
  [{ match: { path: "/1" }, count: 3 }, true, "exactly 3 requests", [1, 3, 5]],
  [{ match: { path: "/9" }, count: 0 }, true, "exactly 0 requests", []],
  [{ match: { path: "/1" }, count: { atLeast: 4 } }, false, "at least 4 requests", [1, 3, 5]],
  [{ match: { path: "/1" }, count: { atMost: 2 } }, false, "at most 2 requests", [1, 3, 5]],
  [{ match: { path: "/1" }, count: { atLeast: 1, atMost: 3 } }, true, "1 to 3 requests", [1, 3, 5]],
])("verifying %j is %s: %s", (expectation, ok, expected, entries) => {
  expect(openFilled(5).verify(expectation)).toMatchObject({ ok, expected, entries, count: entries.length });
});

test("a failed verification shows at most three of the closest other requests, if too few matched", () => {
  const { nearMisses } = openFilled(9).verify({ match: { path: "/1", status: 204 } });
  expect(nearMisses.map(({ entry, differences: texts }) => [entry.number, texts])).toStrictEqual([
    [1, ["status: expected 204, was 201"]],
    [3, ["status: expected 204, was 203"]],
    [4, ['path: expected "/1", was "/0"']],
  ]);
  expect(openFilled(9).verify({ match: { path: "/1" }, count: 2 }).nearMisses).toStrictEqual([]);
});

test.each<[expectation: Readonly<Record<string, unknown>>, message: string]>([
  [{ count: -1 }, "count: "],
  [{ count: { atleast: 1 } }, "count.atleast: unknown key; did you mean atLeast?"],
  [{ matches: {} }, "matches: unknown key; did you mean match?"],
  [{ match: { operation: "deleteUser" } }, "match.operation: "],
  [{ match: { operatoin: "createUser" } }, "match.operatoin: unknown key; did you mean operation?"],
  [{ match: { status: "200" } }, "match.status: "],
  [{ match: { query: { page: 2 } } }, "match.query.page: expected a string, a list of strings, or a matcher"],
  [{ match: { body: { born: new Date(0) } } }, "match.body: expected JSON"],
  [{ match: { path: "api/v1/users" } }, "match.path: expected a path below the base URL"],
  [{ match: { path: "/api/v1/users?page=2" } }, "match.path: expected a path below the base URL"],
])("an expectation that can never fail, or never be met, is rejected: %j", (expectation, message) => {
  const journal = openFilled(1);
  const { match } = expectation;
  expect(() => journal.verify(expectation)).toThrow(message);
  if (match === undefined) return;
  for (const read of [journal.find, journal.count]) {
    expect(() => read(Object(match))).toThrow(message.replace("match.", ""));
  }
});

const entry = toEntry(
  journalItem(
    1,
    {
      method: "POST",
      query: "dry=true&tag=a%20b&tag=c",
      headers: { "content-type": "application/json", authorization: `Bearer ${worldToken}` },
      body: new TextEncoder().encode('{"name":"Ada","tags":[{"a":1,"b":[]}],"address":{"city":"Oslo","zip":null}}'),
    },
    { why: { operation: "createUser", rule: "AUTH-01", scenarios: ["latency:ms=1", "reset"] } },
  ),
  reading,
);

test.each<[match: Match, ...differences: string[]]>([
  [{}],
  [
    {
      operation: "createUser",
      path: "/api/v1/users",
      status: 200,
      account: "acct_a",
      scenario: "reset",
      rule: "AUTH-01",
    },
  ],
  [{ scenario: "latency" }],
  [{ scenario: "latency:ms=1" }],
  [{ method: "post", query: { dry: "true", tag: "a b" }, headers: { "Content-Type": "application/json" } }],
  [{ body: { name: "Ada", address: { zip: null }, tags: [{ b: [], a: 1 }] } }],
  [{ query: { tag: ["a b", expect.stringMatching(/^.$/)] } }],
  [{ body: expect.objectContaining({ name: "Ada", address: expect.objectContaining({ city: "Oslo" }) }) }],
  [{ body: { name: expect.any(String), tags: [expect.anything()] } }],
  [{ query: { tag: ["a b"] } }, 'query tag: expected ["a b"], was ["a b","c"]'],
  [{ body: { name: expect.any(Number) } }, 'body.name: expected {"Any":"Number"}, was "Ada"'],
  [{ body: { nick: expect.anything() } }, 'body.nick: expected {"Anything":null}, was missing'],
  [{ path: "/api/v1" }, 'path: expected "/api/v1", was "/api/v1/users"'],
  [{ query: { page: "2" } }, 'query page: expected "2", was missing'],
  [{ headers: { Accept: "*/*" } }, 'header Accept: expected "*/*", was missing'],
  [{ body: { toString: null } }, "body.toString: expected null, was missing"],
  [{ body: { address: { city: "Bergen" } } }, 'body.address.city: expected "Bergen", was "Oslo"'],
  [{ body: { tags: [{ a: 1 }] } }, 'body.tags: expected [{"a":1}], was [{"a":1,"b":[]}]'],
  [{ body: [] }, `body: expected [], was ${entry.request.body}`],
  [{ status: 201, account: "acct_b" }, "status: expected 201, was 200", 'account: expected "acct_b", was "acct_a"'],
  [{ scenario: "hang" }, 'scenario: expected "hang", was "latency:ms=1, reset"'],
])("a request matches %j, or differs", (match, ...expected) => {
  expect(differences(entry, match)).toStrictEqual(expected);
});

test("a body that is not JSON matches none, and long expectations are shown in short", () => {
  for (const body of ["", "{", "name=Ada"]) {
    const texts = differences({ ...entry, request: { ...entry.request, body } }, { body: {} });
    expect(texts).toStrictEqual(["body as JSON: expected {}, was missing"]);
  }
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 1]));
  expect(differences(entry, { body: many })).toHaveLength(20);
  const [shown = ""] = differences(entry, { body: { name: "x".repeat(1e6) } });
  expect(shown).toMatch(/^body\.name: expected "xxx.*…, was "Ada"$/);
  expect(shown.length).toBeLessThan(400);
});
