import { z } from "zod";
import type { DiffOptions, DiffSide } from "../api/diff-options.ts";
import { callback, parseOptions, signalOption } from "../api/option-schemas.ts";
import { compareBehavior, type Behavior } from "./behavior.ts";
import { compareSides, type Comparison } from "./compare.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { isTarget, prepareSide, type ReadSide } from "./prepare-side.ts";
import type { Side } from "./side.ts";

const optionsSchema = z.strictObject({
  signal: signalOption,
  onProgress: callback<NonNullable<DiffOptions["onProgress"]>>(),
} satisfies Record<keyof DiffOptions, z.ZodType>);

/** Implements `diff` of the API. */
export async function diff(a: DiffSide, b: DiffSide, given: DiffOptions): Promise<Comparison> {
  const options = parseOptions(optionsSchema, given, "diff");
  options.signal?.throwIfAborted();
  const forWorld = isTarget(a) !== isTarget(b);
  const readFirst = await prepareSide("A", a, { ...options, forWorld });
  const readSecond = await prepareSide("B", b, { ...options, forWorld });
  const [sideA, sideB] = await readBoth(readFirst, readSecond);
  const comparison = compareSides(sideA, sideB);
  const [inA, inB] = [sideA.behavior, sideB.behavior];
  const target = inA ?? inB;
  const dialect = sideA.dialect ?? sideB.dialect;
  if (target !== undefined && dialect !== undefined) {
    // Only this needs the mock.
    const { playDialect } = await import("./play-dialect.ts");
    const compare = (mock: Behavior): ReturnType<typeof compareBehavior> => compareBehavior(inA ?? mock, inB ?? mock);
    const { behaviors } = await playDialect(dialect, target, compare, options.signal);
    return { ...comparison, ofMock: behaviors };
  }
  if (inA === undefined || inB === undefined) return comparison;
  const { behaviors, compared } = await compareBehavior(inA, inB);
  return {
    ...comparison,
    behaviors,
    same: comparison.same && behaviors.length === 0,
    compared: comparison.compared + compared,
  };
}

/**
 * Reads one side after the other, but both targets must accept their tokens first.
 * @throws CannotJudge if a target cannot be judged, with the problems of both
 */
async function readBoth(readFirst: ReadSide, readSecond: ReadSide): Promise<[Side, Side]> {
  const accepted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const both = Promise.all(accepted.map(({ promise }) => promise));
  const read = (side: ReadSide, { resolve, reject }: PromiseWithResolvers<void>, before?: Promise<Side>) => {
    const reading = side(async () => {
      resolve();
      await both;
      await before;
    });
    reading.then(() => resolve(), reject);
    return reading;
  };
  const first = read(readFirst, accepted[0]);
  const second = read(readSecond, accepted[1], first);
  const settled = await Promise.allSettled([first, second, ...accepted.map(({ promise }) => promise), both]);
  const problems = new Set(
    settled.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : [])),
  );
  const [problem] = problems;
  if (problem === undefined) return Promise.all([first, second]);
  const all = [...problems].filter((each) => each instanceof CannotJudge);
  throw all.length > 1 ? new CannotJudge(all.map((each) => each.problem).join("\n")) : problem;
}
