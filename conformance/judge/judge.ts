import { readOperationIds } from "../../fixtures/contract/operations.ts";
import { catalogue } from "../requirements/catalogue.ts";
import { concludeLog } from "./conclude.ts";
import { exploreCopies } from "../experiments/creations.ts";
import type { Experiment, Explorer } from "../log/experiment.ts";
import type { Check } from "../log/rule.ts";
import type { Stage } from "./stage.ts";
import { chooseTopics, firstWriters, lastWriters, plain, readers, type Topic } from "./topics.ts";

/** The requests of a run that are kept for creations. */
const keptForWriters = 74;

/** Those that are kept for the last ones, however many the others took. */
const keptForLastWriters = 56;

/** The maximum number of requests for checks of open points, and for repetitions. */
const maxForOpenPoints = 200;
const maxRepeated = 300;

/** With this part of the usual requests, no topic has to save: some send fewer than usual. */
const enoughForAll = 0.8;

/** A target that takes longer is asked about several operations at once. */
const slowMilliseconds = 100;

/** How many experiments of a group run at once. */
const lanes = 4;

/** Plays all experiments on a target in steps, each once. Checks of open points come between them. */
export class Judge {
  readonly #stage: Stage;
  readonly #ids: ReadonlySet<string>;
  readonly #experiments = new Map<string, Experiment>();
  /** Requests that the experiments may still send. */
  #left: number;
  readonly #forOpenPoints: number;

  /** @param ids the requirements that are judged: only what they read is asked for */
  constructor(stage: Stage, ids: Iterable<string> = catalogue.map(({ id }) => id)) {
    this.#stage = stage;
    this.#ids = new Set(ids);
    this.#left = stage.limit;
    this.#forOpenPoints = Math.min(maxForOpenPoints, stage.limit);
  }

  /** Sends the plain requests. */
  readonly begin: () => Promise<void> = once(() => this.#play(plain, this.#left));

  /** Plays the experiments that only read. */
  readonly read: () => Promise<void> = once(async () => {
    await this.begin();
    const further = this.#writes ? chooseTopics([...firstWriters, ...lastWriters], this.#ids) : [];
    const reserve = further.length > 0 ? Math.min(keptForWriters, Math.round(this.#left / 4)) : 0;
    await this.#play(readers, this.#left - reserve);
  });

  /** Plays creations up to the first that is accepted, if writes are allowed. */
  readonly create: () => Promise<void> = once(async () => {
    await this.read();
    await this.#play(this.#writes ? firstWriters : [], this.#left);
  });

  /** Plays the further creations, judges the log, and looks again for what failed. @returns conclusions by the names of obligations */
  readonly conclude: () => Promise<ReadonlyMap<string, Check>> = once(async () => {
    await this.create();
    const stage = this.#stage;
    await this.#play(this.#writes ? lastWriters : [], Math.max(this.#left, keptForLastWriters));
    stage.allow(maxRepeated);
    await this.#playAll(exploreCopies(stage.facts));
    const conclusions = await concludeLog(stage, this.#experiments);
    stage.allow(this.#forOpenPoints);
    return conclusions;
  });

  get #writes(): boolean {
    return this.#stage.target.allowWrites;
  }

  /** Whether most responses take long, although the target does not limit requests. */
  get #isSlow(): boolean {
    return this.#stage.facts.usualTime > slowMilliseconds && this.#stage.waited === 0;
  }

  async #playAll(explorer: Explorer): Promise<void> {
    for (const next of explorer) {
      const group = Array.isArray(next) ? next : [next];
      for (const experiment of group) this.#experiments.set(experiment.name, experiment);
      await playTogether(this.#stage, group);
    }
  }

  /** @param budget how many requests these topics may send */
  async #play(possible: readonly Topic[], budget: number): Promise<void> {
    const topics = chooseTopics(possible, this.#ids);
    const start = this.#stage.counted;
    const usual = topics.reduce((sum, { requests }) => sum + requests, 0);
    const share = Math.min(budget / usual, 1);
    let planned = 0;
    for (const { explore, requests, isByOperation } of topics) {
      planned += requests;
      // Where there is enough for all, a topic leaves to the later ones what they usually need.
      const most = share < enoughForAll ? share * planned : Math.max(share * planned, budget - usual + planned);
      this.#stage.limit = Math.round(start + most);
      const parts =
        isByOperation && this.#isSlow ? readOperationIds.map((operation) => [operation]) : [readOperationIds];
      await Promise.all(parts.map((of) => this.#playAll(explore(this.#stage.facts, of, this.#ids))));
    }
    this.#left -= this.#stage.counted - start;
    this.#stage.allow(this.#forOpenPoints);
  }
}

async function playTogether(stage: Stage, group: readonly Experiment[]): Promise<void> {
  const waiting = group.values();
  const lane = async (): Promise<void> => {
    for (const experiment of waiting) await stage.play(experiment);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, group.length) }, lane));
}

/** A step that several obligations need, and that is taken once. */
function once<Result>(take: () => Promise<Result>): () => Promise<Result> {
  let taken: Promise<Result> | undefined;
  return () => (taken ??= take());
}
