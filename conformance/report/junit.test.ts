import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { exampleReport, fixedReport } from "./example-report.fixture.ts";
import { reportJunit } from "./junit.ts";

const xml = reportJunit([
  exampleReport(),
  fixedReport({ target: { name: "prod", baseUrl: "https://p", dialect: null } }),
]);

test("is a suite for each target and a case for each result, whole for a failure", () => {
  for (const part of [
    '<testsuites name="orgkit" tests="48" failures="3" errors="0" skipped="14" time="8.420">',
    '<testsuite name="staging" tests="24" failures="3" errors="0" skipped="7" time="4.210" timestamp="2026-11-02T09:30:00.000Z">',
    '<testsuite name="prod" tests="24" failures="0"',
    '<property name="requirementSet" value="1"/>',
    '<testcase classname="§2 Resources and their fields" name="ENV-04 listUsers: `meta.page` is an integer (JSON `1.0` is one)"',
    '<failure message="`meta.page` is the string &quot;1&quot;; §2 says integer" type="stated">Rule: ',
    "Document: “| meta.page | integer | Page number of the result |” (§2)",
    "200 in 42 ms",
    '<skipped message="writes are off: give --allow-writes"/>',
    '<skipped message="inconclusive: no whole reply within 10 s"/>',
    "<system-out>page and per_page</system-out>",
  ]) {
    expect(xml).toContain(part);
  }
  expect(xml.match(/<testcase /g)).toHaveLength(48);
});

test("counts the time of a call once, so the cases add up to what was waited for", () => {
  const times = [...reportJunit([exampleReport()]).matchAll(/<testcase [^>]*time="([\d.]+)"/g)];
  expect(times.reduce((sum, [, time]) => sum + Number(time), 0)).toBeCloseTo(0.21);
});

test("a target that could not be judged is an error, never an empty green suite", () => {
  const problem = reportJunit([exampleReport({ results: [], problem: "The host does not answer.\nIs it <up>?" })]);
  expect(problem).toContain('<testsuites name="orgkit" tests="1" failures="0" errors="1" skipped="0" time="4.210">');
  expect(problem).toContain('<error message="The host does not answer." type="inconclusive">');
});

test("is well-formed, whatever a target sent", () => {
  expect(xml).not.toMatch(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]|<script>/u);
  expect(xml.isWellFormed()).toBe(true);
  const parser = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())";
  const { status, stderr, error } = spawnSync("python3", ["-c", parser], { input: xml, encoding: "utf8" });
  // Where there is no such parser the rest of this test has to do.
  if (error === undefined) expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
});
