import { expect, test } from "vitest";
import type { Finding } from "./finding.ts";
import { createMask } from "./mask.ts";
import { passedExample } from "./passed.fixture.ts";
import { proxyText } from "./proxy-text.ts";
import { createTally, proxyReportSchema, type ProxyReport, type Tally } from "./proxy-report.ts";

const passed = passedExample();
const wrongTotal: Finding = { side: "reply", operation: "listUsers", rule: "ENV-05", place: "", found: "total is -1" };
const noToken: Finding = { side: "request", operation: "listUsers", rule: "#/security", place: "", found: "no token" };

function tallyOf(...findings: readonly (readonly Finding[])[]): Tally {
  const tally = createTally(createMask());
  for (const ofOne of findings) tally.add(passed, { operation: "listUsers", findings: ofOne });
  return tally;
}

function reportOf(tally: Tally): ProxyReport {
  return tally.report({
    version: "0",
    target: { baseUrl: "https://target.example", dialect: null },
    sides: ["request", "reply"],
    startedAt: new Date("2026-01-01T00:00:00Z"),
    durationMs: 1500,
  });
}

test("equal violations are counted, not repeated; once per exchange", () => {
  const tally = tallyOf(
    [wrongTotal, wrongTotal],
    [wrongTotal],
    [noToken],
    [{ ...wrongTotal, operation: "listInvoices" }],
  );
  expect(reportOf(tally).violations.map(({ rule, operation, count }) => [rule, operation, count])).toStrictEqual([
    ["ENV-05", "listUsers", 2],
    ["ENV-05", "listInvoices", 1],
    ["#/security", "listUsers", 1],
  ]);
  expect(tally.add(passed, { operation: "listUsers", findings: [wrongTotal] })).toMatchObject([{ isNew: false }]);
});

test("however many there are, it has no more than a report can show", () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...noToken, place: String(index) }));
  const report = reportOf(tallyOf(many));
  expect([report.violations.length, report.unlisted]).toStrictEqual([300, 700]);
});

test("exchanges that are not judged or have no response are neither violations nor successes", () => {
  const tally = tallyOf();
  tally.add(passed, { operation: undefined, findings: [], notJudged: "not part of the interface" });
  tally.lose("the connection was refused");
  const report = reportOf(tally);
  expect(report).toMatchObject({ exchanges: 1, judged: 0, violations: [], summary: { request: 0, reply: 0 } });
  expect(proxyText(report, (_, text) => text)).toContain("? nothing was judged · 1 exchange in 1.5 s, 0 judged");
});

test("a report matches its schema, has the target's violations first", () => {
  const report = reportOf(tallyOf([noToken], [noToken], [wrongTotal]));
  expect(proxyReportSchema.parse(JSON.parse(JSON.stringify(report)))).toStrictEqual(report);
  expect(report.violations.map(({ side, level, count }) => [side, level, count])).toStrictEqual([
    ["reply", "stated", 1],
    ["request", null, 2],
  ]);
  expect(report.operations).toStrictEqual([{ operation: "listUsers", statuses: { 200: 3 } }]);
  const sum = "1 violation by the target, 1 violation by the client";
  expect(proxyText(report, (_, text) => text)).toContain(`✗ ${sum} · 3 exchanges`);
});
