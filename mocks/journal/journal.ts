import { z } from "zod";
import type { Share } from "../service/budget.ts";
import { bytesOf, toEntry, type JournalItem, type JournalEntry, type Reading } from "./entry.ts";
import { differences, matchSchema, type Match } from "./match.ts";
import { Newest } from "./newest.ts";

/** The expected number of requests: a number, or bounds. */
export const countSchema = z.union([
  z.int().min(0),
  z.strictObject({ atLeast: z.int().min(0).optional(), atMost: z.int().min(0).optional() }),
]);

export const expectationSchema = z.strictObject({
  match: matchSchema.default({}),
  count: countSchema.default({ atLeast: 1 }).describe("At least one by default."),
});

export type Count = z.infer<typeof countSchema>;

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

/**
 * The requests that a simulation answered, in the order of the responses. The oldest are dropped when it, or the memory
 * budget of its server, is full.
 */
export interface Journal {
  /** How many requests it keeps. */
  readonly capacity: number;
  readonly size: number;
  /** How many were answered, including dropped ones. */
  readonly total: number;
  entries(): readonly JournalEntry[];
  /** The newest entries, at most N, with a higher number than this. */
  newest(limit: number, after: number): readonly JournalEntry[];
  find(match: Match): readonly JournalEntry[];
  count(match: Match): number;
  /** @param expectation at least one request by default */
  verify(expectation: { readonly match?: Match; readonly count?: Count }): Verification;
  clear(): void;
  /** Calls a listener for each request after its response. @returns a function that removes the listener */
  subscribe(listener: (entry: JournalEntry) => void): () => void;
}

/** The journal as its simulation writes it. */
export interface WritableJournal extends Journal {
  record(happening: JournalItem): void;
}

const maxNearMisses = 3;

export interface JournalOptions extends Reading {
  /** The maximum number of requests, if the budget has room. */
  readonly capacity: number;
  readonly share?: Share;
  /** Called when it was cleared. */
  readonly cleared?: () => void;
}

export function createJournal({ capacity, share, cleared, ...reading }: JournalOptions): WritableJournal {
  const listeners = new Set<(entry: JournalEntry) => void>();
  const kept = new Newest<JournalItem>({ capacity, share, weigh: bytesOf });
  let total = 0;
  const entries = (): readonly JournalEntry[] => kept.all().map((happening) => toEntry(happening, reading));
  // Matches what was sent, secrets included, but shows entries without them.
  const unmasked = { ...reading, isKnownToken: () => true };
  const isMeant = (happening: JournalItem, match: Match): boolean =>
    differences(toEntry(happening, unmasked), match).length === 0;
  const judge = (match: Match): readonly Judged[] =>
    kept.all().map((happening) => ({ entry: toEntry(happening, reading), isMeant: isMeant(happening, match) }));
  const find = (match: Match): readonly JournalEntry[] =>
    judge(match).flatMap((one) => (one.isMeant ? [one.entry] : []));
  return {
    capacity,
    get size() {
      return kept.size;
    },
    get total() {
      return total;
    },
    entries,
    newest: (limit, after) =>
      kept
        .all()
        .filter(({ number }) => number > after)
        .slice(-limit, limit === 0 ? 0 : undefined)
        .map((happening) => toEntry(happening, reading)),
    find,
    count: (match) => find(match).length,
    verify: ({ match = {}, count = { atLeast: 1 } }) => verify(judge(match), match, count),
    clear: () => {
      kept.clear();
      total = 0;
      cleared?.();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    record: (happening) => {
      kept.add(happening);
      total += 1;
      if (listeners.size === 0) return;
      const entry = toEntry(happening, reading);
      for (const listener of listeners) listener(entry);
    },
  };
}

interface Judged {
  readonly entry: JournalEntry;
  readonly isMeant: boolean;
}

function verify(judged: readonly Judged[], match: Match, expected: Count): Verification {
  const hits = judged.filter((one) => one.isMeant);
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } =
    typeof expected === "number" ? { atLeast: expected, atMost: expected } : expected;
  let misses: NearMiss[] = [];
  for (const { entry, isMeant } of judged) {
    if (isMeant) continue;
    misses = [...misses, { entry, differences: differences(entry, match) }]
      .toSorted((one, other) => one.differences.length - other.differences.length)
      .slice(0, maxNearMisses);
  }
  return {
    ok: hits.length >= atLeast && hits.length <= atMost,
    count: hits.length,
    expected: inWords(expected),
    entries: hits.map(({ entry }) => entry.number),
    nearMisses: hits.length < atLeast ? misses : [],
  };
}

function inWords(count: Count): string {
  const calls = (number: number): string => `${number} ${number === 1 ? "request" : "requests"}`;
  if (typeof count === "number") return `exactly ${calls(count)}`;
  const { atLeast, atMost } = count;
  if (atMost === undefined) return `at least ${calls(atLeast ?? 0)}`;
  return atLeast === undefined ? `at most ${calls(atMost)}` : `${atLeast} to ${calls(atMost)}`;
}
