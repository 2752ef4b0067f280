import { expect, test } from "vitest";
import { prettyJson } from "../../fixtures/json.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { judgeTarget } from "../run/judge-target.ts";
import type { HttpClient } from "../target/http-client.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import { composeReport, type Report } from "./report.ts";
import { reportSummary } from "./summary.ts";
import { reportText } from "./text.ts";

const envelope = (records: string, total = 1): string => `{"data":[${records}],"meta":{"page":1,"total":${total}}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join();
const wide = `{${many(6000, (index) => `"member ${index}":"value ${index}"`)}}`;

/** Each is a success and a rejection with extreme depth, width or length. */
const bodies: readonly [what: string, good: string, rejected?: string][] = [
  ["a record nested 5,000 levels deep", envelope(`{"id":"s-1","x":${nested(5000)}}`)],
  ["`meta` nested 5,000 levels deep", `{"data":[],"meta":{"page":${nested(5000)},"total":${nested(5000)}}}`],
  ["a record of 6,000 fields, and rejections as long", envelope(wide), `{"error":"${"x".repeat(1e6)}"}`],
  ["a body of 6,000 members", wide],
  [
    "12,000 records",
    envelope(
      many(12_000, (index) => `{"id":${index}}`),
      12_000,
    ),
  ],
  ["a text of 2,000,000 characters", envelope(`"${"x".repeat(2e6)}"`)],
];

const secrets = { first: "first-token", second: "second-token" };

/** A target with one response to both tokens, and another to everything else. */
function answering(good: string, rejected: string): HttpClient {
  const authorized = new Set(Object.values(secrets).map((token) => `Bearer ${token}`));
  return {
    send: async ({ method, url, headers, body }) => {
      const isGood = authorized.has(headers["authorization"] ?? "");
      const request = { method, url, headers: {}, ...(body === undefined ? {} : { body }) };
      const response = isGood
        ? { status: 200, headers: { "content-type": "application/json" }, body: good, ms: 1 }
        : { status: 401, headers: { "content-type": "application/problem+json" }, body: rejected, ms: 1 };
      return Promise.resolve({ exchange: { request, response }, requests: 1, waited: 0 });
    },
    close: () => Promise.resolve(),
  };
}

async function judgeAll(good: string, rejected = '{"error":"no"}'): Promise<Report> {
  const target = {
    baseUrl: "https://target.example",
    allowWrites: true,
    ids: { subscription: ["s-1", "s-2"] },
    dialect: builtInDialect("reference"),
  };
  const client = answering(good, rejected);
  return composeReport("1.0.0", await judgeTarget({ target, secrets, client }, { connection: { patience: 0 } }));
}

/** All of them: `npm run test:slow` (2 minutes). */
const sample = bodies.filter(([what]) => process.env["ORGKIT_ALL"] === "1" || /^(?:`meta`|a body of)/.test(what));

test.each(sample)(
  "a target that responds with %s is judged by every check and reported in every form, in limited time and size",
  { timeout: 200_000 },
  async (_, good, rejected) => {
    const report = await judgeAll(good, rejected);
    // The rules that such a response keeps pass.
    const lists = report.results.filter(({ id, operation }) => /ENV-0[1-3]/.test(id) && operation.startsWith("list"));
    const isEnvelope = good.startsWith('{"data":[');
    expect(lists.map(({ status }) => status === "passed")).toEqual(
      lists.map(({ id }) => isEnvelope || id === "ENV-01"),
    );
    for (const form of [
      prettyJson(report),
      reportHtml(report),
      reportJunit(report),
      reportSummary(report),
      reportText(report, (__, text) => text),
    ]) {
      expect(form.length).toBeLessThan(20_000_000);
    }
  },
);

test("a record nested too deeply is not validated, and its list is judged", async () => {
  const { results } = await judgeAll(envelope(`{"id":1,"name":[${nested(300)}]}`));
  const found = (id: string): string | undefined =>
    results.find((result) => result.id === id && result.operation === "listUsers")?.message;
  expect(found("DECL-31")).toContain("nested 304 levels deep, deeper than orgkit reads (100)");
  for (const id of ["ENV-02", "ENV-07"]) expect(found(id)).toContain("as §2 shows it");
});
