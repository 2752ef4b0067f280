import fc from "fast-check";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { Report } from "../../report/report.ts";
import { arbitraryDialect } from "../../../fixtures/dialect/random-dialect.fixture.ts";
import { judgeServed, type Judging } from "./serve.ts";

export interface RandomOptions {
  readonly count: number;
  readonly seed: number;
  /** Only these of the trials, to repeat one. */
  readonly only?: number | undefined;
  readonly judging: Judging;
}

/** A complete simulation in a random dialect, and the result of a run. */
export type Trial = Awaited<ReturnType<typeof runRandom>>[number];

const worlds = ["demo", "edge", "empty", "crowd:60"];

/** The number of targets in one run: each needs a port and a world. */
const batchSize = 60;

/** Judges random dialects × worlds, each with and without declaring its dialect. */
export async function runRandom({ count, seed, only, judging }: RandomOptions) {
  const dialects = fc.sample(arbitraryDialect(), { numRuns: Math.ceil(count / 2), seed });
  const all = randomTrials(dialects)
    .slice(0, count)
    .filter(({ index }) => only === undefined || index === only);
  const trials = [];
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize);
    const reports = await judgeServed(batch, judging);
    trials.push(...batch.map((trial, index) => ({ ...trial, ...outcomeOf(reports[index]) })));
  }
  return trials;
}

/** False failures, and inconclusive results on an unchanging target, with their duration. */
function outcomeOf({ results = [], requests = 0, created = [], problem }: Partial<Report> = {}) {
  const alarms = results
    .filter(({ status }) => status === "failed" || status === "inconclusive")
    .map(({ id, operation, status, message }) => `${id} ${operation} ${status}: ${message}`);
  return { alarms: problem === undefined ? alarms : [problem], requests, created: created.length };
}

/** Each dialect once declared and once not, with alternating worlds. */
export function randomTrials(dialects: readonly Dialect[]) {
  return dialects
    .flatMap((dialect, index) => {
      const world = worlds[index % worlds.length] ?? "demo";
      return [true, false].map((isDeclared) => ({ dialect, isDeclared, world }));
    })
    .map((trial, index) => ({ ...trial, index, name: `trial-${index}` }));
}
