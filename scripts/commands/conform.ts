import { planText } from "../../conformance/report/plan.ts";
import { judgeForReport } from "../../conformance/run/conform.ts";
import { readConformOptions } from "../../conformance/run/read-conform-options.ts";
import { countObligations } from "../../conformance/run/selection.ts";
import { expiredTokenVariable, targetSchema, tokenVariables } from "../../conformance/target/target.ts";
import { defineCommand } from "../settings/define-command.ts";
import { interruption, paint, print, statusLine } from "../terminal/terminal.ts";
import { rejectSameToken } from "../../conformance/api/option-schemas.ts";
import { conformOptions, type ConformSettings, readBody } from "./conform-options.ts";
import { readHeaders, readTarget } from "./target-options.ts";
import { prepareReports, reporterNames, writeReports } from "./write-reports.ts";
import { githubAnnotations } from "../../conformance/report/annotations.ts";
import { baselineText } from "../../conformance/report/baseline.ts";
import { type Report, reportSchema } from "../../conformance/report/report.ts";
import { reportText } from "../../conformance/report/text.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import { readDataFile } from "../../fixtures/input/parse-data.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { shellWord } from "../../fixtures/values/text.ts";
import { headerVariable } from "../../conformance/target/secrets.ts";
import { withoutCredentials } from "../../conformance/target/exchange.ts";
import { visible } from "../../fixtures/values/visible.ts";
import { jsonText } from "../../fixtures/values/json.ts";
import { kebab } from "../settings/settings.ts";

/** `orgkit conform`: judges a target, and reports what is wrong and why. */
export default defineCommand(
  {
    name: "conform",
    summary: "judge a target against the interface document",
    description: `Judges a target against the interface document. Set the token in ${tokenVariables.first}. To check that accounts are kept apart, set the token of a second account in ${tokenVariables.second}; to check that an expired token is rejected, set one in ${expiredTokenVariable}. The config file has token, tokenB and tokenExpired.`,
    options: conformOptions,
    exitCodes: {
      0: "conforming in everything that was verified",
      1: "non-conforming",
      2: "wrong usage or config",
      3: "could not judge: no response, a token or id that the target does not know, wrong base URL, nothing verified; or --complete, --require or --min-verified and less was verified",
    },
  },
  async ({ settings, version }) => {
    const { level, grep, out, insecure, maxCreated, maxRequests, patience, dryRun } = settings;
    const { tokenB, tokenExpired, allowWrites, quick, createBody, dialect } = settings;
    const reached = readTarget(settings);
    rejectSameToken(reached.token, tokenB, tokenVariables);
    const count = countObligations({ level, grep }, "--grep");
    const baseline = readBaseline(settings.baseline);
    if (out !== undefined && !dryRun) prepareReports(out);
    const { draw, end } = statusLine();
    const judging = await readConformOptions({
      ...reached,
      secondToken: tokenB,
      expiredToken: tokenExpired,
      allowWrites,
      quick,
      createBody: readBody(createBody),
      dialect,
      level,
      grep,
      maxCreated,
      maxRequests,
      patience,
      baseline,
      onExperiment: ({ experiment, requests, limit }) => draw(`${requests}/${limit} ${experiment}`),
    });
    const { target, secrets } = judging.target;
    const hasSecondToken = secrets.second !== undefined;
    print(
      planText({ version, target: targetSchema.parse(target), hasSecondToken, ...count, insecure, maxCreated }, paint),
    );
    if (dryRun) {
      print("Nothing was sent (--dry-run).");
      return 0;
    }
    const stop = new AbortController();
    interruption().addEventListener("abort", () => stop.abort("it was interrupted"));
    const report = await judgeForReport({
      ...judging,
      stop: stop.signal,
      onUnmet: (problem) => print(paint("yellow", `! ${visible(problem)}`)),
    }).finally(end);
    const code = finish(report, { ...settings, baseline, command: commandFor(report, settings) });
    return stop.signal.aborted ? 3 : code;
  },
);

type FinishSettings = Partial<Pick<ConformSettings, "out" | "reporter" | Demanded>> & {
  readonly baseline?: Report | undefined;
  /** The command that repeats the run, if it can be repeated. */
  readonly command?: string;
};

/** What must be verified for the exit code 0. */
type Demanded = "complete" | "require" | "minVerified";

/**
 * Prints the result of a run and writes its reports.
 * @returns the exit code
 * @throws CannotJudge if the target could not be judged
 */
function finish(report: Report, settings: FinishSettings): number {
  const { baseline, out, reporter = reporterNames, command } = settings;
  if (report.problem === undefined) {
    print(`${reportText(report, paint)}\n`);
    if (baseline !== undefined) print(`${baselineText(baseline, report, paint)}\n`);
  }
  if (out !== undefined) {
    const written = command === undefined ? report : { ...report, command };
    for (const path of writeReports(out, written, reporter)) print(`Report: ${path}`);
  }
  if (process.env["GITHUB_ACTIONS"] === "true") for (const line of githubAnnotations(report)) print(line);
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  const unmet = unmetDemands(report, settings);
  for (const demand of unmet) print(demand);
  const code = exitCodes[report.verdict];
  return code === 0 && unmet.length > 0 ? 3 : code;
}

/** What was demanded to be verified, and was not. */
function unmetDemands(
  report: Report,
  { complete = false, require = [], minVerified = 0 }: Pick<FinishSettings, Demanded>,
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
function readBaseline(file: string | undefined): Report | undefined {
  return file === undefined ? undefined : parseWith(reportSchema, readDataFile(file, "baseline"), "baseline");
}

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** The settings that affect a verdict, in the order of the command. */
const repeated = [
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
  const headers = Object.keys(readHeaders(given.header ?? [])).map(
    (name) => `--header ${shellWord(`${name}: `)}"$${headerVariable(name)}"`,
  );
  return ["orgkit conform", shellWord(target.baseUrl), ...flags, ...headers].join(" ");
}
