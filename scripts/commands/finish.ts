import { githubAnnotations } from "../../conformance/report/annotations.ts";
import { baselineText } from "../../conformance/report/baseline.ts";
import { reportSchema, type Report } from "../../conformance/report/report.ts";
import { worstVerdict } from "../../conformance/report/run-report.ts";
import { questionsText, reportText, tableText, type Paint } from "../../conformance/report/text.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { ConformSettings } from "./conform-options.ts";
import { writeReports } from "./write-reports.ts";

type FinishSettings = Pick<ConformSettings, "out" | "reporter" | "complete"> & {
  readonly isShard?: boolean;
  readonly baseline?: Report | undefined;
  readonly commandFor: (report: Report) => string;
};

/**
 * Prints what a run found and writes its reports; of several targets the table comes last, where a terminal shows it.
 * @returns the exit code
 * @throws CannotJudge where the only target could not be judged
 */
export function finish(reports: readonly Report[], settings: FinishSettings, paint: Paint): number {
  const { baseline, out, reporter, complete, ...writing } = settings;
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const [only] = reports.length === 1 ? reports : [];
  if (only === undefined) {
    for (const report of reports) say(`${paint("bold", `── ${report.target.name}`)}\n${reportText(report, paint)}\n`);
    say(questionsText(reports, paint));
  } else if (only.problem === undefined) {
    say(`${reportText(only, paint)}\n`);
    if (baseline !== undefined) say(`${baselineText(baseline, only, paint)}\n`);
  }
  if (out !== undefined) {
    for (const path of writeReports(out, { reports, names: reporter, ...writing })) say(`Report: ${path}`);
  }
  if (process.env["GITHUB_ACTIONS"] === "true") for (const line of reports.flatMap(githubAnnotations)) say(line);
  if (only?.problem !== undefined) throw new CannotJudge(only.problem);
  if (only === undefined) say(`\n${tableText(reports, paint)}`);
  return exitCode(reports, complete);
}

/**
 * The report that `--baseline` names, read before judging.
 * @throws InputError where it is none, or the run has several targets
 */
export function readBaseline(file: string | undefined, targets: number): Report | undefined {
  if (file === undefined) return undefined;
  if (targets !== 1) {
    throw new InputError("Settings", [
      { at: "--baseline", problem: "can be compared with the report of one target only" },
    ]);
  }
  return parseWith(reportSchema, readDataFile(file, "Baseline"), "Baseline");
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** 0 conforming, 1 non-conforming, 3 where something could not be judged, or was not and had to be. */
function exitCode(reports: readonly Report[], mustBeComplete: boolean): number {
  const code = exitCodes[worstVerdict(reports)];
  return code === 0 && mustBeComplete && reports.some(({ complete }) => !complete) ? 3 : code;
}
