import { runSteps, type Steps } from "../../fixtures/values/steps.ts";
import { Listeners } from "../service/listeners.ts";
import {
  estimateBytes,
  toEntry,
  toEntryInSteps,
  type JournalItem,
  type JournalEntry,
  type EntryContext,
} from "./entry.ts";
import { givenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { expectationSchema, matchSchema, type Count, type Expectation, type Match, differences } from "./match.ts";

/** A request that almost matched, and its differences. */
interface NearMiss {
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

interface JournalOptions extends EntryContext {
  /** The maximum number of requests. */
  readonly capacity: number;
  /** Called when it was cleared. */
  readonly cleared?: () => void;
  /** Throws an InputError if there is no account or scenario of that name: no request could ever match. */
  readonly checkNames?: (match: Match) => void;
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

  readonly entries = (): readonly JournalEntry[] => this.newest(Number.POSITIVE_INFINITY, 0);

  /** The newest entries, at most N, with a higher number than this. */
  readonly newest = (limit: number, after: number): readonly JournalEntry[] =>
    [...this.steps.entries(limit, after)].filter((entry) => entry !== undefined);

  /** @throws InputError if the match has an unknown member or a wrong value */
  readonly find = (match: Match): readonly JournalEntry[] => {
    return this.#findMeant("journal.find", match).map((item) => toEntry(item, this.#options));
  };

  /** @throws InputError as `find` */
  readonly count = (match: Match): number => {
    return this.#findMeant("journal.count", match).length;
  };

  /**
   * @param expectation at least one request by default
   * @throws InputError if it has an unknown member or a wrong value, which could never fail, or never be met
   */
  readonly verify = (expectation: Expectation): Verification => {
    return runSteps(this.steps.verify(expectation));
  };

  /** The same in steps, some of which give an entry. */
  readonly steps = {
    entries: (limit = Number.POSITIVE_INFINITY, after = 0): Generator<JournalEntry | void, void> =>
      this.#entries(limit, after),
    verify: (expectation: Expectation): Steps<Verification> => this.#verify(expectation),
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

  /** @param of the function that was called, for messages. @throws InputError */
  #findMeant(of: string, match: Match): readonly JournalItem[] {
    parseWith(matchSchema, givenData(of, match), "the match of");
    this.#options.checkNames?.(match);
    return this.#kept.flatMap(({ item }) => (this.#isMeant(item, match) ? [item] : []));
  }

  *#entries(limit: number, after: number): Generator<JournalEntry | void, void> {
    const later = this.#kept.filter(({ item }) => item.number > after);
    for (const { item } of later.slice(Math.max(later.length - limit, 0)))
      yield yield* toEntryInSteps(item, this.#options);
  }

  *#verify(expectation: Expectation): Steps<Verification> {
    const { match, count } = parseWith(
      expectationSchema,
      givenData("journal.verify", expectation),
      "the expectation of",
    );
    this.#options.checkNames?.(match);
    const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } =
      typeof count === "number" ? { atLeast: count, atMost: count } : count;
    const hits: number[] = [];
    const others: JournalItem[] = [];
    const kept = this.#kept.map(({ item }) => item);
    for (const item of kept) {
      if (this.#isMeant(item, match)) hits.push(item.number);
      else others.push(item);
      yield;
    }
    let misses: readonly NearMiss[] = [];
    // Only a verification that misses requests shows the closest ones.
    for (const item of hits.length < atLeast ? others : []) {
      const entry = yield* toEntryInSteps(item, this.#options);
      misses = [...misses, { entry, differences: differences(entry, match) }]
        .toSorted((one, other) => one.differences.length - other.differences.length)
        .slice(0, maxNearMisses);
      yield;
    }
    return {
      ok: hits.length >= atLeast && hits.length <= atMost,
      count: hits.length,
      expected: describeCount(count),
      entries: hits,
      nearMisses: misses,
    };
  }

  /** Compares what was sent, secrets included. */
  #isMeant(item: JournalItem, match: Match): boolean {
    return differences(toEntry(item, this.#options, false), match).length === 0;
  }
}

function describeCount(count: Count): string {
  const calls = (number: number): string => `${number} ${number === 1 ? "request" : "requests"}`;
  if (typeof count === "number") return `exactly ${calls(count)}`;
  const { atLeast, atMost } = count;
  if (atMost === undefined) return `at least ${calls(atLeast ?? 0)}`;
  return atLeast === undefined ? `at most ${calls(atMost)}` : `${atLeast} to ${calls(atMost)}`;
}
