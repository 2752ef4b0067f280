import type { Rule } from "../log/rule.ts";
import { operations, type ExampleRequest, type OperationId } from "../../fixtures/contract/operations.ts";

/**
 * How a rule follows from the document: `stated` (literally), `implied` (it follows), `declared` (the dialect says it),
 * `observed` (the document is silent: recorded, never failed).
 */
export const levels = ["stated", "implied", "declared", "observed"] as const;
export type Level = (typeof levels)[number];

/** What all requirements have: one sentence with a stable id. */
interface BaseRequirement {
  readonly id: string;
  /** The sections of the document, for instance `["4", "9"]`. */
  readonly sections: readonly string[];
  /** The operations it applies to. */
  readonly operations: readonly OperationId[];
  /** One sentence: what a conforming target does. */
  readonly rule: string;
  /** The passage of the document, verbatim; absent if the document is silent. */
  readonly quote?: string;
  /** The version of the requirement set that counted it first, or versions by operation; 1 by default. */
  readonly since?: number | Readonly<Partial<Record<OperationId, number>>>;
  /** How the deciding request differs from a plain authorized one. */
  readonly call?: ExampleRequest;
  /**
   * When it is judged, if not with the others: `last` reads all exchanges of the others; `creating` comes after these,
   * since it may create a user of its own.
   */
  readonly order?: "last" | "creating";
}

/** What the document states or implies: rules over the log of a run judge it. */
export interface RuledRequirement extends BaseRequirement {
  readonly level: "stated" | "implied";
  /** The functions that judge it. */
  readonly judgedBy: readonly [Rule, ...Rule[]];
  /** Why it is valid: what the document says, or how it follows. */
  readonly why: string;
  /** A response that passes. */
  readonly good: string;
  /** A response that fails. */
  readonly bad: string;
  /** What to change in a failing implementation. */
  readonly fix: string;
  /** What typically causes a failure, by its operation and message. */
  readonly causes?: readonly (readonly [shape: RegExp, cause: string])[];
}

/** What a dialect declares: the open points that name it judge it. */
export interface DeclaredRequirement extends BaseRequirement {
  readonly level: "declared";
  /** What to change in a failing implementation. */
  readonly fix: string;
}

/** A record of the behavior at one open point: it neither passes nor fails. */
export interface ObservedRequirement extends BaseRequirement {
  readonly level: "observed";
  readonly openPoint: string;
  /** What is recorded. */
  readonly recorded: string;
}

export type Requirement = RuledRequirement | DeclaredRequirement | ObservedRequirement;

export function isRuled(requirement: Requirement): requirement is RuledRequirement {
  return requirement.level === "stated" || requirement.level === "implied";
}

/** The version of the requirement set that first counted a requirement on an operation. */
export function firstCountingSet({ since = 1 }: Pick<Requirement, "since">, operation: OperationId): number {
  return Math.max(typeof since === "number" ? since : (since[operation] ?? 1), operations[operation].since);
}
