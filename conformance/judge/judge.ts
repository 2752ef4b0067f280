import { readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { exploreAccounts, exploreReading } from "../experiments/accounts.ts";
import { exploreCreations, exploreEnd, exploreFirstCreation } from "../experiments/creations.ts";
import { exploreCredentials, exploreRejectedCreations } from "../experiments/wrong-credentials.ts";
import { exploreIds } from "../experiments/ids.ts";
import { exploreListsAgain, exploreParameters, explorePlainLists, exploreWalks } from "../experiments/lists.ts";
import { exploreSpelledCreations, exploreSpellings } from "../experiments/spellings.ts";
import { exploreSubscriptions } from "../experiments/subscriptions.ts";
import { exploreHeaders, exploreViews } from "../experiments/views.ts";
import type { Target } from "../target/target.ts";
import { concludeLog } from "./conclude.ts";
import type { Experiment, Explorer } from "../log/experiment.ts";
import type { Facts } from "../log/facts.ts";
import type { Check } from "../log/rule.ts";
import type { Stage } from "./stage.ts";

/** A topic of experiments, with words for the plan of a run. */
interface Topic {
  readonly explore: (facts: Facts, of: readonly OperationId[]) => Explorer;
  /** Whether it looks at each operation apart from the others: a slow target is asked about all of them at once. */
  readonly isByOperation?: true;
  readonly words?: string;
  /** How many requests it usually sends. Where a run may send fewer, each topic gets its share of them. */
  readonly requests: number;
}

/** The plain requests: whether the target can be judged at all. */
const plain: readonly Topic[] = [
  { explore: explorePlainLists, requests: 12, words: "every operation as §4 writes it, for both accounts" },
  { explore: exploreSubscriptions, requests: 22 },
];

/** The topics that only read, the most telling first. */
const readers: readonly Topic[] = [
  { explore: exploreParameters, requests: 13 },
  {
    explore: exploreWalks,
    isByOperation: true,
    requests: 30,
    words: "every page of both lists (some of a long one) in several sizes, and after the last",
  },
  {
    explore: exploreAccounts,
    isByOperation: true,
    requests: 16,
    words: "both accounts in turn and at the same time, also at URLs that no cache knows",
  },
  {
    explore: exploreHeaders,
    isByOperation: true,
    requests: 15,
    words: "headers that clients vary, such as ETags and encodings",
  },
  { explore: exploreViews, isByOperation: true, requests: 34, words: "sorted and filtered lists" },
  { explore: exploreReading, requests: 8 },
  { explore: exploreIds, requests: 18, words: "ids close to known ones" },
  { explore: exploreCredentials, requests: 100, words: "wrong credentials on every operation, page and id" },
  { explore: exploreSpellings, requests: 34, words: "other spellings of paths and methods" },
];

/** Creations that are rejected, and the first that is not; after the others, since lists stay as they are until then. */
const firstWriters: readonly Topic[] = [
  { explore: exploreRejectedCreations, requests: 20 },
  { explore: exploreSpelledCreations, requests: 7 },
  { explore: exploreFirstCreation, requests: 13, words: "creations: rejected, alone, and at the same time" },
];

const lastWriters: readonly Topic[] = [
  { explore: exploreCreations, requests: 23 },
  { explore: exploreEnd, requests: 8 },
  { explore: exploreListsAgain, requests: 2 },
];

/** What a run looks at, in words. */
export function experimentsInWords({ allowWrites }: Target): readonly string[] {
  return [...plain, ...readers, ...(allowWrites ? firstWriters : [])].flatMap(({ words, requests }) =>
    words === undefined ? [] : `${words} (about ${requests})`,
  );
}

/** The requests of a run that are kept for creations. */
const keptForWriters = 66;

/** Those that are kept for the last ones, however many the others took. */
const keptForLastWriters = 48;

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
  readonly #experiments = new Map<string, Experiment>();
  /** Requests that the experiments may still send. */
  #left: number;
  readonly #forOpenPoints: number;
  #begun: Promise<void> | undefined;
  #read: Promise<void> | undefined;
  #created: Promise<void> | undefined;
  #concluded: Promise<ReadonlyMap<string, Check>> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#left = stage.limit;
    this.#forOpenPoints = Math.min(maxForOpenPoints, stage.limit);
  }

  /** Sends the plain requests. */
  begin(): Promise<void> {
    this.#begun ??= this.#play(plain, this.#left);
    return this.#begun;
  }

  /** Plays the experiments that only read. */
  read(): Promise<void> {
    this.#read ??= this.begin().then(() => {
      const reserve = this.#writes ? Math.min(keptForWriters, Math.round(this.#left / 4)) : 0;
      return this.#play(readers, this.#left - reserve);
    });
    return this.#read;
  }

  /** Plays creations up to the first that is accepted, if writes are allowed. */
  create(): Promise<void> {
    this.#created ??= this.read().then(() => this.#play(this.#writes ? firstWriters : [], this.#left));
    return this.#created;
  }

  /** Plays the further creations, judges the log, and looks again for what failed. @returns conclusions by the names of obligations */
  conclude(): Promise<ReadonlyMap<string, Check>> {
    this.#concluded ??= this.create().then(() => this.#conclude());
    return this.#concluded;
  }

  get #writes(): boolean {
    return this.#stage.target.allowWrites;
  }

  async #conclude(): Promise<ReadonlyMap<string, Check>> {
    const stage = this.#stage;
    await this.#play(this.#writes ? lastWriters : [], Math.max(this.#left, keptForLastWriters));
    stage.allow(maxRepeated);
    const conclusions = await concludeLog(stage, this.#experiments);
    stage.allow(this.#forOpenPoints);
    return conclusions;
  }

  /** Whether most responses take long, although the target does not limit requests. */
  get #isSlow(): boolean {
    const times = this.#stage.log.flatMap(({ response }) => response?.ms ?? []).toSorted((one, other) => one - other);
    return (times[Math.floor(times.length / 2)] ?? 0) > slowMilliseconds && this.#stage.waited === 0;
  }

  async #playAll(explorer: Explorer): Promise<void> {
    for (const next of explorer) {
      const group = Array.isArray(next) ? next : [next];
      for (const experiment of group) this.#experiments.set(experiment.name, experiment);
      await playTogether(this.#stage, group);
    }
  }

  /** @param budget how many requests these topics may send */
  async #play(topics: readonly Topic[], budget: number): Promise<void> {
    const start = this.#stage.counted;
    const usual = topics.reduce((sum, { requests }) => sum + requests, 0);
    const share = Math.min(budget / usual, 1);
    let planned = 0;
    this.#stage.allow(budget);
    for (const { explore, requests, isByOperation } of topics) {
      planned += requests;
      if (share < enoughForAll) this.#stage.limit = Math.round(start + share * planned);
      const parts =
        isByOperation && this.#isSlow ? readOperationIds.map((operation) => [operation]) : [readOperationIds];
      await Promise.all(parts.map((of) => this.#playAll(explore(this.#stage.facts, of))));
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
