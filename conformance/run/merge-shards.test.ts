import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { sealed } from "../report/digest.ts";
import { exampleReport } from "../report/example-report.fixture.ts";
import type { Report } from "../report/report.ts";
import { composeRunReport } from "../report/run-report.ts";
import { mergeShards } from "./merge-shards.ts";

const directory = openTemporaryDirectory();

function part(target: number, of = 2, changed: Partial<Report> = {}): Report {
  const report = exampleReport({ place: { target, of } });
  return sealed({ ...report, target: { ...report.target, name: `target-${target}` }, ...changed });
}

/** Writes reports below a separate directory. */
function written(name: string, reports: Readonly<Record<string, unknown>>): string {
  for (const [path, report] of Object.entries(reports)) {
    mkdirSync(`${directory.path}/${name}/${path}`, { recursive: true });
    directory.write(`${name}/${path}/report.json`, JSON.stringify(report));
  }
  return `${directory.path}/${name}`;
}

test("shards are found at any depth, and sorted in the order of the run", () => {
  const all = { "a/two": part(2), "b/c/one": part(1), ".": composeRunReport([part(1)]), other: exampleReport() };
  const merged = mergeShards(written("whole", all));
  expect(merged).toStrictEqual([part(1), part(2)]);
});

const { target, results } = exampleReport();
const named = (name: string): Partial<Report> => ({ target: { ...target, name } });
const at = (baseUrl: string): Partial<Report> => ({ target: { ...target, baseUrl } });

test.each<[what: string, reports: readonly unknown[], problem: string]>([
  ["nothing", [exampleReport()], "has no reports of shards"],
  ["no file at all", [], "has no reports of shards"],
  ["a shard too few", [part(1)], "the reports of 1 of 2 targets"],
  ["a target twice", [part(1), part(1)], "reports of several runs"],
  ["one name twice", [part(1), part(2, 2, named("target-1"))], "of several runs"],
  ["two runs", [part(1), part(2, 3)], "reports of several runs"],
  ["a place that is none", [part(3)], "reports of several runs"],
  ["an edited report", [{ ...part(1), requests: 1 }, part(2)], "was edited since it was made"],
  ["no digest", [exampleReport({ place: { target: 1, of: 1 } })], "was edited since it was made"],
  ["something else", [{ results: [] }], "kit"],
  ["a name that is a path", [part(1, 1, named("../x"))], "target.name"],
  ["a name that steers", [part(1, 1, named("a\n::error::"))], "target.name"],
  ["a script for a base URL", [part(1, 1, at("javascript:alert(1)"))], "baseUrl"],
  ["a base URL that steers", [part(1, 1, at("https://x/\u001B[31m"))], "baseUrl"],
  ["a run id that steers", [part(1, 1, { runId: "x\n::error::" })], "runId"],
  [
    "a result of no requirement",
    [part(1, 1, { results: results.map((one) => ({ ...one, id: "ENV-99" })) })],
    "results[0].id",
  ],
])("a directory with %s is rejected", (what, reports, problem) => {
  expect(() => mergeShards(written(what, Object.fromEntries(reports.entries())))).toThrow(problem);
});
