import { z } from "zod";
import { parseData, readDataFile } from "../../fixtures/data-file.ts";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { isPath } from "../../fixtures/is-path.ts";
import { isObject } from "../../fixtures/json.ts";
import { parseWith, type GivenData } from "../../fixtures/parse-with.ts";
import type { DiffOptions, DiffSide, DiffTarget } from "../api/diff-options.ts";
import { connectionShape, createBodyOption, givenValue, switchOption, targetShape } from "../api/option-schemas.ts";
import { askAgain, askTarget } from "../learn/ask-target.ts";
import { reportSchema } from "../report/report.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { targetSchema } from "../target/target.ts";
import { dialectSide, reportSide, targetSide, type Side } from "./side.ts";

const targetOptionsSchema = z.strictObject({
  ...targetShape,
  ...connectionShape,
  allowWrites: switchOption,
  createBody: createBodyOption,
  tokenVariable: targetSchema.shape.tokenVariables.unwrap().shape.first.optional(),
} satisfies Record<keyof DiffTarget, z.ZodType>);

/** Whether this is the base URL of a target, instead of a dialect or a report. */
export function isTargetUrl(given: string): boolean {
  return /^https?:\/\//i.test(given);
}

/** Whether a side is a target; the result of `learn` has a base URL, too. */
export function isTarget(given: DiffSide): given is DiffTarget {
  return isObject(given) && "baseUrl" in given && !("keys" in given);
}

/**
 * Reads a side.
 * @param onAccepted awaited when a target has accepted the token, before other requests
 */
export type ReadSide = (onAccepted?: () => Promise<void>) => Promise<Side>;

export interface SideOptions extends DiffOptions {
  /** Whether a target is compared with a mock that has its records. */
  readonly forWorld?: boolean;
}

/**
 * Checks that a side can be read, before anything is sent.
 * @throws InputError if it is neither a target, nor a report, nor a dialect
 * @throws CannotJudge if it is the report of a run that judged nothing
 */
export async function prepareSide(at: "A" | "B", given: DiffSide, options: SideOptions): Promise<ReadSide> {
  if (isTarget(given)) return prepareTarget(at, given, options);
  const side = typeof given === "string" ? await namedSide(at, given) : givenSide(at, given);
  return () => Promise.resolve(side);
}

function prepareTarget(side: "A" | "B", given: unknown, options: SideOptions): ReadSide {
  const target = parseWith(targetOptionsSchema, givenValue(given, side, side), "target");
  const { signal, onProgress, forWorld = false } = options;
  return async (onAccepted) => {
    const learned = await askTarget(target, {
      forWorld,
      signal,
      onAccepted,
      onProgress: onProgress && ((progress) => onProgress({ ...progress, side })),
    });
    return {
      ...targetSide(learned),
      behavior: { ...learned, createBody: target.createBody, ask: (calls) => askAgain(target, calls, signal) },
    };
  };
}

/** A dialect by its name or from a file, or a report from its file. */
async function namedSide(at: string, given: string): Promise<Side> {
  if (isTargetUrl(given)) {
    throw new InputError("this side", [{ at, problem: "is the URL of a target; expected { baseUrl, token }" }]);
  }
  if (!isPath(given)) return dialectSide(given, await openDialect(given));
  return readData(given, readDataFile(given, "dialect or report"));
}

/** A report, a result of `learn`, or a dialect, as a value. */
function givenSide(at: string, given: unknown): Side {
  // In a result of `learn`, the dialect's text has only the keys that were found.
  if (isObject(given) && typeof given["baseUrl"] === "string" && typeof given["text"] === "string") {
    const name = `learned of ${given["baseUrl"]}`;
    return readData(name, parseData(given["text"], name, "dialect"));
  }
  const data = givenValue(given, at, at);
  return readData(at, data, { position: (place) => [at, ...place].join(".") });
}

/** @param evidence locates a key; by default as messages do */
function readData(name: string, data: GivenData, evidence: Pick<GivenData, "position"> = data): Side {
  const isReport = isObject(data.value) && Array.isArray(data.value["results"]);
  if (!isReport) return dialectSide(name, readDialect(data), evidence);
  const report = parseWith(reportSchema, data, "report");
  if (report.problem !== undefined) throw new CannotJudge(`The run of ${name} judged nothing: ${report.problem}`);
  return reportSide(name, report);
}
