import { describe, expect, test } from "vitest";
import { exampleReport, hostile, mendedReport } from "./example-report.ts";
import { reportSchema } from "./report.ts";
import {
  catalogueHash,
  makeStatement,
  reportDigest,
  statementMarkdown,
  statementSchema,
  verifyReport,
  verifyStatement,
} from "./statement.ts";

const command = "orgkit conform https://staging.meridian.example/accounts --subscription-id sub_k9p34y6n";
const statement = makeStatement(mendedReport(), command);

test("a statement says what was verified, what not, by which set, and how to repeat it", () => {
  expect(statementSchema.parse(JSON.parse(JSON.stringify(statement)))).toStrictEqual(statement);
  expect(statement).toMatchObject({
    contract: { version: "v1", set: 1, hash: catalogueHash() },
    madeAt: "2026-11-02T09:30:04.210Z",
    verdict: "conforming",
    complete: false,
    extent: "conforming in what was verified: 13 of 20; writes off, no second account, only one subscription id",
    failed: [],
    command,
  });
  expect(statement.verified.slice(0, 2)).toStrictEqual(["PATH-01 listUsers", "PATH-01 getSubscription"]);
  expect(statement.notVerified[0]).toStrictEqual({
    name: "PATH-01 createUser",
    reason: "writes are off: give --allow-writes",
  });
  expect(makeStatement(mendedReport(), command)).toStrictEqual(statement);
});

describe("the digest of a statement", () => {
  test("holds, also after the members were sorted otherwise", () => {
    expect(verifyStatement(statement)).toStrictEqual({ intact: true, sameSet: true, contradictions: [] });
    const turned = statementSchema.parse(Object.fromEntries(Object.entries(statement).toReversed()));
    expect(verifyStatement(turned).intact).toBe(true);
  });

  test("shows any edit", () => {
    const failing = makeStatement(exampleReport(), command);
    for (const edited of [
      { ...failing, verdict: "conforming" as const },
      { ...failing, failed: [] },
      { ...failing, verified: [...failing.verified, "ENV-04 listUsers"] },
      { ...failing, command: "true" },
      { ...failing, contract: { ...failing.contract, set: 2 } },
    ]) {
      expect(verifyStatement(edited).intact).toBe(false);
    }
  });

  test("does not hide what does not hold together", () => {
    const failing = makeStatement(exampleReport(), command);
    expect(verifyStatement({ ...failing, verdict: "conforming" }).contradictions).toStrictEqual([
      "it says conforming and lists failures",
    ]);
    expect(verifyStatement({ ...statement, verified: ["ENV-01 x", "ENV-01 x"] }).contradictions).toStrictEqual([
      "it lists ENV-01 x twice",
    ]);
    expect(verifyStatement({ ...statement, verified: [], complete: true }).contradictions).toHaveLength(2);
  });

  test("tells a statement of another set", () => {
    const other = { ...statement, contract: { ...statement.contract, hash: `sha256:${"0".repeat(64)}` } };
    expect(verifyStatement(other).sameSet).toBe(false);
  });
});

describe("the digest of a report", () => {
  const report = exampleReport();
  const carrying = { ...report, digest: reportDigest(report) };

  test("does not count itself, and holds after the report was written and read", () => {
    expect(reportDigest(carrying)).toBe(carrying.digest);
    const read = reportSchema.parse(JSON.parse(JSON.stringify(carrying, null, 2)));
    expect(verifyReport(read)).toStrictEqual({ intact: true, sameSet: true, contradictions: [] });
  });

  test("shows an edit, and is unknown where there is none", () => {
    expect(verifyReport({ ...carrying, verdict: "conforming" })).toMatchObject({
      intact: false,
      contradictions: ["it says conforming and holds failures"],
    });
    expect(verifyReport({ ...carrying, summary: { ...report.summary, failed: 0 } }).contradictions).toStrictEqual([
      "its summary does not count its results",
    ]);
    expect(verifyReport(report).intact).toBeUndefined();
  });
});

test("the statement as Markdown says that its digest is no signature, and carries no live text of a stranger", () => {
  const text = statementMarkdown(makeStatement(exampleReport(), `${command} # ${hostile}`));
  expect(text).toContain("# staging: non-conforming: 3 of 20 failed");
  expect(text).toContain("It is no signature");
  expect(text).toContain(statement.contract.hash);
  expect(text).toContain("- ENV-04 listUsers: `meta.page` is the string");
  expect(text).toContain("## Verified (10)");
  expect(text.replaceAll(/````sh[^]*?\n````/g, "")).not.toContain("<script>");
});
