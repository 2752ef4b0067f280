import type { z } from "zod";
import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { Departure } from "../independent/departures.ts";
import type { Account, Row } from "../independent/service.ts";

/** A dialect that comes with orgkit, by its name, or one written out. */
export type DialectInput = string | z.input<typeof dialectSchema>;

/**
 * A deliberate defect, seen from outside: what is asked and answered otherwise. It runs on our mock and on the
 * independent service alike, and knows nothing of either but their records and tokens.
 */
export interface Defect {
  /** Unique; what is broken, and on which operation: `page-is-text@listUsers`. */
  readonly id: string;
  /** The obligations that must fail: `ENV-04 listUsers`. */
  readonly breaks: readonly string[];
  /** What else fails for the same cause where a dialect is declared, and looks the same from outside. */
  readonly collateral?: readonly string[];
  /** Whether the judge knows the dialect; by default that of our mock, and not that of the independent service. */
  readonly isDeclared?: boolean;
  /** Whether there are no records from the start. */
  readonly isEmpty?: boolean;
  /** What our mock is said to speak, the reference dialect by default. */
  readonly dialect?: DialectInput;
  /** What our mock speaks instead of it. */
  readonly speaks?: DialectInput;
  /** The first stands outermost. */
  readonly around?: readonly Departure[];
}

type More = Partial<Omit<Defect, "id" | "breaks" | "around">>;

/** For a defect that breaks much of what a dialect declares too. */
export const undeclared: More = { isDeclared: false };

/** The records of an operation's kind that an account has. */
export function recordsOf(operation: OperationId, { users, subscriptions, invoices }: Account): readonly Row[] {
  return { user: users, subscription: Array.from(subscriptions.values()), invoice: invoices }[
    operations[operation].record
  ];
}

/** A defect of one operation; `rules` are separated by spaces. */
export function defect(
  rules: string,
  operation: OperationId,
  id: string,
  around: Departure | readonly Departure[],
  more: More = {},
): Defect {
  return {
    id: `${id}@${operation}`,
    breaks: obligationsOf(rules, [operation]),
    around: [around].flat(),
    ...more,
  };
}

/** The same defect of each of these operations. */
export function each(
  rules: string,
  id: string,
  depart: (operation: OperationId) => Departure,
  more: More = {},
  where: readonly OperationId[] = operationIds,
): readonly Defect[] {
  return where.map((operation) => defect(rules, operation, id, depart(operation), more));
}

/** What fails too where an unknown id is answered with success, and the dialect declares a failure. */
export function foundUnknown(operation: OperationId): More {
  const rules = operations[operation].record === "subscription" ? "DECL-13 DECL-30" : "DECL-13";
  return { collateral: obligationsOf(rules, [operation]) };
}

/** Rules, separated by spaces, on each of these operations. */
export function obligationsOf(rules: string, where: readonly OperationId[] = operationIds): readonly string[] {
  return where.flatMap((operation) => rules.split(" ").map((rule) => `${rule} ${operation}`));
}
