import { expect, test } from "vitest";
import type { ExchangeResponse } from "../target/exchange.ts";
import { exampleExchange, exampleReport, exampleResult } from "./example-report.fixture.ts";
import { maskVolatile } from "./json.ts";
import { reportSchema, type Report } from "./report.ts";

const made = "orgkit7f3a9c-1b2c3d4e";
const created = [{ sent: `{"name":"${made}"}`, received: "[]" }];

/** A report of one result, masked. */
function masked(changed: Partial<ExchangeResponse>): Report {
  const { request } = exampleExchange("createUser", 201, "{}");
  const exchange = { request, response: { status: 201, headers: {}, body: "", ms: 1, ...changed } };
  const results = [exampleResult("ENV-01", "createUser", "passed", `${made} shows`, [exchange])];
  return maskVolatile(exampleReport({ results, created }));
}

const others = '"2026-11-02T09:28:59Z" "2026-11-02T09:31:05Z" "2026-11-02" "9999-99-99T99:99:99Z"';

test.each<[given: Partial<ExchangeResponse>, shown: Partial<ExchangeResponse>]>([
  ...[
    ["Date", "Mon, 02 Nov 2026 09:30:01 GMT", "(varies)"],
    ["etag", '"1"', "(varies)"],
    ["x-request-id", "7", "(varies)"],
    ["content-type", "application/json", "application/json"],
    ["ratelimit-limit", "100", "100"],
    ["retry-after", "120", "120"],
    ["retry-after", "Mon, 02 Nov 2026 09:30:01 GMT", "(varies)"],
  ].map(([name = "", value = "", shown = ""]): [object, object] => [
    { headers: { [name]: value } },
    { headers: { [name]: shown } },
  ]),
  ...[
    [0, 100],
    [100, 100],
    [100.5, 300],
    [2999, 3000],
    [9000, 10_000],
    [30_000, 30_000],
    [45_000, 100_000],
  ].map(([ms, shown]): [object, object] => [{ ms }, { ms: shown }]),
  ...[
    // Only generated values, and only timestamps within the run.
    [
      `${made} orgkit7f3a9c-00ff00ff orgkit000000-1b2c3d4e orgkit7f3a9c`,
      "{{unique}} {{unique}} orgkit000000-1b2c3d4e orgkit7f3a9c",
    ],
    [
      '"2026-11-02T09:30:02.123Z" "2026-11-02T09:29:00Z" "2026-11-02 09:30:03" "2026-11-02T10:30:03+01:00"',
      '"(now)" "(now)" "(now)" "(now)"',
    ],
    [others, others],
    ['{"requestId":"a1","trace_id": "b2","id":"c3"}', '{"requestId":"(varies)","trace_id": "(varies)","id":"c3"}'],
  ].map(([body, shown]): [object, object] => [{ body }, { body: shown }]),
])("varying values in %j are masked: %j", (given, shown) => {
  expect(masked(given).results[0]?.evidence[0]?.response).toMatchObject(shown);
});

test("all evidence of a result is masked, and created users keep their values", () => {
  const report = masked({});
  const [result] = report.results;
  expect(result?.message).toBe("{{unique}} shows");
  expect(result?.evidence[0]?.request.body).toBe('{"name":"{{unique}}"}');
  expect(result?.curl).toContain("{{unique}}");
  expect(report.created).toStrictEqual(created);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toStrictEqual(JSON.parse(JSON.stringify(report)));
  expect(maskVolatile(report)).toStrictEqual(report);
});
