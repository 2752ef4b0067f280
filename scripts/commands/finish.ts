import { githubAnnotations } from "../../conformance/report/annotations.ts";
import { baselineText } from "../../conformance/report/baseline.ts";
import { reportSchema, type Report } from "../../conformance/report/report.ts";
import { reportText } from "../../conformance/report/text.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { readDataFile } from "../../fixtures/read-text.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { shellWord } from "../../fixtures/shell-word.ts";
import { headerVariable } from "../../conformance/target/secrets.ts";
import { withoutCredentials } from "../../conformance/target/exchange.ts";
import { jsonText } from "../../fixtures/json.ts";
import { kebab } from "../settings/option.ts";
import { paint, print } from "../terminal.ts";
import type { ConformSettings } from "./conform-options.ts";
import { headersOf } from "./reach-options.ts";
import { writeReports } from "./write-reports.ts";

type FinishSettings = Pick<ConformSettings, "out" | "reporter" | Demanded> & {
  readonly baseline?: Report | undefined;
  /** The command that repeats the run. */
  readonly command: string;
};

/** What must be verified for the exit code 0. */
type Demanded = "complete" | "require" | "minVerified";

/**
 * Prints the result of a run and writes its reports.
 * @returns the exit code
 * @throws CannotJudge if the target could not be judged
 */
export function finish(report: Report, settings: FinishSettings): number {
  const { baseline, out, reporter, command } = settings;
  if (report.problem === undefined) {
    print(`${reportText(report, paint)}\n`);
    if (baseline !== undefined) print(`${baselineText(baseline, report, paint)}\n`);
  }
  if (out !== undefined) {
    for (const path of writeReports(out, { report: { ...report, command }, names: reporter })) print(`Report: ${path}`);
  }
  if (process.env["GITHUB_ACTIONS"] === "true") for (const line of githubAnnotations(report)) print(line);
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  const unmet = unmetDemands(report, settings);
  for (const demand of unmet) print(demand);
  const code = exitCode(report);
  return code === 0 && unmet.length > 0 ? 3 : code;
}

/** What was demanded to be verified, and was not. */
function unmetDemands(
  report: Report,
  { complete, require, minVerified = 0 }: Pick<FinishSettings, Demanded>,
): readonly string[] {
  const { passed, failed } = report.summary;
  const missing = require.filter((id) =>
    report.results.some((result) => result.id === id && result.reason !== undefined),
  );
  return [
    ...(complete && !report.complete ? ["Not complete (--complete): see what was not verified."] : []),
    ...missing.map((id) => `Not verified (--require): ${id}.`),
    ...(passed + failed < minVerified ? [`Only ${passed + failed} verified (--min-verified ${minVerified}).`] : []),
  ];
}

/**
 * The report for `--baseline`, read before judging.
 * @throws InputError if it is not a report
 */
export function readBaseline(file: string | undefined): Report | undefined {
  return file === undefined ? undefined : parseWith(reportSchema, readDataFile(file, "baseline"), "baseline");
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** 0 conforming, or no violation in recorded traffic; 1 non-conforming; 3 if it could not be judged. */
function exitCode({ verdict, traffic, summary }: Report): number {
  const isClean = traffic !== undefined && summary.passed > 0 && summary.failed === 0;
  return isClean ? 0 : exitCodes[verdict];
}

/** The settings that affect a verdict, in the order of the command. */
const repeated = [
  "har",
  "id",
  "allowWrites",
  "maxCreated",
  "maxRequests",
  "patience",
  "quick",
  "createBody",
  "dialect",
  "level",
  "grep",
  "ca",
  "insecure",
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
  // The values of headers may be secret.
  const headers = Object.keys(headersOf(given.header ?? [])).map(
    (name) => `--header ${shellWord(`${name}: `)}"$${headerVariable(name)}"`,
  );
  return ["orgkit conform", shellWord(target.baseUrl), ...flags, ...headers].join(" ");
}
