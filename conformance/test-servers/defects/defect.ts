import type { z } from "zod";
import { operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import type { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import type { Departure } from "../departures.ts";
import type { Account, Row } from "../service.ts";

/** The name of a built-in dialect, or a dialect. */
export type DialectInput = string | z.input<typeof dialectSchema>;

/**
 * A deliberate defect, as seen from outside: it changes requests and responses. It runs on our mock and on the
 * independent service, and depends only on their records and tokens.
 */
export interface Defect {
  /** Unique: what is broken, and on which operation: `page-is-text@listUsers`. */
  readonly id: string;
  /** The obligations that must fail: `ENV-04 listUsers`. */
  readonly breaks: readonly string[];
  /** What else fails for the same reason if a dialect is declared, and looks the same from outside. */
  readonly collateral?: readonly string[];
  /** Whether the judge knows the dialect; by default that of our mock, but not that of the independent service. */
  readonly isDeclared?: boolean;
  /** Whether it starts without records. */
  readonly isEmpty?: boolean;
  /** The dialect that our mock declares; by default the reference dialect. */
  readonly dialect?: DialectInput;
  /** The dialect that our mock uses instead. */
  readonly speaks?: DialectInput;
  /** The first is the outermost. */
  readonly around?: readonly Departure[];
}

type More = Partial<Omit<Defect, "id" | "breaks" | "around">>;

/** For a defect that also breaks much of a declared dialect. */
export const undeclared: More = { isDeclared: false };

/** The records of an account for an operation. */
export function recordsOf(operation: OperationId, { users, subscriptions, invoices }: Account): readonly Row[] {
  return { user: users, subscription: Array.from(subscriptions.values()), invoice: invoices }[
    operations[operation].record
  ];
}

/** The ids by which an operation finds the records of an account. */
export function idsOf(operation: OperationId, account: Account): readonly string[] {
  // A subscription may not contain its id.
  return operations[operation].record === "subscription"
    ? [...account.subscriptions.keys()]
    : recordsOf(operation, account).map(({ id }) => String(id));
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

/** The same defect for each of these operations. */
export function each(
  rules: string,
  id: string,
  depart: (operation: OperationId) => Departure,
  more: More = {},
  where: readonly OperationId[] = operationIds,
): readonly Defect[] {
  return where.map((operation) => defect(rules, operation, id, depart(operation), more));
}

/** What also fails if an unknown id gets a success, and the dialect declares a failure. */
export function foundUnknown(operation: OperationId): More {
  const rules = operations[operation].record === "subscription" ? "DECL-13 DECL-30" : "DECL-13";
  return { collateral: obligationsOf(rules, [operation]) };
}

/** Rules, separated by spaces, on each of these operations. */
export function obligationsOf(rules: string, where: readonly OperationId[] = operationIds): readonly string[] {
  return where.flatMap((operation) => rules.split(" ").map((rule) => `${rule} ${operation}`));
}
