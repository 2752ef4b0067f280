import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Check } from "./check.ts";

/**
 * How far the document carries a rule: `stated` (it says it), `implied` (it follows),
 * `declared` (the dialect says it), `observed` (it is silent: recorded, never failed).
 */
export const levels = ["stated", "implied", "declared", "observed"] as const;
export type Level = (typeof levels)[number];

/** One rule with a stable id, and the check of it. The same id is used when it passes and when it fails. */
interface Rule extends Check {
  /** The sections of the document the rule comes from, for instance `["4", "9"]`. */
  readonly sections: readonly string[];
  /** The operations it is checked on. */
  readonly operations: readonly OperationId[];
  /** One sentence, in the indicative: what a conforming target does. */
  readonly rule: string;
  /** The passage of the document it rests on, verbatim; absent where the document is silent. */
  readonly quote?: string;
  /** The version of the requirement set it first counted in, or that by operation; 1 by default. */
  readonly since?: number | Readonly<Partial<Record<OperationId, number>>>;
  /** How the request that shows it differs from a plain authorized one. */
  readonly call?: ExampleCall;
}

/** A rule that a target keeps or breaks. */
export interface ScoredRequirement extends Rule {
  readonly level: Exclude<Level, "observed">;
  /** Why it holds: what the document says, or how it follows. */
  readonly why: string;
  /** A response that passes. */
  readonly good: string;
  /** A response that fails. */
  readonly bad: string;
  /** What to change in an implementation that fails. */
  readonly fix: string;
}

/** A record of what a target does at one open point: nothing there passes or fails. */
export interface ObservedRequirement extends Rule {
  readonly level: "observed";
  readonly openPoint: string;
  /** What of the target is recorded. */
  readonly recorded: string;
  /** A record as a report could hold it. */
  readonly example: string;
}

export type Requirement = ScoredRequirement | ObservedRequirement;

/** The request that shows a requirement, as far as it is not a plain authorized one. */
export interface ExampleCall {
  readonly operation?: OperationId;
  readonly method?: string;
  /** Instead of the operation's path. */
  readonly path?: string;
  readonly query?: string;
  /** `null`: no header. */
  readonly authorization?: string | null;
  readonly contentType?: string;
  readonly body?: string;
}

/** The version of the requirement set in which a requirement first counted on an operation. */
export function sinceOf({ since = 1 }: Pick<Requirement, "since">, operation: OperationId): number {
  return Math.max(typeof since === "number" ? since : (since[operation] ?? 1), operations[operation].since);
}
