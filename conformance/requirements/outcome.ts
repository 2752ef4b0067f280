import type { Json } from "../../fixtures/values/json.ts";
import type { Exchange } from "../log/model.ts";
import type { HttpExchange } from "../target/exchange.ts";
import type { MissingOption } from "../target/missing-options.ts";

/** A value at an open point. */
export interface Observation {
  readonly key: string;
  readonly value: Json;
}

/**
 * The status of a check. `passed` and `failed` are verified; `skipped` could not be exercised, `inconclusive` was tried
 * but the target kept changing. Neither of these two is verified. `observed` records the behavior where the document is
 * silent, and is never scored.
 */
export interface Outcome {
  readonly status: "passed" | "failed" | "skipped" | "inconclusive" | "observed";
  /** What was found, in plain words; for `skipped` and `inconclusive`, the reason. */
  readonly message: string;
  readonly evidence: readonly HttpExchange[];
  /** For `failed`: all requests of the experiments that show it, in their order. */
  readonly sequence?: readonly Exchange[];
  /** For `observed`: the message as data, by dialect keys, or `observed` if a dialect has none. */
  readonly observations?: readonly Observation[];
  /**
   * For `skipped`: what the run would need; or `nothing` if the rule does not apply to this target, so that a run
   * without it is complete.
   */
  readonly lack?: MissingOption | "nothing";
  /** Whether it is a failure that no version of the requirement set counts yet, and so `observed`. */
  readonly isProvisional?: true;
  /** The places beside the plain request at which the rule was checked, or could not be. */
  readonly places?: readonly PlaceOutcome[];
}

/** The outcome of a rule at one place. */
export interface PlaceOutcome {
  /** In words, to follow "on": `page 2 of listUsers`. */
  readonly place: string;
  readonly status: Outcome["status"];
  /** What was found, or why it could not be checked; absent if it passed. */
  readonly reason?: string;
}

export function passed(message: string, ...evidence: readonly HttpExchange[]): Outcome {
  return { status: "passed", message, evidence };
}

export function failed(message: string, ...evidence: readonly HttpExchange[]): Outcome {
  return { status: "failed", message, evidence };
}

export function skipped(reason: string, ...evidence: readonly HttpExchange[]): Outcome {
  return { status: "skipped", message: reason, evidence };
}

export function inconclusive(reason: string, ...evidence: readonly HttpExchange[]): Outcome {
  return { status: "inconclusive", message: reason, evidence };
}

/** Skipped, with what the run would need; `nothing` if the rule does not apply to this target. */
export function skippedFor(reason: string, lack: Outcome["lack"], ...evidence: readonly HttpExchange[]): Outcome {
  return { status: "skipped", message: reason, evidence, ...(lack === undefined ? {} : { lack }) };
}

const severity: readonly Outcome["status"][] = ["failed", "inconclusive", "skipped", "passed", "observed"];

/** One outcome for several open points of one rule: the most severe status, with its findings. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  const applicable = outcomes.filter(({ lack }) => lack !== "nothing");
  const outcomesToMerge = applicable.length > 0 ? applicable : outcomes;
  const status =
    severity.find((candidate) => outcomesToMerge.some((outcome) => outcome.status === candidate)) ?? "skipped";
  const decisive = outcomesToMerge.filter((outcome) => outcome.status === status);
  const lack = decisive.find((outcome) => outcome.lack !== undefined)?.lack;
  return {
    status,
    message: [...new Set(decisive.map(({ message }) => message))].join("; "),
    evidence: decisive.flatMap(({ evidence }) => evidence),
    ...(lack === undefined ? {} : { lack }),
  };
}
