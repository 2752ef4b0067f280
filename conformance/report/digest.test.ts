import { expect, test } from "vitest";
import { exampleReport } from "./example-report.fixture.ts";
import { catalogueHash, sealed } from "./digest.ts";
import { reportSchema } from "./report.ts";
import { verifyReport } from "./verify.ts";
import { composeRunReport, runReportSchema } from "./run-report.ts";

const report = sealed(exampleReport({ command: "orgkit conform https://x.example" }));

test("the digest of a report does not count itself, and holds after the report was written and read", () => {
  expect(sealed(report)).toStrictEqual(report);
  const read = reportSchema.parse(JSON.parse(JSON.stringify(report, null, 2)));
  expect(verifyReport(read)).toStrictEqual({ intact: true, sameSet: true, contradictions: [] });
  const turned = reportSchema.parse(Object.fromEntries(Object.entries(report).toReversed()));
  expect(verifyReport(turned).intact).toBe(true);
});

test("the report of a run carries one, too", () => {
  const run = sealed(composeRunReport([report]));
  expect(verifyReport(runReportSchema.parse(run))).toStrictEqual({ intact: true, sameSet: true, contradictions: [] });
  expect(verifyReport({ ...run, verdict: "conforming" })).toMatchObject({
    intact: false,
    contradictions: ["it says conforming, but its results make it non-conforming"],
  });
});

test("any edit shows, and what does not hold together", () => {
  const [first, ...others] = report.results;
  if (first === undefined) throw new Error("there is no result");
  for (const edited of [
    { ...report, verdict: "conforming" as const },
    { ...report, command: "true" },
    { ...report, results: [{ ...first, message: "fine" }, ...others] },
    { ...report, contract: { ...report.contract, set: 2 } },
  ]) {
    expect(verifyReport(edited).intact).toBe(false);
  }
  expect(verifyReport({ ...report, verdict: "conforming" }).contradictions).toStrictEqual([
    "it says conforming, but its results make it non-conforming",
  ]);
  expect(verifyReport({ ...report, summary: { ...report.summary, failed: 0 } }).contradictions).toStrictEqual([
    "its summary does not count its results",
  ]);
  expect(verifyReport(exampleReport()).intact).toBeUndefined();
});

test("a report of another requirement set is known by the hash of the set", () => {
  expect(report.contract.hash).toBe(catalogueHash());
  const other = { ...report, contract: { ...report.contract, hash: `sha256:${"0".repeat(64)}` } };
  expect(verifyReport(other).sameSet).toBe(false);
});
