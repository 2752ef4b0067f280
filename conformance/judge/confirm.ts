import { listOperationIds } from "../../fixtures/contract/operations.ts";
import type { Experiment } from "../log/experiment.ts";
import type { Check, Rule } from "../log/rule.ts";
import type { Stage } from "./stage.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** In how many repetitions that show anything a failure must recur, and in how many of them. */
const rounds = 3;
const enough = 2;

/** The maximum number of repetitions, also of those that show nothing since others wrote meanwhile. */
const maxRounds = 8;

/** The pauses before repetitions on a target that others change: a count may lag, or a cache may be old. */
const pauses = [50, 1200, 1200];

/** The maximum number of different failures of one requirement that are looked for again. */
const maxTried = 3;

/** Where experiments are repeated. */
export interface RepetitionStage extends Pick<Stage, "facts" | "log" | "nextRound" | "pause" | "spent" | "ended"> {
  readonly play: (experiment: Experiment, round: number) => Promise<void>;
}

/** Runs the experiments behind failures again, and judges these repetitions alone. Failures share repetitions. */
export class Confirmer {
  readonly #stage: RepetitionStage;
  readonly #experiments: ReadonlyMap<string, Experiment>;
  readonly #judge: Rule;
  /** What each repetition of some experiments showed, by their names. */
  readonly #repetitions = new Map<string, (readonly Check[])[]>();

  constructor(stage: RepetitionStage, experiments: ReadonlyMap<string, Experiment>, judge: Rule) {
    this.#stage = stage;
    this.#experiments = experiments;
    this.#judge = judge;
  }

  /** @param failures of one requirement on one operation. @returns the one that recurs, or is certain */
  async confirm(failures: readonly Check[]): Promise<Check | undefined> {
    const certain = failures.find(({ isCertain }) => isCertain === true);
    if (certain !== undefined) return certain;
    if (this.#confirmEachOther(failures)) return failures[0];
    for (const failure of chooseFailures(failures)) if (await this.#recurs(failure)) return failure;
    return undefined;
  }

  async #recurs(failure: Check): Promise<boolean> {
    const names = listExperiments(failure);
    let recurred = 0;
    let others = 0;
    for (let index = 0; index < maxRounds; index += 1) {
      const checks = await this.#repeat(names, index);
      const same = checks.filter(
        ({ requirement, operation }) => requirement === failure.requirement && operation === failure.operation,
      );
      const again = same.find(({ status }) => status === "failed");
      if (again?.isCertain === true) return true;
      if (again !== undefined) recurred += 1;
      else if (same.length > 0) others += 1;
      // A total that is counted now and then may be old in two rounds.
      if (recurred >= (this.#isBusy ? rounds : enough)) return true;
      if (others > rounds - enough) return false;
      // Nothing can be asked any more.
      if (checks.length === 0 && index >= rounds) return false;
    }
    return false;
  }

  /** Whether lists change during the run, so that a total may be older than its records. */
  get #isBusy(): boolean {
    const { facts } = this.#stage;
    return listOperationIds.some((operation) => isWrittenByOthers(operation, facts));
  }

  /** What the repetition with this number shows. */
  async #repeat(names: readonly string[], index: number): Promise<readonly Check[]> {
    const key = names.join("\n");
    const repetitions = this.#repetitions.get(key) ?? [];
    this.#repetitions.set(key, repetitions);
    const done = repetitions[index];
    if (done !== undefined) return done;
    const { facts, log } = this.#stage;
    if (this.#isBusy) await this.#stage.pause(pauses[index] ?? 0);
    const round = this.#stage.nextRound();
    const before = log.length;
    for (const name of names) {
      const experiment = this.#experiments.get(name);
      if (experiment !== undefined) await this.#stage.play(experiment, round);
    }
    const checks = [...this.#judge(log.slice(before), facts)];
    repetitions.push(checks);
    return checks;
  }

  /** Creations cannot be repeated without limit: two that fail alike confirm each other. */
  #confirmEachOther(failures: readonly Check[]): boolean {
    const observed = failures
      .flatMap(({ exchanges }) => exchanges.slice(-1))
      .flatMap(({ marker, experiment }) => {
        if (marker !== undefined) return [marker];
        return this.#experiments.get(experiment)?.isOnce === true ? [experiment] : [];
      });
    return new Set(observed).size >= enough;
  }
}

function listExperiments({ exchanges }: Check): readonly string[] {
  return [...new Set(exchanges.map(({ experiment }) => experiment))].toSorted();
}

/** A few failures with different experiments, those with the fewest requests first. */
function chooseFailures(failures: readonly Check[]): readonly Check[] {
  const byExperiments = new Map<string, Check>();
  for (const failure of failures) {
    const name = listExperiments(failure).join("\n");
    if (!byExperiments.has(name)) byExperiments.set(name, failure);
  }
  return [...byExperiments.values()]
    .toSorted((one, other) => one.exchanges.length - other.exchanges.length)
    .slice(0, maxTried);
}
