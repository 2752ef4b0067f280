import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Observation } from "../discovery/words.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import type { Lack, Session, Unavailable } from "../target/session.ts";
import type { Target } from "../target/target.ts";

/**
 * What a check found. `passed` and `failed` were seen; `skipped` could not be exercised, `inconclusive` was
 * tried and the target would not hold still. Neither of these two counts as verified. `observed` is what a
 * target does where the document is silent: it is recorded and never scored.
 */
export interface Outcome {
  readonly status: "passed" | "failed" | "skipped" | "inconclusive" | "observed";
  /** What was found, in plain words; for `skipped` and `inconclusive`, why nothing was. */
  readonly message: string;
  readonly evidence: readonly Exchange[];
  /** For `observed`: what the message says, by keys of a dialect, or of `observed` where a dialect has none. */
  readonly observations?: readonly Observation[];
  /**
   * For `skipped`: what the run would have to be given; or `nothing`, where the rule has nothing to judge on
   * this target, so that a run without it is still complete.
   */
  readonly lack?: Lack | "nothing";
  /** The places beside the plain call at which the rule was looked at, or could not be. */
  readonly places?: readonly PlaceOutcome[];
}

/** What came of a rule at one place. */
export interface PlaceOutcome {
  /** In words that follow "on": `page 2 of listUsers`. */
  readonly place: string;
  readonly status: Outcome["status"];
  /** What was found, or why nothing was; absent where it passed. */
  readonly reason?: string;
}

/** The test of a requirement. */
export interface Check {
  /** The requirement's id. */
  readonly id: string;
  /**
   * When it is judged, where it is not with the others: `last` looks at all that the others exchanged; `creating` comes
   * after these, for it may have a user created of its own (see `maxCreated`).
   */
  readonly order?: "last" | "creating";
  /** Judges a success by itself, where the rule can be: on every response of a run, and on what a proxy passes. */
  readonly look?: (response: Success, operation: OperationId, target: Target) => Outcome;
  readonly judge: (session: Session, operation: OperationId) => Promise<Outcome>;
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

/** Skipped since a call could not be made: for want of something the run was not given, mostly. */
export function lacking({ reason, lack }: Unavailable): Outcome {
  return { status: "skipped", message: reason, evidence: [], ...(lack === undefined ? {} : { lack }) };
}

/** Skipped since the rule has nothing to judge on this target. */
export function notArising(reason: string, ...evidence: readonly Exchange[]): Outcome {
  return { status: "skipped", message: reason, evidence, lack: "nothing" };
}
