import { expect, test } from "vitest";
import { baselineText } from "./baseline.ts";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import type { Report, Result } from "./report.ts";

function report(statuses: Readonly<Record<string, Result["status"]>>, rest: Partial<Report> = {}): Report {
  const results = Object.entries(statuses).map(([id, status]) =>
    exampleResult(id, "listUsers", status, `${id} ${status}`),
  );
  return exampleReport({ results, ...rest });
}

const before = report({
  "ENV-01": "passed",
  "ENV-02": "failed",
  "ENV-03": "failed",
  "ENV-04": "passed",
  "ENV-05": "skipped",
  "ENV-06": "inconclusive",
  "ENV-07": "failed",
  "AUTH-01": "passed",
  "OBS-05": "observed",
});
const now = report({
  "ENV-01": "failed",
  "ENV-02": "passed",
  "ENV-03": "failed",
  "ENV-04": "inconclusive",
  "ENV-05": "passed",
  "ENV-06": "failed",
  "ENV-07": "skipped",
  "OBS-05": "skipped",
});
const textOf = (was: Report, is: Report): readonly string[] => baselineText(was, is, (_, text) => text).split("\n");

test("new, still failing, fixed, lost and gained results, failures first; observations do not count", () => {
  expect(textOf(before, now)).toStrictEqual([
    "Against the baseline",
    "  ✗ new: ENV-01 listUsers ENV-01 failed",
    "  ✗ new: ENV-06 listUsers ENV-06 failed",
    "  ✗ still failing: ENV-03 listUsers ENV-03 failed",
    "  ✓ fixed: ENV-02 listUsers ENV-02 passed",
    "  – verified before, not now: ENV-04 listUsers, ENV-07 listUsers, AUTH-01 listUsers",
    "  + verified now, not before: ENV-05 listUsers",
  ]);
});

test("reports of different things, and reports without differences", () => {
  const other = report({}, { contract: { ...now.contract, set: 1 }, target: { ...now.target, baseUrl: "https://b" } });
  expect(textOf(report({}), other)).toStrictEqual([
    "Against the baseline",
    "  ! another target: https://staging.meridian.example/accounts before, https://b now",
    "  ! another requirement set: 3 before, 1 now",
    "  no failures before or now, and the same number verified",
  ]);
});
