import { accessSync, constants, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { reportBadge } from "../../conformance/report/badge.ts";
import { reportHtml } from "../../conformance/report/html.ts";
import { reportJunit } from "../../conformance/report/junit.ts";
import type { Report } from "../../conformance/report/report.ts";
import { reportSummary } from "../../conformance/report/summary.ts";
import { prettyJson } from "../../fixtures/values/json.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/files/write-file.ts";

/** The formats of a report, by their name in `--reporter`: the name of the file, and its text. */
const formats = {
  json: { file: "report.json", format: prettyJson },
  html: { file: "report.html", format: reportHtml },
  junit: { file: "junit.xml", format: reportJunit },
  summary: { file: "summary.md", format: reportSummary },
  badge: { file: "badge.svg", format: reportBadge },
} satisfies Readonly<Record<string, { readonly file: string; readonly format: (report: Report) => string }>>;

/** The directory of the scripts that repeat failures, in that of the reports. */
const repeatDirectory = "repeat";

function writeScripts(directory: string, { results }: Report): void {
  for (const { script } of results) {
    if (script === undefined) continue;
    makeDirectory(dirname(join(directory, script.file)));
    writeWholeFile(join(directory, script.file), script.text);
  }
}

export type ReporterName = keyof typeof formats;
export const reporterNames = ["json", "html", "junit", "summary", "badge"] as const satisfies readonly ReporterName[];

/**
 * Creates a directory for reports, or removes earlier ones before the first request, so that these are not mistaken for
 * this run's.
 * @param files their names, by default those of a run
 * @throws InputError if it cannot be written
 */
export function prepareReports(
  directory: string,
  files: readonly string[] = [...Object.values(formats).map(({ file }) => file), repeatDirectory],
): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
    for (const file of files) rmSync(join(directory, file), { recursive: true, force: true });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`directory "${directory}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

/**
 * Writes the reports of a run.
 * @returns the paths of the files
 */
export function writeReports(directory: string, report: Report, names: readonly ReporterName[]): readonly string[] {
  makeDirectory(directory);
  writeScripts(directory, report);
  return [...new Set(names)].map((name) => {
    const { file, format } = formats[name];
    writeWholeFile(join(directory, file), format(report));
    return join(directory, file);
  });
}
