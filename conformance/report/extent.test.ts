import { describe, expect, test } from "vitest";
import { exampleReport, exampleResult, mendedReport } from "./example-report.ts";
import { extentOf, notVerifiedByReason, verdictInWords, verdictLine } from "./extent.ts";
import { bySection, sectionOf } from "./sections.ts";

describe("the verdict in words", () => {
  test("says how much was verified, and what was lacking", () => {
    expect(verdictLine(mendedReport())).toBe(
      "conforming in what was verified: 13 of 20; writes off, no second account, only one subscription id",
    );
    expect(verdictLine(exampleReport())).toBe(
      "non-conforming: 3 of 20 failed, 10 passed; writes off, no second account, only one subscription id",
    );
  });

  test("claims all only where all was verified", () => {
    const passed = exampleResult("ENV-01", "listUsers", "passed", "an object");
    const notArising = exampleResult("ENV-06", "createUser", "skipped", "the reply holds a record");
    const whole = exampleReport({ results: [passed], complete: true, missing: [] });
    const rest = exampleReport({ results: [passed, notArising], complete: true, missing: [] });
    expect(verdictInWords(whole)).toStrictEqual({ verdict: "conforming", extent: "all 1 verified" });
    expect(verdictInWords(rest).extent).toBe("all 1 that arise here verified, of 2");
  });

  test("is inconclusive where nothing was seen, and names a lack it has no words for", () => {
    const report = exampleReport({ results: [], missing: [{ give: "--patience", toVerify: 2 }] });
    expect(verdictLine(report)).toBe("inconclusive: nothing of 0 could be verified; without --patience");
  });
});

test("observations count for nothing", () => {
  expect(extentOf(exampleReport())).toMatchObject({ passed: 10, failed: 3, notVerified: 7, all: 20 });
  const open = exampleResult("OBS-05", "listUsers", "skipped", "nothing showed");
  expect(notVerifiedByReason(exampleReport({ results: [open] })).size).toBe(0);
});

test("results stand under the heading of the document they rest on first", () => {
  expect(sectionOf({ section: "§4, §9" })).toBe("§4 Endpoints");
  expect([...bySection(exampleReport().results).keys()]).toStrictEqual([
    "§1 What the service does",
    "§2 Resources and their fields",
    "§4 Endpoints",
    "§5 Authentication",
    "§7 Errors",
  ]);
});
