import { expect, test } from "vitest";
import { reportBadge } from "./badge.ts";
import { exampleReport, exampleResult, fixedReport } from "./example-report.fixture.ts";
import { verdictLine } from "./overview.ts";

const passed = exampleResult("ENV-01", "listUsers", "passed", "an object");

test.each([
  ["all", exampleReport({ results: [passed], complete: true, missing: [] }), ">conforming<", "#1a7043"],
  ["a part", fixedReport(), ">conforming 13/20<", "#1a7043"],
  ["a failure", exampleReport(), ">non-conforming 3/20<", "#b3261e"],
  ["nothing", exampleReport({ results: [] }), ">inconclusive<", "#7a5b00"],
])(
  "the badge of %s needs nothing but itself, and tells a screen reader the whole verdict",
  (_, report, text, colour) => {
    const badge = reportBadge(report);
    const title = `orgkit: ${verdictLine(report)}`;
    for (const part of [text, `fill="${colour}"`, `role="img" aria-label="${title}"`, `<title>${title}</title>`]) {
      expect(badge).toContain(part);
    }
    expect(badge.match(/(?:href|src|url\([^#]|https?:)[^\s]*/g)).toStrictEqual(['http://www.w3.org/2000/svg"']);
  },
);
