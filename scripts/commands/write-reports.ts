import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportBadge } from "../../conformance/report/badge.ts";
import { reportHtml } from "../../conformance/report/html.ts";
import { reportJunit } from "../../conformance/report/junit.ts";
import type { Report } from "../../conformance/report/report.ts";
import { reportSummary } from "../../conformance/report/summary.ts";
import { prettyJson } from "../../fixtures/json.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";

/** The formats of a report, by their name in `--reporter`. */
export const reporterNames = ["json", "html", "junit", "summary", "badge"] as const;
export type ReporterName = (typeof reporterNames)[number];

/** The file of each format. */
const fileOf: Readonly<Record<ReporterName, string>> = {
  json: "report.json",
  html: "report.html",
  junit: "junit.xml",
  summary: "summary.md",
  badge: "badge.svg",
};

/**
 * Creates a directory for reports, or removes earlier ones before the first request, so that these are not mistaken for
 * this run's.
 * @param others the names of further files
 * @throws InputError if it cannot be written
 */
export function prepareReports(directory: string, others: readonly string[] = []): void {
  const probe = join(directory, `.orgkit-${process.pid}`);
  try {
    makeDirectory(directory);
    for (const file of [...Object.values(fileOf), ...others]) rmSync(join(directory, file), { force: true });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`directory "${directory}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

/** The content of the reports. */
export interface ToWrite {
  readonly report: Report;
  readonly names: readonly ReporterName[];
}

/**
 * Writes the reports of a run.
 * @returns the paths of the files
 */
export function writeReports(directory: string, { report, names }: ToWrite): readonly string[] {
  const forms: Readonly<Record<ReporterName, () => string>> = {
    json: () => prettyJson(report),
    html: () => reportHtml(report),
    junit: () => reportJunit(report),
    summary: () => reportSummary(report),
    badge: () => reportBadge(report),
  };
  makeDirectory(directory);
  return reporterNames
    .filter((name) => names.includes(name))
    .map((name) => {
      const path = join(directory, fileOf[name]);
      writeWholeFile(path, forms[name]());
      return path;
    });
}
