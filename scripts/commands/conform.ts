import { conform, conformAll } from "../../conformance/index.ts";
import { planText } from "../../conformance/report/plan.ts";
import { isInShard } from "../../conformance/run/judge-targets.ts";
import { readTarget } from "../../conformance/run/read-conform-options.ts";
import { countObligations } from "../../conformance/run/selection.ts";
import { targetSchema, tokenVariables } from "../../conformance/target/target.ts";
import { defineCommand } from "../settings/define-command.ts";
import { wrongSetting } from "../settings/read-settings.ts";
import { interruption, keepMemoryLow, paint, print, statusLine } from "../terminal.ts";
import { conformOptions, type ConformSettings } from "./conform-options.ts";
import { nearestTargets, readTargets } from "./conform-targets.ts";
import { commandFor, finish, readBaseline } from "./finish.ts";
import { toConnectionOptions } from "./reach-options.ts";
import { prepareReports } from "./write-reports.ts";

/** `orgkit conform`: judges targets, and reports what is wrong and why. */
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
      3: "could not judge: no response, token rejected, wrong base URL, nothing verified; or --complete and something was not verified",
    },
    prepare: nearestTargets,
  },
  async ({ settings, version }) => {
    if (settings.har.length > 0) {
      keepMemoryLow();
      return judgeHar(settings);
    }
    const { level, grep, out, workers, insecure, maxCreated, patience } = settings;
    const targets = readTargets(settings, process.env);
    const count = countObligations({ level, grep }, "--grep");
    const shard = readShard(settings.shard, targets.length, process.env);
    if (shard !== undefined && out === undefined) {
      throw wrongSetting("--shard", "needs --out DIR: orgkit merge reads the reports there");
    }
    const reaching = toConnectionOptions(settings);
    const baseline = readBaseline(settings.baseline, targets.length);
    const part = targets.filter((_, index) => isInShard(index, shard)).map(({ name }) => name);
    if (out !== undefined) prepareReports(out, shard === undefined ? undefined : part);
    const read = await Promise.all(targets.map(readTarget));
    const planned = read.map(({ target, secrets }) => ({
      target: targetSchema.parse(target),
      hasSecondToken: secrets.second !== undefined,
    }));
    print(planText({ version, targets: planned, ...count, shard, insecure, maxCreated }, paint));
    const { draw, end } = statusLine();
    const reports = await conformAll({
      ...reaching,
      targets,
      level,
      grep,
      workers,
      shard,
      maxCreated,
      patience,
      onProgress: ({ done, of, target, obligation }) => draw(`${done + 1}/${of} ${target} ${obligation}`),
      signal: interruption(),
    }).finally(end);
    const isShard = shard !== undefined;
    return finish(reports, { ...settings, baseline, isShard, commandFor: (report) => commandFor(report, settings) });
  },
);

/** Judges recorded traffic. @throws InputError if it is invalid, or a setting is about requests */
async function judgeHar(settings: ConformSettings): Promise<number> {
  const { har, baseUrl, level, grep, out, dialect } = settings;
  if (settings.target.length > 0 || settings.targets !== undefined || settings.shard !== undefined) {
    throw wrongSetting(
      "--har",
      "expected without --target, --targets and --shard: it judges the traffic of one target",
    );
  }
  countObligations({ level, grep }, "--grep");
  const baseline = readBaseline(settings.baseline, 1);
  if (out !== undefined) prepareReports(out);
  const report = await conform({ har, baseUrl, dialect, level, grep });
  print(`${paint("bold", `Judging recorded traffic of ${report.target.baseUrl}`)}: nothing is sent`, "");
  return finish([report], { ...settings, baseline, commandFor: (one) => commandFor(one, settings) });
}

/**
 * The shard to judge: `1/3`. `N` alone takes the index from `JOB_COMPLETION_INDEX`, which counts from 0 in a Kubernetes
 * Indexed Job.
 * @throws InputError if there is no such shard
 */
export function readShard(
  text: string | undefined,
  targets: number,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  if (text === undefined) return undefined;
  const [, index, count = ""] = /^(?:(\d+)\/)?(\d+)$/.exec(text) ?? [];
  const ofJob = Number.parseInt(environment["JOB_COMPLETION_INDEX"] ?? "", 10) + 1;
  const at = index === undefined ? ofJob : Number(index);
  if (!(at <= Number(count))) {
    const problem = "expected I/N with I from 1 to N, for instance 1/3; or N, where JOB_COMPLETION_INDEX says which";
    throw wrongSetting("--shard", problem);
  }
  if (Number(count) > targets) {
    const problem = `there are ${targets} targets, so ${count} shards would leave some with nothing to judge`;
    throw wrongSetting("--shard", problem);
  }
  return `${at}/${count}`;
}
