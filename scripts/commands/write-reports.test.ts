import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleReport } from "../../conformance/report/example-report.fixture.ts";
import type { Report } from "../../conformance/report/report.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { prepareReports, reporterNames, writeReports } from "./write-reports.ts";

const directory = openTemporaryDirectory();

const named = (name: string): Report =>
  exampleReport({ target: { name, baseUrl: "https://x.example", dialect: null } });

function write(out: string, report: Report): void {
  prepareReports(out);
  writeReports(out, { report: { ...report, command: "orgkit conform" }, names: reporterNames });
}

function filesIn(out: string): readonly string[] {
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

test("a new run removes everything that an earlier one wrote, and nothing else", () => {
  const out = join(directory.path, "earlier");
  write(out, named("one"));
  expect(filesIn(out)).toEqual(expect.arrayContaining(["badge.svg", "report.json", "summary.md"]));
  directory.write("earlier/notes.md", "mine");
  prepareReports(out);
  expect(filesIn(out)).toEqual(["notes.md"]);
});

test("a duration is shown as measured, and rounded only for comparing two reports", () => {
  const out = join(directory.path, "durations");
  write(out, named("one"));
  const text = (file: string): string => readFileSync(join(out, file), "utf8");
  const measured = named("one")
    .results.flatMap(({ evidence }) => evidence)
    .find(({ response }) => response !== undefined);
  const ms = measured?.response?.ms ?? 0;
  expect(ms % 100).not.toBe(0);
  expect(text("report.html")).toContain(`${ms} ms`);
  expect(text("report.json")).not.toContain(`"ms": ${ms}`);
});

test.each(["/proc/orgkit/out", "/dev/null/out", join(import.meta.filename, "out")])(
  "an impossible --out %s is rejected at once",
  (out) => expect(() => prepareReports(out)).toThrow(InputError),
);

test("a report that cannot be replaced is detected before the first request", () => {
  directory.write("taken", "");
  write(join(directory.path, "whole"), named("one"));
  expect(() => prepareReports(join(directory.path, "taken"))).toThrow(InputError);
});
