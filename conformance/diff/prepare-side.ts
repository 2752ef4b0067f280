import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import type { DiffOptions, DiffSide, DiffTarget } from "../api/diff-options.ts";
import { connectionShape, givenValue, targetShape } from "../api/option-schemas.ts";
import { askTarget } from "../learn/ask-target.ts";
import { targetSchema } from "../target/target.ts";
import { readGivenSide, readNamedSide } from "./read-side.ts";
import type { Side } from "./side.ts";
import { targetSide } from "./target-side.ts";

const targetOptionsSchema = z.strictObject({
  ...targetShape,
  ...connectionShape,
  tokenVariable: targetSchema.shape.tokenVariables.unwrap().shape.first.optional(),
} satisfies Record<keyof DiffTarget, z.ZodType>);

/** Is this the base URL of a target, and not a dialect or a report? */
export function isTargetUrl(given: string): boolean {
  return /^https?:\/\//i.test(given);
}

/**
 * Reads a side.
 * @param onAccepted awaited once a target is known to accept the token, before all else is asked
 */
export type ReadSide = (onAccepted?: () => Promise<void>) => Promise<Side>;

/**
 * Makes sure that a side can be read, before anything is asked.
 * @throws InputError where it is neither a target, nor a report, nor a dialect
 * @throws CannotJudge where it is the report of a run that judged nothing
 */
export async function prepareSide(at: "A" | "B", given: DiffSide, options: DiffOptions): Promise<ReadSide> {
  if (isTarget(given)) return prepareTarget(at, given, options);
  const side = typeof given === "string" ? await readNamedSide(rejectUrl(at, given)) : readGivenSide(at, given);
  return () => Promise.resolve(side);
}

/** What `learn` returns has a base URL, too. */
function isTarget(given: DiffSide): given is DiffTarget {
  return typeof given === "object" && given !== null && "baseUrl" in given && !("keys" in given);
}

function rejectUrl(at: string, given: string): string {
  if (!isTargetUrl(given)) return given;
  throw new InputError("Side", [
    { at, problem: "is the URL of a target, which wants a token; expected { baseUrl, token }" },
  ]);
}

function prepareTarget(side: "A" | "B", given: DiffTarget, options: DiffOptions): ReadSide {
  const target = parseWith(targetOptionsSchema, givenValue(given, side, side), "Target");
  const { signal, onProgress } = options;
  return async (onAccepted) => {
    const learned = await askTarget(target, {
      signal,
      onAccepted,
      onProgress: onProgress && ((progress) => onProgress({ ...progress, side })),
    });
    return targetSide(learned);
  };
}
