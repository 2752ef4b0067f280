import fc from "fast-check";
import { expect, test } from "vitest";
import { forms } from "../report/example-report.fixture.ts";
import { composeReport } from "../report/report.ts";
import type { ExchangeResponse } from "../target/exchange.ts";
import type { HttpClient } from "../target/http-client.ts";
import { judgeTarget } from "./judge-target.ts";

const scalar = fc.oneof(
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, "", "s-1", "__proto__", "2026-01-31T10:00:00Z", "x".repeat(3000), 2 ** 60, -0),
);
const names = fc.oneof(
  fc.constantFrom("id", "uuid", "name", "email", "createdAt", "subscriptionId", "constructor", "__proto__", ""),
  fc.string({ maxLength: 8 }),
);
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const wide = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`member ${index}`, `value ${index}`]));
const record = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(names, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxKeys: 6 }) },
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>(JSON.parse(nested(1000)), wide, "x".repeat(2e6)),
);
const envelope = fc.record({
  data: fc.oneof(
    { weight: 8, arbitrary: fc.array(record, { maxLength: 12 }) },
    fc.constant([]),
    record,
    fc.array(fc.constant({ id: 1, name: "Ada" }), { maxLength: 5 }),
  ),
  meta: fc.oneof(
    { weight: 8, arbitrary: fc.record({ page: fc.nat(3), total: fc.nat(30) }) },
    fc.record({ page: scalar, total: scalar, next: scalar, links: fc.record({ next: scalar }) }),
    record,
  ),
});
const body = fc.oneof(
  { weight: 8, arbitrary: envelope.map((value) => JSON.stringify(value)) },
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 300, unit: "binary" }),
  envelope.map((value) => JSON.stringify(value).slice(0, -3)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
  fc.integer({ min: 1, max: 5000 }).map((depth) => `{"data":[],"meta":{"page":${nested(depth)},"total":1}}`),
);
const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/html", "application/json; charset=utf-16", ";;;", ""),
    "set-cookie": fc.oneof(fc.constant(`s=${"c".repeat(60_000)}`), fc.string({ maxLength: 40 })),
    location: fc.constantFrom("/login", "javascript:alert(1)", "http://[", "//x", ""),
    link: fc.constantFrom('<?page=2>; rel="next"', "<>;rel=next", `<${"x".repeat(5000)}`),
    etag: fc.string({ maxLength: 10 }),
    "retry-after": fc.constantFrom("0", "-1", "soon", "99999999999999999999"),
  },
  { requiredKeys: [] },
);
const status = fc.oneof({ weight: 8, arbitrary: fc.constant(200) }, fc.constantFrom(201, 204, 302, 400, 401, 404, 500));
const response: fc.Arbitrary<ExchangeResponse> = fc.record({ status, headers, body, ms: fc.nat(50) });

/** Gives each request one of some responses; the same request gets the same one, or now and then another. */
function randomClient(responses: readonly ExchangeResponse[]): HttpClient {
  let nth = 0;
  return {
    send: async ({ method, url, headers: { authorization = "" }, body: sent }) => {
      nth += 1;
      const isGood = /^Bearer (?:first|second)-token$/.test(authorization);
      const sum = Buffer.from(`${method}${url}${authorization}`).reduce((all, byte) => all + byte, 0);
      const index = (isGood ? 0 : sum) + (nth % 97 === 0 ? nth : 0) + (url.includes("invoices") ? 1 : 0);
      const request = { method, url, headers: {}, ...(sent === undefined ? {} : { body: sent }) };
      const [first] = responses;
      const chosen = responses[index % responses.length] ?? first;
      const received = chosen === undefined ? {} : { response: { ...chosen } };
      return Promise.resolve({ exchange: { request, ...received }, requests: 1, waited: 0 });
    },
    close: () => Promise.resolve(),
  };
}

test("whatever a target responds, a run ends with a verdict, and each form of the report is of limited size", async () => {
  const numRuns = process.env["ORGKIT_ALL"] === "1" ? 60 : 5;
  await fc.assert(
    fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 6 }), async (responses) => {
      const target = {
        baseUrl: "https://x.example",
        allowWrites: true,
        isQuick: true,
        ids: { subscription: ["s-1", "s-2"] },
        dialect: { errors: { format: "problem" as const } },
      };
      const secrets = { first: "first-token", second: "second-token" };
      const given = { target, secrets, client: randomClient(responses) };
      const report = composeReport("1.0.0", await judgeTarget(given, { connection: { patience: 0 } }));
      expect(report.results.length).toBeGreaterThan(100);
      for (const write of Object.values(forms)) expect(write(report).length).toBeLessThan(20_000_000);
    }),
    // A smaller example would take many runs.
    { numRuns, endOnFailure: true },
  );
}, 600_000);
