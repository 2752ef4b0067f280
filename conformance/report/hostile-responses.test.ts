import { describe, expect, test } from "vitest";
import { obligations } from "../../fixtures/contract/catalogue.ts";
import { levels } from "../../fixtures/contract/requirement.ts";
import { builtInDialect } from "../../fixtures/dialect/built-in.ts";
import { inTurn, judge } from "../checks/judge.ts";
import { scriptedSession } from "../checks/scripted-session.ts";
import { asEvidence } from "../target/exchange.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import { maskVolatile } from "./masked.ts";
import { sealed } from "./digest.ts";
import { composeReport, type Finding, type Report } from "./report.ts";
import { stableJson } from "./stable-json.ts";
import { reportSummary } from "./summary.ts";
import { reportText } from "./text.ts";

interface Bodies {
  /** To the good tokens. */
  readonly good: string;
  readonly refused?: string;
}

const envelope = (records: string, total = 1): string => `{"data":[${records}],"meta":{"page":1,"total":${total}}}`;
const nested = (levels_: number): string => `${'{"a":'.repeat(levels_)}1${"}".repeat(levels_)}`;
const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join();
const wide = `{${many(15_000, (index) => `"member ${index}":"value ${index}"`)}}`;
const states = `{${many(15_000, (index) => `"a${index.toString(36)}Status":"active"`)}}`;
const people = (count: number): string =>
  many(count, (index) => `{"name":"Ada ${index}","email":"ada${index}@x.example"}`);

/** Each is a success or a refusal that something behind would choke on: by its depth, its width or its length. */
const bodies: Readonly<Record<string, Bodies>> = {
  "a record nested 5,000 levels deep": { good: envelope(`{"id":"s-1","x":${nested(5000)}}`) },
  "lists nested 100,000 levels deep": { good: envelope("[".repeat(100_000) + "]".repeat(100_000)) },
  "`meta` nested 5,000 levels deep": { good: `{"data":[],"meta":{"page":${nested(5000)},"total":${nested(5000)}}}` },
  "a refusal nested 5,000 levels deep": { good: envelope('{"id":"s-1","x":2}'), refused: `{"error":${nested(5000)}}` },
  "a record of 15,000 fields": { good: envelope(wide) },
  "a record of 15,000 fields, and refusals as long": {
    good: envelope(wide),
    refused: `{"error":"${"x".repeat(1e6)}"}`,
  },
  "a body of 15,000 members": { good: wide },
  "30,000 records": {
    good: envelope(
      many(100_000, (index) => `{"id":${index}}`),
      100_000,
    ),
  },
  "5,000 records without an id, and refusals with as many": {
    good: envelope(people(5000), 5000),
    refused: `{"errors":[${many(5000, (index) => `{"name":"Ada ${index}x"}`)}]}`,
  },
  "15,000 fields that look like states, and as many records": {
    good: envelope(`${states},${many(15_000, () => "{}")}`, 15_001),
  },
  "a text of 2,000,000 characters": { good: envelope(`"${"x".repeat(2e6)}"`) },
};

async function judgeAll({ good, refused = '{"error":"no"}' }: Bodies): Promise<Report> {
  const session = scriptedSession(
    {},
    {
      ids: ["s-1", "s-2"],
      dialect: builtInDialect("reference"),
      answer: ({ as = "first" }) =>
        as === "first" || as === "second"
          ? { text: good }
          : { status: 401, text: refused, headers: { "content-type": "application/problem+json" } },
    },
  );
  const findings = await inTurn(obligations(levels), async (obligation): Promise<Finding> => {
    const outcome = await judge(session, obligation);
    return {
      id: obligation.requirement.id,
      operation: obligation.operation,
      ...outcome,
      evidence: outcome.evidence.map((exchange) => asEvidence(exchange)),
    };
  });
  const facts = {
    target: { name: "target", baseUrl: session.target.baseUrl, dialect: "reference" },
    runId: "orgkit1",
    startedAt: "2026-01-01T00:00:00Z",
    durationMs: 1,
    requests: 1,
    waitedMs: 0,
    created: [],
  };
  return composeReport("1.0.0", { facts, findings });
}

/** Every form of a report. */
function formsOf(report: Report): readonly string[] {
  const masked = maskVolatile(report);
  return [
    stableJson(sealed(masked)),
    reportHtml(masked),
    reportJunit([report]),
    reportSummary([report]),
    reportText(report, (_, text) => text),
  ];
}

describe.each(Object.entries(bodies))("a target that answers with %s", (_, given) => {
  test(
    "is judged by every check and reported in every form, in bounded time and size",
    { timeout: 200_000 },
    async () => {
      const report = await judgeAll(given);
      const { results } = report;
      // Each rule that such a response keeps is seen to be kept.
      const isEnvelope = given.good.startsWith('{"data":[');
      const lists = results.filter(
        ({ id, operation }) => ["ENV-01", "ENV-02", "ENV-03"].includes(id) && operation.startsWith("list"),
      );
      expect(lists.map(({ status }) => status === "passed")).toEqual(
        lists.map(({ id }) => isEnvelope || id === "ENV-01"),
      );
      for (const form of formsOf(report)) expect(form.length).toBeLessThan(20_000_000);
    },
  );
});

test("a record that is nested too deeply is not validated, and its list is judged", async () => {
  const { results } = await judgeAll({ good: envelope(`{"id":1,"name":[${nested(300)}]}`) });
  const found = (id: string): string | undefined =>
    results.find((result) => result.id === id && result.operation === "listUsers")?.message;
  expect(found("DECL-31")).toContain("nested 304 levels deep, deeper than orgkit reads (100)");
  expect(found("ENV-07")).toBe("`meta.total` is 1, `data` holds 1");
});
