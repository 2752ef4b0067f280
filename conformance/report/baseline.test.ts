import { expect, test } from "vitest";
import { baselineText, compareWithBaseline } from "./baseline.ts";
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
const comparison = compareWithBaseline(before, now);

function ids(results: readonly Result[]): readonly string[] {
  return results.map(({ id }) => id);
}

test("tells what is new, mended, still failing, lost and gained; observations are no matter", () => {
  expect(ids(comparison.fresh)).toStrictEqual(["ENV-01", "ENV-06"]);
  expect(ids(comparison.mended)).toStrictEqual(["ENV-02"]);
  expect(ids(comparison.still)).toStrictEqual(["ENV-03"]);
  expect(ids(comparison.lost)).toStrictEqual(["ENV-04", "ENV-07", "AUTH-01"]);
  expect(ids(comparison.gained)).toStrictEqual(["ENV-05"]);
  expect(comparison.differences).toStrictEqual([]);
});

test("says where the two are not of the same thing", () => {
  const other = report({}, { contract: { ...now.contract, set: 2 }, target: { ...now.target, baseUrl: "https://b" } });
  expect(compareWithBaseline(now, other).differences).toStrictEqual([
    "another target: https://staging.meridian.example/accounts before, https://b now",
    "another requirement set: 1 before, 2 now",
  ]);
});

test("the text has a line for each, failures first", () => {
  expect(baselineText(comparison, (_, text) => text)).toBe(
    [
      "Against the baseline",
      "  ✗ new: ENV-01 listUsers ENV-01 failed",
      "  ✗ new: ENV-06 listUsers ENV-06 failed",
      "  ✗ still failing: ENV-03 listUsers ENV-03 failed",
      "  ✓ mended: ENV-02 listUsers ENV-02 passed",
      "  – verified before, not now: ENV-04 listUsers, ENV-07 listUsers, AUTH-01 listUsers",
      "  + verified now, not before: ENV-05 listUsers",
    ].join("\n"),
  );
});

test("the text of no difference says so", () => {
  const same = report({ "ENV-01": "passed" });
  expect(baselineText(compareWithBaseline(same, same), (_, text) => text)).toContain("nothing failed before or now");
});
