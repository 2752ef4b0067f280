import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Facts } from "./facts.ts";
import type { Exchange } from "./model.ts";

/** The result of a rule at one place. */
export interface Check {
  readonly requirement: string;
  readonly operation: OperationId;
  readonly status: "passed" | "failed" | "inconclusive";
  /** What was found, in one sentence without a full stop. */
  readonly message: string;
  readonly exchanges: readonly Exchange[];
  /** Whether seeing it once is proof, since nobody else can have caused it. */
  readonly isCertain?: boolean;
}

/** Concludes from exchanges, without input or memory. */
export type Rule = (exchanges: readonly Exchange[], facts: Facts) => Iterable<Check>;

export function passed(
  requirement: string,
  exchange: Exchange,
  message: string,
  more: readonly Exchange[] = [],
): Check {
  return { requirement, operation: exchange.operation, status: "passed", message, exchanges: [exchange, ...more] };
}

export function failed(
  requirement: string,
  exchange: Exchange,
  message: string,
  more: readonly Exchange[] = [],
): Check {
  return { requirement, operation: exchange.operation, status: "failed", message, exchanges: [...more, exchange] };
}

/** A failure that seeing once proves, since nobody else can have caused it. */
export function proven(
  requirement: string,
  exchange: Exchange,
  message: string,
  more: readonly Exchange[] = [],
): Check {
  return { ...failed(requirement, exchange, message, more), isCertain: true };
}

export function inconclusive(requirement: string, exchange: Exchange, message: string): Check {
  return { requirement, operation: exchange.operation, status: "inconclusive", message, exchanges: [exchange] };
}
