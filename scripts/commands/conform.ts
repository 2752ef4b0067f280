import type { Command } from "commander";
import { conformAll } from "../../conformance/index.ts";
import type { Report } from "../../conformance/report/report.ts";
import { planText, type Plan } from "../../conformance/report/plan.ts";
import { readTarget } from "../../conformance/run/read-conform-options.ts";
import { isInShard } from "../../conformance/run/judge-targets.ts";
import { countObligations } from "../../conformance/run/selection.ts";
import { targetSchema, tokenVariables } from "../../conformance/target/target.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paintFor } from "../terminal.ts";
import { conformOptions, type ConformSettings } from "./conform-options.ts";
import { showProgress } from "./conform-progress.ts";
import { readTargets, type NamedTarget } from "./conform-targets.ts";
import { interruption } from "./interruption.ts";
import { nearestTargets } from "./nearest-targets.ts";
import { reachingOf } from "./reach-options.ts";
import { readShard } from "./shard.ts";
import { finish, readBaseline } from "./finish.ts";
import { commandFor } from "./command-line.ts";
import { prepareReports } from "./write-reports.ts";

/** `orgkit conform`: judges one target or several and says what is wrong and why. */
export function conformCommand(version: string): Command {
  return defineCommand(
    {
      name: "conform",
      summary: "judge a target by the interface document",
      description: `Judges a target by the interface document. The token comes from ${tokenVariables.first}, one of a second account, to check that invoices are scoped, from ${tokenVariables.second}; or from the config file, as token and tokenB.`,
      options: conformOptions,
      exitCodes: {
        0: "conforming, in what was verified",
        1: "non-conforming",
        2: "wrong usage or config",
        3: "could not judge: no reply, a token accepted nowhere, a wrong base URL, nothing verified; or --complete, and not all was",
      },
      prepare: nearestTargets,
    },
    ({ settings }) => judge(settings, version),
  );
}

/** @returns the exit code */
async function judge(settings: ConformSettings, version: string): Promise<number> {
  const { level, grep, out } = settings;
  const targets = readTargets(settings, process.env);
  const count = countObligations({ level, grep }, "--grep");
  const shard = readShard(settings.shard, targets.length, process.env);
  if (shard !== undefined && out === undefined) {
    throw new InputError("Settings", [
      { at: "--shard", problem: "needs --out: the folder whose reports orgkit merge puts together" },
    ]);
  }
  const reaching = reachingOf(settings);
  const baseline = readBaseline(settings.baseline, targets.length);
  const part = targets.filter((_, index) => isInShard(index, shard)).map(({ name }) => name);
  if (out !== undefined) prepareReports(out, shard === undefined ? undefined : part);
  const paint = paintFor(process.stdout);
  const plan = {
    version,
    targets: await Promise.all(targets.map(planOf)),
    ...count,
    shard,
    insecure: settings.insecure,
  };
  process.stdout.write(`${planText(plan, paint)}\n`);
  const { onProgress, end } = showProgress(process.stderr);
  const reports = await conformAll({
    ...reaching,
    targets,
    level,
    grep,
    workers: settings.workers,
    shard,
    onProgress,
    signal: interruption(),
  }).finally(end);
  const writing = {
    baseline,
    isShard: shard !== undefined,
    commandFor: (report: Report) => commandFor(report, settings),
  };
  return finish(reports, { ...settings, ...writing }, paint);
}

async function planOf(options: NamedTarget): Promise<Plan["targets"][number]> {
  const { target, secrets } = await readTarget(options);
  return { target: targetSchema.parse(target), hasSecondToken: secrets.second !== undefined };
}
