import { expect, test } from "vitest";
import type { ExchangeResponse } from "../target/exchange.ts";
import { exampleExchange, exampleReport, exampleResult } from "./example-report.fixture.ts";
import { maskVolatile } from "./masked.ts";
import { reportSchema, type Result } from "./report.ts";

/** The only result of a report, masked. */
function masked(response: Partial<ExchangeResponse> = {}, message = "found"): Result | undefined {
  const { request } = exampleExchange("createUser", 201, "{}");
  const exchange = { request, response: { status: 201, headers: {}, body: "", ms: 1, ...response } };
  const results = [exampleResult("ENV-01", "createUser", "passed", message, [exchange])];
  return maskVolatile(exampleReport({ results })).results[0];
}

test.each([
  ["Date", "Mon, 02 Nov 2026 09:30:01 GMT", "(varies)"],
  ["etag", '"1"', "(varies)"],
  ["x-request-id", "7", "(varies)"],
  ["content-type", "application/json", "application/json"],
  ["ratelimit-limit", "100", "100"],
  ["retry-after", "120", "120"],
  ["retry-after", "Mon, 02 Nov 2026 09:30:01 GMT", "(varies)"],
])("the header %s: %s is %s", (name, value, shown) => {
  expect(masked({ headers: { [name]: value } })?.evidence[0]?.response?.headers).toStrictEqual({ [name]: shown });
});

test.each([
  [0, 100],
  [100, 100],
  [100.5, 300],
  [2999, 3000],
  [9000, 10_000],
  [30_000, 30_000],
  [45_000, 100_000],
])("%d ms is up to %d ms", (ms, shown) => {
  expect(masked({ ms })?.evidence[0]?.response?.ms).toBe(shown);
});

test.each([
  [
    "the values the run made up are one, those of another run are not",
    "orgkit7f3a9c-1b2c3d4e orgkit7f3a9c-00ff00ff orgkit000000-1b2c3d4e orgkit7f3a9c",
    "{{unique}} {{unique}} orgkit000000-1b2c3d4e orgkit7f3a9c",
  ],
  [
    "moments within the run are now",
    '"2026-11-02T09:30:02.123Z" "2026-11-02T09:29:00Z" "2026-11-02 09:30:03" "2026-11-02T10:30:03+01:00"',
    '"(now)" "(now)" "(now)" "(now)"',
  ],
  [
    "others are not",
    '"2026-11-02T09:28:59Z" "2026-11-02T09:31:05Z" "2026-11-02" "9999-99-99T99:99:99Z"',
    '"2026-11-02T09:28:59Z" "2026-11-02T09:31:05Z" "2026-11-02" "9999-99-99T99:99:99Z"',
  ],
  [
    "members that name the request vary",
    '{"requestId":"a1","trace_id": "b2","id":"c3"}',
    '{"requestId":"(varies)","trace_id": "(varies)","id":"c3"}',
  ],
])("in texts %s", (_, body, shown) => {
  expect(masked({ body })?.evidence[0]?.response?.body).toBe(shown);
});

test("all that shows a result is masked, and what was created keeps its values", () => {
  const result = masked({}, "orgkit7f3a9c-1b2c3d4e shows");
  expect(result?.message).toBe("{{unique}} shows");
  expect(result?.evidence[0]?.request.body).toBe('{"name":"{{unique}}"}');
  expect(result?.curl).toContain("{{unique}}");
  const created = [{ sent: '{"name":"orgkit7f3a9c-1b2c3d4e"}', received: "[]" }];
  const report = maskVolatile(exampleReport({ created }));
  expect(report.created).toStrictEqual(created);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toStrictEqual(JSON.parse(JSON.stringify(report)));
  expect(maskVolatile(report)).toStrictEqual(report);
});
