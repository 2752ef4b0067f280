import { describe, expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { exampleReport, exampleResult, fixedReport } from "./example-report.fixture.ts";
import { overviewOf, sectionOf, verdictLine } from "./overview.ts";
import type { Report } from "./report.ts";

const result = exampleResult;
const whole = { complete: true, missing: [] } satisfies Partial<Report>;
const passed = result("ENV-01", "listUsers", "passed", "an object");

test.each([
  [
    "how much was verified, and what was lacking",
    fixedReport(),
    "conforming in what was verified: 13 of 20; writes off, no second account, only one subscription id",
  ],
  [
    "how much failed",
    exampleReport(),
    "non-conforming: 3 of 20 failed, 10 passed; writes off, no second account, only one subscription id",
  ],
  ["all, where all was verified", exampleReport({ results: [passed], ...whole }), "conforming: all 1 verified"],
  [
    "all that arises",
    exampleReport({ results: [passed, result("ENV-06", "createUser", "skipped", "it holds a record")], ...whole }),
    "conforming: all 1 that arise here verified, of 2",
  ],
  [
    "nothing, and a lack it has no words for",
    exampleReport({ results: [], missing: [{ give: "--patience", toVerify: 2 }] }),
    "inconclusive: nothing of 0 could be verified; without --patience",
  ],
])("the verdict says %s", (_, report, line) => {
  expect(verdictLine(report)).toBe(line);
});

describe("what is not verified", () => {
  const reasonsOf = (...results: Report["results"]) => overviewOf(exampleReport({ results })).reasons;

  test("is named by reason, in ranges, and as a whole where it is about all operations", () => {
    const skips = ["ENV-01", "ENV-02", "ENV-03", "AUTH-01"].map((id) => result(id, "listUsers", "skipped", "off"));
    const everywhere = operationIds.map((operation) => result("ENV-05", operation, "inconclusive", "off"));
    expect(reasonsOf(...skips, ...everywhere)).toStrictEqual([
      { reason: "off", count: 8, places: "ENV-05; listUsers ENV-01 to -03, AUTH-01" },
    ]);
  });

  test("has no observations in it", () => {
    expect(reasonsOf(result("OBS-05", "listUsers", "skipped", "nothing showed"))).toStrictEqual([]);
  });
});

test("a result stands under the heading of the document it rests on first", () => {
  expect(sectionOf({ section: "§4, §9" })).toBe("§4 Endpoints");
});
