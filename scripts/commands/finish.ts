import { githubAnnotations } from "../../conformance/report/annotations.ts";
import { baselineText } from "../../conformance/report/baseline.ts";
import { reportSchema, type Report } from "../../conformance/report/report.ts";
import { worstVerdict } from "../../conformance/report/run-report.ts";
import { questionsText, reportText, tableText } from "../../conformance/report/text.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { shellWord } from "../../fixtures/shell-word.ts";
import { withoutCredentials } from "../../conformance/target/exchange.ts";
import { jsonText } from "../../fixtures/json.ts";
import { kebab } from "../settings/option.ts";
import { wrongSetting } from "../settings/read-settings.ts";
import { paint, print } from "../terminal.ts";
import type { ConformSettings } from "./conform-options.ts";
import { writeReports } from "./write-reports.ts";

type FinishSettings = Pick<ConformSettings, "out" | "reporter" | "complete"> & {
  readonly isShard?: boolean;
  readonly baseline?: Report | undefined;
  readonly commandFor: (report: Report) => string;
};

/**
 * Prints the results of a run and writes its reports. With several targets the table comes last, where a terminal shows
 * it.
 * @returns the exit code
 * @throws CannotJudge if the only target could not be judged
 */
export function finish(reports: readonly Report[], settings: FinishSettings): number {
  const { baseline, out, reporter, complete, ...writing } = settings;
  const [only] = reports.length === 1 ? reports : [];
  if (only === undefined) {
    for (const report of reports) print(`${paint("bold", `── ${report.target.name}`)}\n${reportText(report, paint)}\n`);
    print(questionsText(reports, paint));
  } else if (only.problem === undefined) {
    print(`${reportText(only, paint)}\n`);
    if (baseline !== undefined) print(`${baselineText(baseline, only, paint)}\n`);
  }
  if (out !== undefined) {
    for (const path of writeReports(out, { reports, names: reporter, ...writing })) print(`Report: ${path}`);
  }
  if (process.env["GITHUB_ACTIONS"] === "true") for (const line of reports.flatMap(githubAnnotations)) print(line);
  if (only?.problem !== undefined) throw new CannotJudge(only.problem);
  if (only === undefined) print(`\n${tableText(reports, paint)}`);
  return exitCode(reports, complete);
}

/**
 * The report for `--baseline`, read before judging.
 * @throws InputError if it is not a report, or the run has several targets
 */
export function readBaseline(file: string | undefined, targets: number): Report | undefined {
  if (file === undefined) return undefined;
  if (targets !== 1) {
    throw wrongSetting("--baseline", "can only be compared with the report of one target");
  }
  return parseWith(reportSchema, readDataFile(file, "baseline"), "baseline");
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/**
 * 0 conforming, or no violation in recorded traffic; 1 non-conforming; 3 if something could not be judged, or was not
 * verified despite `--complete`.
 */
function exitCode(reports: readonly Report[], mustBeComplete: boolean): number {
  const isClean = reports.every(
    ({ traffic, summary }) => traffic !== undefined && summary.passed > 0 && summary.failed === 0,
  );
  const code = isClean ? 0 : exitCodes[worstVerdict(reports)];
  return code === 0 && mustBeComplete && reports.some(({ complete }) => !complete) ? 3 : code;
}

/** The settings that affect a verdict, in the order of the command. */
const repeated = [
  "har",
  "id",
  "allowWrites",
  "maxCreated",
  "patience",
  "quick",
  "createBody",
  "dialect",
  "level",
  "grep",
] as const;

/** The command that repeats the judging of a target; the tokens are expected in the environment. */
export function commandFor({ target }: Report, given: Partial<ConformSettings>): string {
  const { id = [], subscriptionId = [], createBody, level } = given;
  const settings = {
    ...given,
    id: [...id, ...subscriptionId.map((known) => `subscription=${known}`)],
    createBody: createBody === undefined ? undefined : withoutCredentials(jsonText(createBody)),
    level: level === "declared" ? undefined : level,
  };
  const flags = repeated.flatMap((key) => {
    const value = settings[key];
    if (value === undefined || typeof value === "boolean") return value === true ? [`--${kebab(key)}`] : [];
    return [value].flat().map((one) => `--${kebab(key)} ${shellWord(String(one))}`);
  });
  return ["orgkit conform", shellWord(target.baseUrl), ...flags].join(" ");
}
