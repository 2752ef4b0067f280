import type { Report } from "../../conformance/report/report.ts";
import { tableText } from "../../conformance/report/table.ts";
import { reportText, type Paint } from "../../conformance/report/text.ts";
import { worstVerdict } from "../../conformance/report/run-report.ts";
import type { ConformSettings } from "./conform-settings.ts";
import { writeReports } from "./write-reports.ts";

type FinishSettings = Pick<ConformSettings, "out" | "reporter" | "complete" | "baseline">;

/**
 * Prints what a run found and writes its reports.
 * @returns the exit code
 */
export function finish(reports: readonly Report[], settings: FinishSettings, paint: Paint): number {
  for (const report of reports) {
    const title = reports.length > 1 ? `${paint("bold", `── ${report.target.name}`)}\n` : "";
    process.stdout.write(`${title}${reportText(report, paint)}\n\n`);
  }
  if (reports.length > 1) process.stdout.write(`${tableText(reports, paint)}\n\n`);
  if (settings.out !== undefined) {
    for (const path of writeReports(settings.out, reports, settings.reporter))
      process.stdout.write(`Report: ${path}\n`);
  }
  return exitCode(reports, settings.complete);
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** 0 conforming, 1 non-conforming, 3 where something could not be judged, or was not and had to be. */
export function exitCode(reports: readonly Report[], mustBeComplete: boolean): number {
  const code = exitCodes[worstVerdict(reports)];
  return code === 0 && mustBeComplete && reports.some(({ complete }) => !complete) ? 3 : code;
}
