import { readdirSync } from "node:fs";
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

test.each(["/proc/orgkit/out", "/dev/null/out", join(import.meta.filename, "out")])(
  "an impossible --out %s is rejected at once",
  (out) => expect(() => prepareReports(out)).toThrow(InputError),
);
