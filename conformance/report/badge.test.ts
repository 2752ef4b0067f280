import { expect, test } from "vitest";
import { reportBadge } from "./badge.ts";
import { exampleReport, exampleResult, mendedReport } from "./example-report.fixture.ts";

const passed = exampleResult("ENV-01", "listUsers", "passed", "an object");

test.each([
  ["all", exampleReport({ results: [passed], complete: true, missing: [] }), ">conforming<", "#1a7043"],
  ["a part", mendedReport(), ">conforming 13/20<", "#1a7043"],
  ["a failure", exampleReport(), ">non-conforming 3/20<", "#b3261e"],
  ["nothing", exampleReport({ results: [] }), ">inconclusive<", "#7a5b00"],
])("the badge of %s", (_name, report, text, colour) => {
  const badge = reportBadge(report);
  expect(badge).toContain(text);
  expect(badge).toContain(`fill="${colour}"`);
});

test("a screen reader is told the whole verdict", () => {
  const title =
    "orgkit: conforming in what was verified: 13 of 20; writes off, no second account, only one subscription id";
  expect(reportBadge(mendedReport())).toContain(`role="img" aria-label="${title}"`);
  expect(reportBadge(mendedReport())).toContain(`<title>${title}</title>`);
});

test("needs nothing but itself", () => {
  const links = reportBadge(mendedReport()).match(/(?:href|src|url\([^#]|https?:)[^\s]*/g);
  expect(links).toHaveLength(1);
});
