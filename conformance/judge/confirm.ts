import { setTimeout as sleep } from "node:timers/promises";
import type { Experiment } from "./experiment.ts";
import type { Check, Rule } from "./rule.ts";
import type { Stage } from "./stage.ts";

/** How often a failure is looked for again, and how often it must recur. */
const rounds = 3;
const enough = 2;

/** The pauses before repetitions on a target that others change: a count may lag, or a cache may be old. */
const pauses = [50, 300, 1200];

/** The maximum number of different failures of one requirement that are looked for again. */
const maxTried = 3;

export interface Confirmation {
  readonly isConfirmed: boolean;
  /** The failures that recurred, or else the first observations. */
  readonly checks: readonly Check[];
  /** What the repetitions showed instead, if it did not recur. */
  readonly others: readonly Check[];
}

/** Runs the experiments behind failures of one requirement on one operation again, and judges these runs alone. */
export async function confirmFailures(
  stage: Stage,
  failures: readonly Check[],
  experiments: ReadonlyMap<string, Experiment>,
  judge: Rule,
): Promise<Confirmation> {
  const certain = failures.filter(({ isCertain }) => isCertain === true);
  if (certain.length > 0)
    return { isConfirmed: true, checks: [...certain, ...failures.filter((one) => !one.isCertain)], others: [] };
  if (confirmEachOther(failures, experiments)) return { isConfirmed: true, checks: failures, others: [] };
  const others: Check[] = [];
  for (const failure of chooseFailures(failures)) {
    const names = [...new Set(failure.exchanges.map(({ experiment }) => experiment))];
    const behind = names.flatMap((name) => experiments.get(name) ?? []);
    if (behind.length === 0) continue;
    const recurred: Check[] = [];
    for (let repetition = 0; repetition < rounds; repetition += 1) {
      if (stage.facts.isBusy("listUsers") || stage.facts.isBusy("listInvoices")) await sleep(pauses[repetition] ?? 0);
      const round = stage.nextRound();
      const before = stage.log.length;
      for (const experiment of behind) await stage.play(experiment, round);
      const checks = [...judge(stage.log.slice(before), stage.facts)].filter(
        ({ requirement, operation }) => requirement === failure.requirement && operation === failure.operation,
      );
      const again = checks.find(({ status }) => status === "failed");
      if (again === undefined) others.push(...checks.slice(0, 1));
      else recurred.push(again);
      const isDecided = recurred.length >= enough || recurred.length + rounds - repetition - 1 < enough;
      if (isDecided || again?.isCertain === true) break;
    }
    if (recurred.length >= enough || recurred.some(({ isCertain }) => isCertain)) {
      const rest = failures.filter((one) => one !== failure);
      return { isConfirmed: true, checks: [failure, ...rest], others };
    }
  }
  return { isConfirmed: false, checks: failures, others };
}

/** Creations cannot be repeated without limit: two that fail alike confirm each other. */
function confirmEachOther(failures: readonly Check[], experiments: ReadonlyMap<string, Experiment>): boolean {
  const decisive = failures.flatMap(({ exchanges }) => exchanges.slice(-1));
  const ofCreations = decisive.filter(
    ({ marker, experiment }) => marker !== undefined || experiments.get(experiment)?.isOnce === true,
  );
  const requests = new Set(ofCreations.map(({ number }) => number));
  return requests.size >= enough;
}

/** A few failures with different experiments, those with the fewest requests first. */
function chooseFailures(failures: readonly Check[]): readonly Check[] {
  const byExperiments = new Map<string, Check>();
  for (const failure of failures) {
    const name = [...new Set(failure.exchanges.map(({ experiment }) => experiment))].toSorted().join("\n");
    if (!byExperiments.has(name)) byExperiments.set(name, failure);
  }
  return [...byExperiments.values()]
    .toSorted((one, other) => one.exchanges.length - other.exchanges.length)
    .slice(0, maxTried);
}
