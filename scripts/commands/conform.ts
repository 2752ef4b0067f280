import { appendFileSync } from "node:fs";
import { z } from "zod";
import { conformOptions } from "../../conformance/options/options.ts";
import { githubAnnotations, reportSummary } from "../../conformance/report/summary.ts";
import { baselineText, findNewFailures, knownFailuresText } from "../../conformance/report/baseline.ts";
import { maskPeople } from "../../conformance/report/mask-people.ts";
import { planText } from "../../conformance/report/plan.ts";
import { decideExitCode, type Report } from "../../conformance/report/report.ts";
import { reportText } from "../../conformance/report/text.ts";
import { CannotJudge } from "../../conformance/run/cannot-judge.ts";
import type { Obligation } from "../../conformance/requirements/catalogue.ts";
import { judgeForReport, readConformOptions, type Judging, selectObligations } from "../../conformance/run/conform.ts";
import { listRequests } from "../../conformance/run/dry-run.ts";
import { withoutCredentials } from "../../conformance/target/exchange.ts";
import { headerVariable } from "../../conformance/target/credentials.ts";
import {
  expiredTokenVariable,
  quickRequests,
  targetSchema,
  tokenVariables,
  usualRequests,
} from "../../conformance/target/target.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { kebab, listSettings } from "../../fixtures/settings/settings.ts";
import { shellWord } from "../../fixtures/values/text.ts";
import { timeoutSignal } from "../../fixtures/values/timers.ts";
import { interruption, paint, print, printData, statusLine, warn } from "../terminal/terminal.ts";
import {
  conformCommandOptions,
  type ConformSettings,
  prepareReports,
  reporterNames,
  writeReports,
} from "./conform-options.ts";
import { defineCommand } from "./define-command.ts";
import { groupIds } from "./shared-options.ts";

/** After this many requests, the time that the others take can be estimated. */
const enoughForEstimate = 20;

/** `orgkit conform`: judges a target, and reports what is wrong and why. */
export default defineCommand(
  {
    name: "conform",
    summary: "judge a target against the interface document",
    description: `Judges a target against the interface document. Set the token in ${tokenVariables.first}. To check that accounts are kept apart, set the token of a second account in ${tokenVariables.second}; to check that an expired token is rejected, set one in ${expiredTokenVariable}. The config file has token, tokenB and tokenExpired.`,
    options: conformCommandOptions,
    fromProject: ["baseUrl", "dialect"],
    exitCodes: {
      0: "conforming in everything that was verified",
      1: "non-conforming",
      2: "wrong usage or config",
      3: "could not judge: no response, a token or id that the target does not know, wrong base URL, nothing verified; or --complete, --require or --min-verified and less was verified",
    },
  },
  async ({ settings, version }) => {
    const { out, dryRun } = settings;
    const selected = selectObligations(settings, "--grep");
    checkRequired(selected, settings);
    if (out !== undefined && !dryRun) prepareReports(out);
    const { draw, end } = statusLine();
    const startedAt = performance.now();
    const judging = await readConformOptions({
      // Without what the command adds.
      ...z.object(conformOptions.shape).parse(settings),
      ...groupIds(settings.id),
      onExperiment: ({ experiment, requests, limit }) => {
        const left = (limit - requests) * ((performance.now() - startedAt) / Math.max(requests, 1));
        const estimate = requests < enoughForEstimate ? "" : `at most ${Math.ceil(left / 1000)} s left, `;
        draw(`${requests}/${limit} ${estimate}${experiment}`);
      },
    });
    const { connection } = judging;
    const { target, secrets } = judging.target;
    const hasSecondToken = secrets.second !== undefined;
    print(planText({ version, target: targetSchema.parse(target), hasSecondToken, selected, connection }, paint));
    if (dryRun) {
      await printRequests(judging, settings);
      return 0;
    }
    const stop = new AbortController();
    const { maxDuration } = settings;
    const interrupted = interruption();
    const late = maxDuration === undefined ? undefined : timeoutSignal(maxDuration * 1000);
    late?.addEventListener("abort", () => stop.abort(`it took longer than ${maxDuration} s (--max-duration)`));
    interrupted.addEventListener("abort", () => stop.abort("it was interrupted"));
    const judged = await judgeForReport({
      ...judging,
      stop: stop.signal,
      onUnmet: (problem) => print(paint("yellow", `! ${problem}`)),
    }).finally(end);
    const report = settings.mask ? maskPeople(judged) : judged;
    const code = finish(report, { ...settings, command: commandFor(report, settings) });
    return interrupted.aborted ? 3 : code;
  },
);

/** Prints what a run would send, and what it could not verify of what is required. */
async function printRequests(judging: Judging, settings: ConformSettings): Promise<void> {
  const { lines, requests, report } = await listRequests({ ...judging, onExperiment: undefined });
  const { maxRequests = settings.quick ? quickRequests : usualRequests } = judging.connection;
  print(`${requests} requests, if each operation responds as the document says, with one record in each list:`, "");
  for (const line of lines) print(line);
  print(
    "",
    `Further pages, sizes, orders and ids follow from the responses: at most about ${maxRequests} requests in all, and what fails is repeated.`,
  );
  const skipped = report.results.filter(({ status }) => status === "skipped");
  for (const demand of unmetDemands({ ...report, results: skipped }, { require: settings.require })) print(demand);
  print("Nothing was sent (--dry-run).");
}

/** @throws InputError if a required id is not judged: the run could never meet it */
function checkRequired(selected: readonly Obligation[], { require = [] }: Pick<FinishSettings, "require">): void {
  const missing = require.filter((id) => !selected.some(({ requirement }) => requirement.id === id));
  if (missing.length === 0) return;
  const problem = `${missing.join(", ")} cannot be verified: --grep or --level leaves it out`;
  throw inputError("these settings", "--require", problem);
}

type FinishSettings = Partial<
  Pick<ConformSettings, "baseline" | "out" | "reporter" | "known" | "failOn" | Demanded>
> & {
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
  const { baseline, out, reporter = reporterNames, command, known = [], failOn } = settings;
  const accepted = { known, today: new Date().toISOString().slice(0, 10), ...(failOn === "new" && { baseline }) };
  if (report.problem === undefined) {
    print(`${reportText(report, paint)}\n`);
    if (baseline !== undefined) print(`${baselineText(baseline, report, paint)}\n`);
    if (known.length > 0) print(`${knownFailuresText(report, accepted, paint)}\n`);
  }
  if (out !== undefined) {
    const written = command === undefined ? report : { ...report, command };
    for (const path of writeReports(out, written, reporter)) print(`Report: ${path}`);
  }
  const summaryFile = process.env["GITHUB_STEP_SUMMARY"];
  if (summaryFile !== undefined && summaryFile !== "") appendSummary(summaryFile, report);
  if (process.env["GITHUB_ACTIONS"] === "true") for (const line of githubAnnotations(report)) printData(line);
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  const unmet = unmetDemands(report, settings);
  for (const demand of unmet) print(demand);
  const isAccepted = report.verdict === "non-conforming" && findNewFailures(report, accepted).length === 0;
  const code = isAccepted ? Number(report.unmet !== undefined) * 3 : decideExitCode(report);
  return code === 0 && unmet.length > 0 ? 3 : code;
}

/** Adds the summary to that of a job of GitHub Actions; a run does not fail for it. */
function appendSummary(file: string, report: Report): void {
  try {
    appendFileSync(file, reportSummary(report));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    warn(`GITHUB_STEP_SUMMARY cannot be written: ${problem}`);
  }
}

/** What was demanded to be verified, and was not. */
function unmetDemands(
  report: Report,
  { complete = false, require = [], minVerified = 0 }: Pick<FinishSettings, Demanded>,
): readonly string[] {
  const { passed, failed } = report.summary;
  const missing = report.results.filter(({ id, reason }) => require.includes(id) && reason !== undefined);
  return [
    ...(complete && !report.complete ? ["Not complete (--complete): see what was not verified."] : []),
    ...missing.map(({ id, operation, reason = "" }) => `Not verified (--require): ${id} ${operation}: ${reason}.`),
    ...(passed + failed < minVerified ? [`Only ${passed + failed} verified (--min-verified ${minVerified}).`] : []),
  ];
}

/** The options that affect a verdict, besides the target's. */
const repeated: ReadonlySet<string> = new Set<keyof ConformSettings>([
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
  "cert",
  "key",
  "insecure",
]);

/** The command that repeats the judging of a target; the tokens are expected in the environment. */
export function commandFor({ target }: Report, given: Partial<ConformSettings>): string {
  const { id = [], subscriptionIds = [], headers = {} } = given;
  const ids = [...id, ...subscriptionIds.map((known) => `subscription=${known}`)];
  const values = new Map<string, unknown>(Object.entries({ ...given, id: ids }));
  const flags = listSettings(conformCommandOptions).flatMap(({ key, member, defaultText }) => {
    const value = values.get(member);
    if (!repeated.has(member) || value === undefined || value === false || asText(value) === defaultText) return [];
    if (value === true) return [`--${kebab(key)}`];
    return [value].flat().map((one) => `--${kebab(key)} ${shellWord(asText(one))}`);
  });
  // The values of headers may be secret.
  const named = Object.keys(headers).map((name) => `--header ${shellWord(`${name}: `)}"$${headerVariable(name)}"`);
  return ["orgkit conform", shellWord(target.baseUrl), ...flags, ...named].join(" ");
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : withoutCredentials(JSON.stringify(value));
}
