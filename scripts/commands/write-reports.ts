import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../conformance/report/report.ts";
import { InputError } from "../../fixtures/input-error.ts";

/** The forms of a report, by the name that `--reporter` takes. */
export const reporterNames = ["json", "html", "junit", "summary", "badge"] as const;
export type ReporterName = (typeof reporterNames)[number];

/** Before judging, so that no finding is lost to a folder that cannot be written. */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "report.json"), "", { flag: "a" });
    readFileSync(join(folder, "report.json"));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`Folder "${folder}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

/**
 * Writes the reports of a run into a folder.
 * @returns the paths of what was written
 */
export function writeReports(
  folder: string,
  reports: readonly Report[],
  _names: readonly ReporterName[],
): readonly string[] {
  const path = join(folder, "report.json");
  writeFileSync(path, `${JSON.stringify(reports[0], null, 2)}\n`);
  return [path];
}
