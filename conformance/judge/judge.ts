import { exploreAccounts, exploreReading } from "../experiments/accounts.ts";
import { exploreCreations, exploreEnd } from "../experiments/creations.ts";
import { exploreCredentials, exploreRejectedCreations } from "../experiments/credentials.ts";
import { exploreIds } from "../experiments/ids.ts";
import { exploreLists, explorePlainLists } from "../experiments/lists.ts";
import { exploreSpelledCreations, exploreSpellings } from "../experiments/spellings.ts";
import { exploreSubscriptions } from "../experiments/subscriptions.ts";
import { rules } from "../rules/rules.ts";
import { exploreHeaders, exploreViews } from "../experiments/views.ts";
import { Confirmer } from "./confirm.ts";
import type { Experiment, Explorer } from "./experiment.ts";
import type { Exchange } from "./model.ts";
import type { Check, Rule } from "./rule.ts";
import type { Facts } from "./facts.ts";
import { Stage, type StageOptions } from "./stage.ts";

/** The result of one requirement on one operation. */
export interface Conclusion {
  readonly requirement: string;
  readonly operation: Check["operation"];
  readonly status: Check["status"];
  readonly message: string;
  readonly exchanges: readonly Exchange[];
  /** How many places were looked at. */
  readonly places: number;
}

/** The explorers that only read, the most telling first. */
const readers: readonly ((facts: Facts) => Explorer)[] = [
  explorePlainLists,
  exploreSubscriptions,
  exploreLists,
  exploreAccounts,
  exploreHeaders,
  exploreViews,
  exploreReading,
  exploreIds,
  exploreCredentials,
  exploreSpellings,
];

/** The explorers of creations, after the others: lists stay as they are until then. */
const writers: readonly ((facts: Facts) => Explorer)[] = [
  exploreRejectedCreations,
  exploreSpelledCreations,
  exploreCreations,
  exploreEnd,
];

/** The requests of a run that are kept for creations. */
const keptForWriters = 66;

/** How many experiments of a group run at once. */
const lanes = 4;

/** The maximum number of requests for repetitions. */
const maxRepeated = 300;

const judgeAll: Rule = function* (exchanges, facts) {
  for (const rule of rules) yield* rule(exchanges, facts);
};

export interface Judged {
  readonly conclusions: readonly Conclusion[];
  readonly stage: Stage;
}

/** Plays all experiments on a target, judges the log, and looks again for what failed. */
export async function judgeTarget(options: StageOptions): Promise<Judged> {
  const stage = new Stage(options);
  try {
    const experiments = await explore(stage);
    const checks = [...judgeAll(stage.log, stage.facts)];
    stage.limit = stage.requests + maxRepeated;
    const confirmer = new Confirmer(stage, experiments, judgeAll);
    const conclusions: Conclusion[] = [];
    for (const group of Map.groupBy(checks, ({ requirement, operation }) => `${requirement} ${operation}`).values()) {
      conclusions.push(await conclude(confirmer, group));
    }
    return { conclusions, stage };
  } finally {
    await stage.close();
  }
}

async function explore(stage: Stage): Promise<ReadonlyMap<string, Experiment>> {
  const experiments = new Map<string, Experiment>();
  const { limit } = stage;
  if (stage.target.allowWrites) stage.limit = limit - keptForWriters;
  for (const explorer of [...readers, ...writers]) {
    if (explorer === writers[0]) stage.limit = limit;
    for (const next of explorer(stage.facts)) {
      const group = Array.isArray(next) ? next : [next];
      for (const experiment of group) experiments.set(experiment.name, experiment);
      await playTogether(stage, group);
    }
  }
  return experiments;
}

async function playTogether(stage: Stage, group: readonly Experiment[]): Promise<void> {
  const waiting = group.values();
  const lane = async (): Promise<void> => {
    for (const experiment of waiting) await stage.play(experiment);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, group.length) }, lane));
}

/** The result of all checks of one requirement on one operation. */
async function conclude(confirmer: Confirmer, checks: readonly Check[]): Promise<Conclusion> {
  const [first] = checks;
  if (first === undefined) throw new Error("a conclusion needs checks");
  const { requirement, operation } = first;
  const conclusion = (check: Check, status: Check["status"]): Conclusion => ({
    requirement,
    operation,
    status,
    message: check.message,
    exchanges: check.exchanges,
    places: checks.length,
  });
  const failures = checks.filter(({ status }) => status === "failed");
  const [failure] = failures;
  if (failure !== undefined) {
    const confirmation = await confirmer.confirm(failures);
    return conclusion(confirmation.failures[0] ?? failure, confirmation.isConfirmed ? "failed" : "inconclusive");
  }
  const success = checks.find(({ status }) => status === "passed");
  return success === undefined ? conclusion(first, "inconclusive") : conclusion(success, "passed");
}
