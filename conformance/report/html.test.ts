import { describe, expect, test } from "vitest";
import { exampleExchange, exampleReport, exampleResult, fixedReport, hostile } from "./example-report.fixture.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import { reportSummary } from "./summary.ts";
import { reportText } from "./text.ts";

const result = exampleResult("ENV-01", "listUsers", "passed", "an object");

describe("the page", () => {
  const page = reportHtml(exampleReport());

  // html.spec.ts tests that its own style and script work.
  test("loads nothing, and lets no injected script run", () => {
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/<[^>]+\s(?:src|on\w+|style)=|<a[^>]+href="(?!#)/);
  });

  test("of a target without failures has no section for them", () => {
    expect(reportHtml(fixedReport())).not.toContain('id="failures"');
  });

  test("shows each exchange once below the results that link to it", () => {
    const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, number]) => Number(number));
    const linked = new Set(all(/href="#exchange-(\d+)"/g));
    expect(all(/id="exchange-(\d+)"/g)).toStrictEqual([...linked].toSorted((a, b) => a - b));
  });

  test("stays small enough to mail, however much evidence there is", () => {
    const body = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, name: hostile })));
    const results = Array.from({ length: 190 }, (_, index) => {
      return { ...result, evidence: [exampleExchange("listUsers", 200, `${index}${body}`)] };
    });
    expect(reportHtml(exampleReport({ results })).length).toBeLessThan(2_000_000);
  });
});

test("the number of checked places, and those that could not be reached, are with a failure and on the page", () => {
  const places = [
    { place: "page 2", status: "passed" as const },
    { place: "users sorted by name", status: "failed" as const, reason: "no array" },
    { place: "users filtered by role", status: "inconclusive" as const, reason: "no response" },
  ];
  const failed = { ...exampleResult("ENV-02", "listUsers", "failed", "on users sorted by name: no array"), places };
  const passed = { ...exampleResult("ENV-03", "listUsers", "passed", "fine"), places: places.slice(0, 1) };
  const report = exampleReport({ results: [failed, passed] });
  const words = "checked in 2 more places; failed in 1: users sorted by name; not verified: users filtered by role";
  const forms = [reportText(report, (_, text) => text), reportSummary(report), reportJunit(report), reportHtml(report)];
  for (const form of forms) expect(form).toContain(words);
  expect(reportHtml(report)).toContain("checked in 1 more place<");
});
