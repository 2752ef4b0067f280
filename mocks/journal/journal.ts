import { Listeners } from "../service/listeners.ts";
import { estimateBytes, toEntry, type JournalItem, type JournalEntry, type EntryContext } from "./entry.ts";
import type { Count, Match } from "./expectation.ts";
import { differences } from "./match.ts";

/** A request that almost matched, and its differences. */
export interface NearMiss {
  readonly entry: JournalEntry;
  readonly differences: readonly string[];
}

/** Whether the number of matching requests is as expected. */
export interface Verification {
  readonly ok: boolean;
  readonly count: number;
  /** The expectation in words: `exactly 1 call`. */
  readonly expected: string;
  /** The numbers of the matching requests. */
  readonly entries: readonly number[];
  /** If too few matched: the closest other requests, the closest first. */
  readonly nearMisses: readonly NearMiss[];
}

const maxNearMisses = 3;

export interface JournalOptions extends EntryContext {
  /** The maximum number of requests. */
  readonly capacity: number;
  /** Called when it was cleared. */
  readonly cleared?: () => void;
}

/** What users of a simulation see of its journal. */
export type Journal = Omit<WritableJournal, "record">;

/** The maximum bytes of all requests and responses. */
const maxBytes = 16e6;

/**
 * The requests that a simulation answered, in the order of the responses: the newest, up to its capacity and 16 MB.
 */
export class WritableJournal {
  /** How many requests it keeps. */
  readonly capacity: number;
  /** How many were answered, including dropped ones. */
  total = 0;
  readonly #options: JournalOptions;
  /** The oldest first, each with its size. */
  readonly #kept: { readonly item: JournalItem; readonly bytes: number }[] = [];
  #bytes = 0;
  readonly #listeners = new Listeners<JournalEntry>();

  constructor(options: JournalOptions) {
    this.capacity = options.capacity;
    this.#options = options;
  }

  get size(): number {
    return this.#kept.length;
  }

  readonly entries = (): readonly JournalEntry[] => {
    return this.#kept.map(({ item }) => toEntry(item, this.#options));
  };

  /** The newest entries, at most N, with a higher number than this. */
  readonly newest = (limit: number, after: number): readonly JournalEntry[] => {
    const later = this.#kept.filter(({ item }) => item.number > after);
    return later.slice(Math.max(later.length - limit, 0)).map(({ item }) => toEntry(item, this.#options));
  };

  readonly find = (match: Match): readonly JournalEntry[] => {
    return this.#judge(match).flatMap(({ entry, isMeant }) => (isMeant ? [entry] : []));
  };

  readonly count = (match: Match): number => {
    return this.find(match).length;
  };

  /** @param expectation at least one request by default */
  readonly verify = ({
    match = {},
    count = { atLeast: 1 },
  }: {
    readonly match?: Match;
    readonly count?: Count;
  }): Verification => {
    const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } =
      typeof count === "number" ? { atLeast: count, atMost: count } : count;
    const { hits = [], others = [] } = Object.groupBy(this.#judge(match), ({ isMeant }) =>
      isMeant ? "hits" : "others",
    );
    // Only a verification that misses requests shows the closest ones.
    const misses = (hits.length < atLeast ? others : [])
      .map(({ entry }) => ({ entry, differences: differences(entry, match) }))
      .toSorted((one, other) => one.differences.length - other.differences.length);
    return {
      ok: hits.length >= atLeast && hits.length <= atMost,
      count: hits.length,
      expected: describeCount(count),
      entries: hits.map(({ entry }) => entry.number),
      nearMisses: misses.slice(0, maxNearMisses),
    };
  };

  readonly clear = (): void => {
    this.#kept.length = 0;
    this.#bytes = 0;
    this.total = 0;
    this.#options.cleared?.();
  };

  /** Calls a listener for each request after its response. @returns a function that removes the listener */
  readonly subscribe = (listener: (entry: JournalEntry) => void): (() => void) => {
    return this.#listeners.add(listener);
  };

  readonly record = (item: JournalItem): void => {
    const bytes = estimateBytes(item);
    this.#kept.push({ item, bytes });
    this.#bytes += bytes;
    this.total += 1;
    // The newest is kept even if it is larger than the maximum.
    while (this.size > this.capacity || (this.#bytes > maxBytes && this.size > 1)) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
    }
    if (this.#listeners.size > 0) this.#listeners.notify(toEntry(item, this.#options));
  };

  /** Matches what was sent, secrets included, but shows entries without them. */
  #judge(match: Match): readonly { readonly entry: JournalEntry; readonly isMeant: boolean }[] {
    const unmasked = { ...this.#options, isKnownToken: () => true };
    return this.#kept.map(({ item }) => ({
      entry: toEntry(item, this.#options),
      isMeant: differences(toEntry(item, unmasked), match).length === 0,
    }));
  }
}

function describeCount(count: Count): string {
  const calls = (number: number): string => `${number} ${number === 1 ? "request" : "requests"}`;
  if (typeof count === "number") return `exactly ${calls(count)}`;
  const { atLeast, atMost } = count;
  if (atMost === undefined) return `at least ${calls(atLeast ?? 0)}`;
  return atLeast === undefined ? `at most ${calls(atMost)}` : `${atLeast} to ${calls(atMost)}`;
}
