import { conform } from "../../conformance/index.ts";
import { planText } from "../../conformance/report/plan.ts";
import { judgeForReport } from "../../conformance/run/conform.ts";
import { readConformOptions } from "../../conformance/run/read-conform-options.ts";
import { countObligations } from "../../conformance/run/selection.ts";
import { targetSchema, tokenVariables } from "../../conformance/target/target.ts";
import { defineCommand } from "../settings/define-command.ts";
import { interruption, paint, print, statusLine } from "../terminal.ts";
import { conformOptions, type ConformSettings } from "./conform-options.ts";
import { commandFor, finish, readBaseline } from "./finish.ts";
import { toConnectionOptions } from "./reach-options.ts";
import { preferTraffic, readTargetOptions } from "./target-options.ts";
import { prepareReports } from "./write-reports.ts";

/** `orgkit conform`: judges a target, and reports what is wrong and why. */
export default defineCommand(
  {
    name: "conform",
    summary: "judge a target against the interface document",
    description: `Judges a target against the interface document. Set the token in ${tokenVariables.first}. To check that accounts are kept apart, set the token of a second account in ${tokenVariables.second}. The config file has token and tokenB. With --har, judges recorded traffic and sends nothing; the best verdict is then "no violation in N exchanges", never "conforming".`,
    options: conformOptions,
    exitCodes: {
      0: "conforming in everything that was verified; with --har: no violation",
      1: "non-conforming",
      2: "wrong usage or config",
      3: "could not judge: no response, token rejected, wrong base URL, nothing verified; or --complete, --require or --min-verified and less was verified",
    },
    prepare: preferTraffic,
  },
  async ({ settings, version }) => {
    if (settings.har.length > 0) return judgeHar(settings);
    const { level, grep, out, insecure, maxCreated, maxRequests, patience, dryRun } = settings;
    const options = readTargetOptions(settings);
    const count = countObligations({ level, grep }, "--grep");
    const baseline = readBaseline(settings.baseline);
    if (out !== undefined) prepareReports(out);
    const { draw, end } = statusLine();
    const judging = await readConformOptions({
      ...toConnectionOptions(settings),
      ...options,
      level,
      grep,
      maxCreated,
      maxRequests,
      patience,
      baseline,
      onExperiment: ({ experiment, requests, limit }) => draw(`${requests}/${limit} ${experiment}`),
      signal: interruption(),
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
    const report = await judgeForReport(judging).finally(end);
    return finish(report, { ...settings, baseline, command: commandFor(report, settings) });
  },
);

/** Judges recorded traffic. @throws InputError if it is invalid, or a setting is about requests */
async function judgeHar(settings: ConformSettings): Promise<number> {
  const { har, baseUrl, level, grep, out, dialect } = settings;
  countObligations({ level, grep }, "--grep");
  const baseline = readBaseline(settings.baseline);
  if (out !== undefined) prepareReports(out);
  const report = await conform({ har, baseUrl, dialect, level, grep });
  print(`${paint("bold", `Judging recorded traffic of ${report.target.baseUrl}`)}: nothing is sent`, "");
  return finish(report, { ...settings, baseline, command: commandFor(report, settings) });
}
