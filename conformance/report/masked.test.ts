import { describe, expect, test } from "vitest";
import type { Exchange } from "../target/exchange.ts";
import { exampleExchange, exampleReport, exampleResult } from "./example-report.fixture.ts";
import { maskVolatile } from "./masked.ts";
import { reportSchema, type Report } from "./report.ts";
import { stableJson } from "./stable-json.ts";

/** The only exchange of a report of one result, masked. */
function masked(change: (exchange: Exchange) => Exchange, message = "found"): Report["results"][number] {
  const exchange = change(exampleExchange("createUser", 201, "{}"));
  const report = exampleReport({ results: [exampleResult("ENV-01", "createUser", "passed", message, [exchange])] });
  const [result] = maskVolatile(report).results;
  if (result === undefined) throw new Error("no result");
  return result;
}

function withReply(reply: Partial<NonNullable<Exchange["response"]>>): (exchange: Exchange) => Exchange {
  return ({ request }) => ({ request, response: { status: 201, headers: {}, body: "", ms: 1, ...reply } });
}

test("headers that vary are masked, the rest stays", () => {
  const headers = {
    Date: "Mon, 02 Nov 2026 09:30:01 GMT",
    etag: '"1"',
    "x-request-id": "7",
    "content-type": "application/json",
    "ratelimit-limit": "100",
  };
  expect(masked(withReply({ headers })).evidence[0]?.response?.headers).toStrictEqual({
    Date: "(varies)",
    etag: "(varies)",
    "x-request-id": "(varies)",
    "content-type": "application/json",
    "ratelimit-limit": "100",
  });
});

test.each([
  ["120", "120"],
  ["Mon, 02 Nov 2026 09:30:01 GMT", "(varies)"],
])("Retry-After: %s is %s", (value, shown) => {
  expect(masked(withReply({ headers: { "retry-after": value } })).evidence[0]?.response?.headers).toStrictEqual({
    "retry-after": shown,
  });
});

test.each([
  [0, 100],
  [99, 100],
  [100.5, 300],
  [42, 100],
  [101, 300],
  [2999, 3000],
  [9000, 10_000],
  [30_000, 30_000],
  [45_000, 100_000],
])("%d ms is up to %d ms", (ms, shown) => {
  expect(masked(withReply({ ms })).evidence[0]?.response?.ms).toBe(shown);
});

describe("in texts", () => {
  const bodyOf = (body: string): string | undefined => masked(withReply({ body })).evidence[0]?.response?.body;

  test("the values the run made up are one value, those of another run are not", () => {
    expect(bodyOf("orgkit7f3a9c-1b2c3d4e orgkit7f3a9c-00ff00ff orgkit000000-1b2c3d4e orgkit7f3a9c")).toBe(
      "{{unique}} {{unique}} orgkit000000-1b2c3d4e orgkit7f3a9c",
    );
    const result = masked((exchange) => exchange, "orgkit7f3a9c-1b2c3d4e shows");
    expect(result.message).toBe("{{unique}} shows");
    expect(result.evidence[0]?.request.body).toBe('{"name":"{{unique}}"}');
    expect(result.curl).toContain("{{unique}}");
  });

  test("moments within the run are now, others are not", () => {
    expect(
      bodyOf('"2026-11-02T09:30:02.123Z" "2026-11-02T09:29:00Z" "2026-11-02 09:30:03" "2026-11-02T10:30:03+01:00"'),
    ).toBe('"(now)" "(now)" "(now)" "(now)"');
    expect(bodyOf('"2026-11-02T09:28:59Z" "2026-11-02T09:31:05Z" "2026-11-02" "9999-99-99T99:99:99Z"')).toBe(
      '"2026-11-02T09:28:59Z" "2026-11-02T09:31:05Z" "2026-11-02" "9999-99-99T99:99:99Z"',
    );
  });

  test("members that name the request vary", () => {
    expect(bodyOf('{"requestId":"a1","trace_id": "b2","id":"c3"}')).toBe(
      '{"requestId":"(varies)","trace_id": "(varies)","id":"c3"}',
    );
  });
});

test("what was created keeps its values, and the report is still one", () => {
  const created = [{ sent: '{"name":"orgkit7f3a9c-1b2c3d4e"}', received: "[]" }];
  const report = maskVolatile(exampleReport({ created }));
  expect(report.created).toStrictEqual(created);
  expect(reportSchema.parse(JSON.parse(stableJson(report)))).toStrictEqual(JSON.parse(JSON.stringify(report)));
  expect(maskVolatile(report)).toStrictEqual(report);
});
