import { expect, test } from "vitest";
import { isList, listOperationIds } from "../../fixtures/contract/operations.ts";
import { prettyJson } from "../../fixtures/values/json.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { judgeTarget } from "../run/judge-target.ts";
import type { HttpClient } from "../target/http-client.ts";
import { forms } from "./example-report.fixture.ts";
import { composeReport, type Report } from "./report.ts";

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const wide = `{${Array.from({ length: 6000 }, (_, index) => `"member ${index}":"value ${index}"`).join()}}`;

function envelope(record: string): string {
  return `{"data":[${record}],"meta":{"page":1,"total":1}}`;
}

/** A target with one response to the token, and a rejection of everything else. */
function openClient(good: string): HttpClient {
  return {
    send: async ({ method, url, headers, body }) => {
      const isGood = headers["authorization"] === "Bearer first-token";
      const request = { method, url, headers: {}, ...(body === undefined ? {} : { body }) };
      const type = { "content-type": "application/json" };
      const [status, text] = isGood ? [200, good] : [401, `{"error":"${"x".repeat(good.length)}"}`];
      const exchange = { request, response: { status, headers: type, body: text, ms: 1 } };
      return Promise.resolve({ exchange, requests: 1, waited: 0 });
    },
    close: () => Promise.resolve(),
  };
}

async function judge(good: string): Promise<Report> {
  const dialect = builtInDialect("reference");
  const target = { baseUrl: "https://x.example", allowWrites: true, ids: { subscription: ["s-1", "s-2"] }, dialect };
  const given = { target, secrets: { first: "first-token" }, client: openClient(good) };
  return composeReport("1.0.0", await judgeTarget(given, { connection: { patience: 0 } }));
}

/** `npm test` takes two of them, `npm run test:slow` all (2 minutes). */
const bodies = [
  ["`meta` nested 5,000 levels deep", `{"data":[],"meta":{"page":${nested(5000)},"total":${nested(5000)}}}`],
  ["a body of 6,000 members", wide],
  ["a record nested 5,000 levels deep", envelope(`{"id":"s-1","x":${nested(5000)}}`)],
  ["a record of 6,000 fields", envelope(wide)],
  ["a text of 2,000,000 characters", envelope(`"${"x".repeat(2e6)}"`)],
] as const;

test.each(bodies.slice(0, process.env["ORGKIT_ALL"] === "1" ? bodies.length : 2))(
  "a target that responds with %s is judged and reported in limited time and size",
  { timeout: 200_000 },
  async (_, good) => {
    const report = await judge(good);
    const objects = report.results.filter(({ id, operation }) => id === "ENV-01" && isList(operation));
    expect(objects.map(({ status }) => status)).toEqual(listOperationIds.map(() => "passed"));
    for (const write of [prettyJson, ...Object.values(forms)]) expect(write(report).length).toBeLessThan(20_000_000);
  },
);

test("a record nested too deeply is not validated, and its list is judged", async () => {
  const { results } = await judge(envelope(`{"id":1,"name":[${nested(300)}]}`));
  const messages = new Map(results.map(({ id, operation, message }) => [`${id} ${operation}`, message]));
  expect(messages.get("DECL-31 listUsers")).toContain("nested 304 levels deep, deeper than orgkit reads (100)");
  expect(messages.get("ENV-02 listUsers")).toContain("as §2 shows it");
});
