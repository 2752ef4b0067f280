import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";

/**
 * What a check found. `passed` and `failed` were seen; `skipped` could not be exercised, `inconclusive` was
 * tried and the target would not hold still. Neither of the last two counts as verified.
 */
export interface Outcome {
  readonly status: "passed" | "failed" | "skipped" | "inconclusive";
  /** What was found, in plain words; for `skipped` and `inconclusive`, why nothing was. */
  readonly message: string;
  readonly evidence: readonly Exchange[];
}

/** The test of one requirement on one operation. */
export interface Check {
  /** The requirement's id. */
  readonly id: string;
  judge(session: Session, operation: OperationId): Promise<Outcome>;
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
