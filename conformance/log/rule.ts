import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import type { Lack, Exchange } from "./model.ts";
import type { Facts } from "./facts.ts";
import type { Credentials } from "../target/credentials.ts";

/** The key of the observation whether a token reads a subscription of another account, which may be a leak. */
export const readsOtherAccount = "observed.readsOtherAccount";

/** A value at an open point. */
export interface Observation {
  readonly key: string;
  readonly value: Json;
}

/**
 * What was found about a requirement on an operation: by a rule at one place, or in all. `passed` and `failed` are
 * verified; `skipped` could not be exercised, `inconclusive` was tried but the target kept changing. `observed` records
 * the behavior where the document is silent, and is never scored.
 */
export interface Check {
  readonly requirement: string;
  readonly operation: OperationId;
  readonly status: "passed" | "failed" | "skipped" | "inconclusive" | "observed";
  /** What was found, or why nothing was, in one sentence without a full stop. */
  readonly message: string;
  /** What shows it; the decisive exchange of a rule's check is the last one, of a report's the first. */
  readonly exchanges: readonly Exchange[];
  /** Whether seeing it once is proof, since nobody else can have caused it. */
  readonly isCertain?: boolean;
  /** For `skipped`: what the run would need; `nothing` if the requirement does not apply to this target. */
  readonly lack?: Lack | undefined;
  /** For `observed`: the message as data, by dialect keys, or `observed` if a dialect has none. */
  readonly observations?: readonly Observation[];
  /** Whether it is a failure that no version of the requirement set counts yet, and so `observed`. */
  readonly isProvisional?: true;
  /** The further places at which it was checked, or could not be, in words to follow "on". */
  readonly places?: ReadonlyMap<string, Pick<Check, "status" | "message">>;
  /** The wrong credentials that it says this of: accepted ones of a failure, or rejected ones. */
  readonly credentials?: readonly Credentials[];
  /** For `failed`: all requests of the experiments that show it, in their order. */
  readonly sequence?: readonly Exchange[];
}

/** Concludes from exchanges, without input or memory. */
export type Rule = (exchanges: readonly Exchange[], facts: Facts) => Iterable<Check>;

/** Makes a check of the operation of an exchange. */
type MakeCheck = (requirement: string, exchange: Exchange, message: string, more?: readonly Exchange[]) => Check;

export const passed: MakeCheck = (requirement, exchange, message, more = []) => {
  const exchanges = [exchange, ...more];
  return { requirement, operation: exchange.operation, status: "passed", message, exchanges };
};

export const failed: MakeCheck = (requirement, exchange, message, more = []) => {
  const exchanges = [...more, exchange];
  return { requirement, operation: exchange.operation, status: "failed", message, exchanges };
};

/** A failure that seeing once proves, since nobody else can have caused it. */
export const proven: MakeCheck = (...given) => markCertain(failed(...given));

export const inconclusive: MakeCheck = (...given) => ({ ...failed(...given), status: "inconclusive" });

/** What was not exercised, and what would help; `nothing` if the requirement does not apply to this target. */
export function skippedAt(at: Pick<Check, "requirement" | "operation">, message: string, lack?: Check["lack"]): Check {
  return { ...at, status: "skipped", message, exchanges: [], lack };
}

/** A check that seeing once proves. */
export function markCertain(check: Check): Check {
  return { ...check, isCertain: true };
}
