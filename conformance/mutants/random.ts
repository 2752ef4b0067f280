import fc from "fast-check";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { judgeTargets, type Judging } from "../run/judge-targets.ts";
import { arbitraryDialect } from "./random-dialect.ts";
import { serve, type Served } from "./serve.ts";

/** A whole simulation in a random dialect, and what a run made of it. */
export interface Trial {
  readonly index: number;
  readonly dialect: Dialect;
  readonly world: string;
  readonly isDeclared: boolean;
  /** What was wrongly failed, or could not be told though the target stood still. */
  readonly alarms: readonly string[];
  readonly requests: number;
  readonly created: number;
}

export interface RandomOptions {
  readonly count: number;
  readonly seed: number;
  /** Only these of the trials: the way to replay one. */
  readonly only?: number | undefined;
  readonly workers: number;
  readonly onProgress?: Judging["onProgress"];
}

const worlds = ["demo", "edge", "empty", "crowd:60"];

/** So many targets are judged in one run: each holds a port and a world. */
const batchSize = 60;

/** Judges random dialects × worlds, each with its dialect declared and without. */
export async function runRandom(options: RandomOptions): Promise<readonly Trial[]> {
  const { count, seed, only } = options;
  const dialects = fc.sample(arbitraryDialect(), { numRuns: Math.ceil(count / 2), seed });
  const all = randomTrials(dialects)
    .slice(0, count)
    .filter(({ index }) => only === undefined || index === only);
  const trials: Trial[] = [];
  for (let start = 0; start < all.length; start += batchSize) {
    trials.push(...(await runBatch(all.slice(start, start + batchSize), options)));
  }
  return trials;
}

/** Each dialect once declared and once not, in one world after the other. */
export function randomTrials(dialects: readonly Dialect[]): readonly Planned[] {
  return dialects
    .flatMap((dialect, index) => {
      const world = worlds[index % worlds.length] ?? "demo";
      return [true, false].map((isDeclared) => ({ dialect, isDeclared, world }));
    })
    .map((trial, index) => ({ ...trial, index }));
}

type Planned = Pick<Trial, "index" | "dialect" | "world" | "isDeclared">;

async function runBatch(
  planned: readonly Planned[],
  { workers, onProgress }: RandomOptions,
): Promise<readonly Trial[]> {
  const served: readonly Served[] = await Promise.all(
    planned.map((trial) => serve({ ...trial, name: `trial-${trial.index}` })),
  );
  try {
    const reports = await judgeTargets({
      targets: served.map(({ target }) => target),
      connection: { patience: 300 },
      workers,
      onProgress,
    });
    return planned.map((trial, index) => {
      const { results = [], requests = 0, created = [], problem } = reports[index] ?? {};
      const alarms = results
        .filter(({ status }) => status === "failed" || status === "inconclusive")
        .map(({ id, operation, status, message }) => `${id} ${operation} ${status}: ${message}`);
      return {
        ...trial,
        alarms: problem === undefined ? alarms : [problem],
        requests,
        created: created.length,
      };
    });
  } finally {
    await Promise.all(served.map(({ server }) => server.close()));
  }
}
