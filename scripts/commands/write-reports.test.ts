import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleReport } from "../../conformance/report/example-report.fixture.ts";
import type { Report } from "../../conformance/report/report.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.fixture.ts";
import { prepareReports, reporterNames, writeReports } from "./write-reports.ts";

const folder = openTemporaryFolder();

const named = (name: string): Report =>
  exampleReport({ target: { name, baseUrl: "https://x.example", dialect: null } });

function write(directory: string, ...reports: readonly Report[]): void {
  prepareReports(directory);
  writeReports(directory, { reports, names: reporterNames, commandFor: () => "orgkit conform" });
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

test.each([
  ["one target", [named("one")]],
  ["several targets", [named("one"), named("two")]],
] as const)("a new run removes all that an earlier one on %s wrote, and nothing else", (what, reports) => {
  const directory = join(folder.path, what);
  write(directory, ...reports);
  expect(filesIn(directory)).toEqual(expect.arrayContaining(["badge.svg", "report.json", "summary.md"]));
  folder.write(`${what}/notes.md`, "mine");
  prepareReports(directory);
  expect(filesIn(directory)).toEqual(["notes.md"]);
});

test("a duration is shown as measured, and rounded only where two reports are compared", () => {
  const directory = join(folder.path, "durations");
  write(directory, named("one"));
  const text = (file: string): string => readFileSync(join(directory, file), "utf8");
  const measured = named("one")
    .results.flatMap(({ evidence }) => evidence)
    .find(({ response }) => response !== undefined);
  const ms = measured?.response?.ms ?? 0;
  expect(ms % 100).not.toBe(0);
  expect(text("report.html")).toContain(`${ms} ms`);
  expect(text("report.json")).not.toContain(`"ms": ${ms}`);
});

test("a part of a run leaves what the other parts wrote for their targets", () => {
  const directory = join(folder.path, "shards");
  write(directory, named("one"), named("two"));
  prepareReports(directory, ["one"]);
  expect(existsSync(join(directory, "report.json"))).toBe(false);
  expect(existsSync(join(directory, "one/report.json"))).toBe(false);
  expect(readFileSync(join(directory, "two/badge.svg"), "utf8")).toContain("<svg");
});

test("an earlier report leads to no file outside of its directory", () => {
  const directory = join(folder.path, "inner");
  write(directory, named("one"));
  const outside = folder.write("report.html", "another's");
  folder.write("inner/report.json", '{"targets":[{"name":".."},{"name":"../.."}]}');
  prepareReports(directory);
  expect(readFileSync(outside, "utf8")).toBe("another's");
});

test.each(["/proc/orgkit/out", "/dev/null/out", join(import.meta.filename, "out")])(
  "--out %s, which cannot exist, is refused at once",
  (directory) => expect(() => prepareReports(directory)).toThrow(InputError),
);

test("a report that cannot be replaced is found before anything is asked", () => {
  folder.write("taken", "");
  write(join(folder.path, "whole"), named("one"));
  expect(() => prepareReports(join(folder.path, "taken"))).toThrow(InputError);
});
