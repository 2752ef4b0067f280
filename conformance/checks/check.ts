import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Observation } from "../discovery/words.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import type { MissingOption, RunSession, Unavailable } from "../target/session.ts";
import type { Target } from "../target/target.ts";

/**
 * The status of a check. `passed` and `failed` are verified; `skipped` could not be exercised, `inconclusive` was tried
 * but the target kept changing. Neither of these two is verified. `observed` records the behavior where the document is
 * silent, and is never scored.
 */
export interface Outcome {
  readonly status: "passed" | "failed" | "skipped" | "inconclusive" | "observed";
  /** What was found, in plain words; for `skipped` and `inconclusive`, the reason. */
  readonly message: string;
  readonly evidence: readonly Exchange[];
  /** For `observed`: the message as data, by dialect keys, or `observed` if a dialect has none. */
  readonly observations?: readonly Observation[];
  /**
   * For `skipped`: what the run would need; or `nothing` if the rule does not apply to this target, so that a run
   * without it is complete.
   */
  readonly lack?: MissingOption | "nothing";
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

/** The check of a requirement. */
export interface Check {
  /**
   * When it is judged, if not with the others: `last` reads all exchanges of the others; `creating` comes after these,
   * since it may create a user of its own.
   */
  readonly order?: "last" | "creating";
  /** Judges a single success, if the rule allows it: used for every response of a run, and for proxied ones. */
  readonly look?: (response: Success, operation: OperationId, target: Target) => Outcome;
  readonly judge: (session: RunSession, operation: OperationId) => Promise<Outcome>;
}

export function passed(message: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "passed", message, evidence };
}

export function failed(message: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "failed", message, evidence };
}

export function skipped(reason: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "skipped", message: reason, evidence };
}

export function inconclusive(reason: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "inconclusive", message: reason, evidence };
}

/** Skipped because a request could not be sent, usually for lack of an option. */
export function lacking({ reason, lack }: Unavailable): Outcome {
  return { status: "skipped", message: reason, evidence: [], ...(lack === undefined ? {} : { lack }) };
}

/** Skipped because the rule does not apply to this target. */
export function notArising(reason: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "skipped", message: reason, evidence, lack: "nothing" };
}
