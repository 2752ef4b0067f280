import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { exampleReport, mendedReport } from "./example-report.fixture.ts";
import { reportJunit } from "./junit.ts";

const xml = reportJunit([
  exampleReport(),
  mendedReport({ target: { name: "prod", baseUrl: "https://p", dialect: null } }),
]);

test("is a suite for each target and a case for each result", () => {
  expect(xml).toContain('<testsuites name="orgkit" tests="48" failures="3" errors="0" skipped="14" time="8.420">');
  expect(xml).toContain(
    '<testsuite name="staging" tests="24" failures="3" errors="0" skipped="7" time="4.210" timestamp="2026-11-02T09:30:00.000Z">',
  );
  expect(xml).toContain('<testsuite name="prod" tests="24" failures="0"');
  expect(xml.match(/<testcase /g)).toHaveLength(48);
  expect(xml).toContain(
    '<testcase classname="§2 Resources and their fields" name="ENV-04 listUsers: `meta.page` is an integer (JSON `1.0` is one)"',
  );
});

test("tells a failure whole, what was not verified as skipped, and what was observed as output", () => {
  expect(xml).toContain(
    '<failure message="`meta.page` is the string &quot;1&quot;; §2 says integer" type="stated">Rule: ',
  );
  expect(xml).toContain("Document: “| meta.page | integer | Page number of the result |” (§2)");
  expect(xml).toContain("200 in 42 ms");
  expect(xml).toContain('<skipped message="writes are off: give --allow-writes"/>');
  expect(xml).toContain('<skipped message="inconclusive: no whole reply within 10 s"/>');
  expect(xml).toContain("<system-out>page and per_page</system-out>");
});

test("counts the time of a call once, so the cases add up to what was waited for", () => {
  const times = [...reportJunit([exampleReport()]).matchAll(/<testcase [^>]*time="([\d.]+)"/g)];
  expect(times.reduce((sum, [, time]) => sum + Number(time), 0)).toBeCloseTo(0.21);
});

test("a target that could not be judged is an error, never an empty green suite", () => {
  const problem = exampleReport({ results: [], problem: "The host does not answer.\nIs it <up>?" });
  expect(reportJunit([problem])).toContain(
    '<testsuites name="orgkit" tests="1" failures="0" errors="1" skipped="0" time="4.210">',
  );
  expect(reportJunit([problem])).toContain('<error message="The host does not answer." type="inconclusive">');
});

test("is well-formed, whatever a target sent", () => {
  expect(xml).not.toMatch(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/u);
  expect(xml).not.toContain("<script>");
  expect(xml.isWellFormed()).toBe(true);
  const parser = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())";
  const { status, stderr, error } = spawnSync("python3", ["-c", parser], { input: xml, encoding: "utf8" });
  // Where there is no such parser the rest of this test has to do.
  if (error === undefined) expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
});
