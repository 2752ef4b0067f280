import type { OperationId } from "../../fixtures/contract/operations.ts";
import { exploreAccounts } from "../experiments/accounts.ts";
import { exploreChangedLists } from "../experiments/changed-lists.ts";
import { exploreCreations, exploreEnd, exploreFirstCreation } from "../experiments/creations.ts";
import { exploreCredentials, exploreRejectedCreations } from "../experiments/wrong-credentials.ts";
import { exploreIds, exploreSubscriptions } from "../experiments/ids.ts";
import {
  exploreMixed,
  exploreParameters,
  explorePlainLists,
  exploreReading,
  exploreWalks,
} from "../experiments/lists.ts";
import { exploreSpelledCreations, exploreSpellings } from "../experiments/spellings.ts";
import { exploreHeaders, exploreViews } from "../experiments/views.ts";
import type { Explorer } from "../log/experiment.ts";
import type { Facts } from "../log/facts.ts";
import type { Target } from "../target/target.ts";

/** A topic of experiments, with words for the plan of a run. */
export interface Topic {
  /** @param ids the requirements that are judged */
  readonly explore: (facts: Facts, of: readonly OperationId[], ids: ReadonlySet<string>) => Explorer;
  /**
   * The requirements that read it, beside those that read all requests. Without it, all need it, also open points, which
   * ask for the rest themselves.
   */
  readonly for?: RegExp;
  /** Whether it looks at each operation apart from the others: a slow target is asked about all of them at once. */
  readonly isByOperation?: true;
  readonly words?: string;
  /** How many requests it usually sends. Where a run may send fewer, each topic gets its share of them. */
  readonly requests: number;
}

/** The plain requests: whether the target can be judged at all. */
export const plain: readonly Topic[] = [
  { explore: explorePlainLists, requests: 4, words: "every operation as §4 writes it, for both accounts" },
  { explore: exploreSubscriptions, requests: 18 },
];

/** The topics that only read, the most telling first. */
export const readers: readonly Topic[] = [
  { explore: exploreParameters, isByOperation: true, requests: 10 },
  {
    explore: exploreWalks,
    for: /^(?:AUTH|CREATE|PAGE|READ|SUB|TOTAL)/,
    isByOperation: true,
    requests: 30,
    words: "every page of each list (some of a long one) in several sizes, and after the last",
  },
  {
    explore: exploreAccounts,
    for: /^(?:AUTH-0[28]|CREATE)/,
    isByOperation: true,
    requests: 16,
    words: "both accounts in turn and at the same time, also at URLs that no cache knows",
  },
  {
    explore: exploreHeaders,
    for: /^SUB-0[12]/,
    isByOperation: true,
    requests: 14,
    words: "headers that clients vary, such as ETags and encodings",
  },
  {
    explore: exploreViews,
    for: /^(?:PAGE|READ|TOTAL)/,
    isByOperation: true,
    requests: 38,
    words: "sorted and filtered lists",
  },
  { explore: exploreReading, for: /^(?:READ|SUB-0[12])/, requests: 6 },
  // None for a list that its views leave as it was.
  { explore: exploreChangedLists, for: /^(?:PAGE|TOTAL)/, isByOperation: true, requests: 0 },
  {
    explore: exploreMixed,
    for: /^(?:AUTH-0[48]|SUB-0[12]|TOTAL)/,
    requests: 9,
    words: "requests of all kinds at the same time",
  },
  { explore: exploreIds, for: /^SUB/, requests: 18, words: "ids close to known ones" },
  {
    explore: exploreCredentials,
    for: /^AUTH-(?:0|10)/,
    requests: 94,
    words: "wrong credentials on every operation, page and id",
  },
  {
    explore: exploreSpellings,
    for: /^AUTH-(?:08|11)/,
    isByOperation: true,
    requests: 34,
    words: "other spellings of paths and methods",
  },
];

/** Creations that are rejected, and the first that is not; after the others, since lists stay as they are until then. */
export const firstWriters: readonly Topic[] = [
  { explore: exploreRejectedCreations, for: /^(?:AUTH|CREATE)/, requests: 20 },
  { explore: exploreSpelledCreations, for: /^(?:AUTH-(?:08|11)|CREATE)/, requests: 7 },
  {
    explore: exploreFirstCreation,
    for: /^(?:AUTH|CREATE|DECL|OBS|READ|TOTAL)/,
    requests: 13,
    words: "creations: rejected, alone, and at the same time",
  },
];

export const lastWriters: readonly Topic[] = [
  { explore: exploreCreations, for: /^(?:CREATE|READ|TOTAL)/, requests: 23 },
  { explore: exploreEnd, for: /^(?:CREATE|READ|PAGE|TOTAL)/, requests: 22 },
];

/** The requirements that any request may break. */
const readAll = /^(?:AUTH-01|ENV|KIND|PATH|SCOPE)/;

/** The topics that requirements read. */
export function chooseTopics(topics: readonly Topic[], ids: ReadonlySet<string>): readonly Topic[] {
  const readsAll = [...ids].some((id) => readAll.test(id));
  return topics.filter(({ for: some }) => some === undefined || readsAll || [...ids].some((id) => some.test(id)));
}

/** What a run looks at, in words. */
export function experimentsInWords({ allowWrites }: Target, ids: ReadonlySet<string>): readonly string[] {
  const topics = chooseTopics([...plain, ...readers, ...(allowWrites ? firstWriters : [])], ids);
  return topics.flatMap(({ words, requests }) => (words === undefined ? [] : `${words} (about ${requests})`));
}
