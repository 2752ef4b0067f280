import { describe, expect, test } from "vitest";
import type { Call, Reply } from "../service/call.ts";
import { toEntry, type JournalEntry } from "./entry.ts";

const known = "known-token-1";
const reading = {
  isKnownToken: (token: string) => token === known,
  isDefault: (rule: string) => rule.startsWith("limits."),
  accountOf: ({ headers }: Call) => (headers["authorization"]?.endsWith(known) === true ? "acct_a" : undefined),
};
const reply: Reply = { status: 200, headers: { "content-type": "text/plain" }, body: "é", why: { rule: "AUTH-01" } };

function entryOf(call: Partial<Call>, answered: Reply = reply): JournalEntry {
  const whole = { method: "GET", path: "/api/v1/users", query: "", headers: {}, body: new Uint8Array(), ...call };
  return toEntry({ number: 3, at: Date.UTC(2026, 2, 1), call: whole, reply: answered }, reading);
}

describe("an entry of the journal", () => {
  test("says if a response is based on a default of the dialect", () => {
    const why = { rule: "limits.bodyBytes" };
    expect(entryOf({}, { ...reply, why }).why).toStrictEqual({ ...why, scenarios: [], isDefault: true });
  });

  test("has a request, its response and the reason, as plain data", () => {
    const entry = entryOf({
      method: "POST",
      query: "page=2",
      headers: { authorization: `Bearer ${known}`, accept: undefined },
      body: new TextEncoder().encode("ü"),
    });
    expect(entry).toStrictEqual({
      number: 3,
      at: "2026-03-01T00:00:00.000Z",
      account: "acct_a",
      request: {
        method: "POST",
        path: "/api/v1/users",
        query: "page=2",
        headers: { authorization: `Bearer ${known}` },
        body: "ü",
      },
      reply: { status: 200, headers: { "content-type": "text/plain" }, body: "é" },
      why: { rule: "AUTH-01", scenarios: [] },
    });
    expect(JSON.parse(JSON.stringify(entry))).toStrictEqual(entry);
  });
});

describe("possible real secrets are masked, tokens of the world are not", () => {
  test.each([
    ["authorization", `Bearer ${known}`, `Bearer ${known}`],
    ["authorization", "Bearer real-token-1", "Bearer [masked]"],
    ["authorization", `Bearer ${known}x`, "Bearer [masked]"],
    ["authorization", known, known],
    ["authorization", "Bearer  real-token-1", "Bearer [masked]"],
    ["authorization", "Bearer a b c", "Bearer [masked]"],
    ["x-api-key", "real", "[masked]"],
    ["x-api-key", known, known],
    ["prefer", "code=503", "code=503"],
  ])("header %s: %j → %j", (name, value, shown) => {
    expect(entryOf({ headers: { [name]: value } }).request.headers).toStrictEqual({ [name]: shown });
  });

  test.each([
    ["access_token=real&page=2", "access_token=[masked]&page=2"],
    ["authorization=Bearer%20real", "authorization=[masked]"],
    [`token=${known}`, `token=${known}`],
  ])("query %s → %s", (query, shown) => {
    expect(entryOf({ query }).request.query).toBe(shown);
  });
});
