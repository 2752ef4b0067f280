import { operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { independentServer, type Part } from "../departures.ts";
import type { IndependentServer } from "../independent-server.ts";
import type { Account, Row } from "../service.ts";

/** A part or several; the first is the outermost. */
export type Parts = Part | readonly Part[];

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

/** The service with a defect of one operation; `rules` are separated by spaces. */
export function defect(rules: string, operation: OperationId, id: string, parts: Parts): IndependentServer {
  return independentServer(`${id}@${operation}`, obligationsOf(rules, [operation]), [parts].flat());
}

/** The same defect for each of these operations. */
export function each(
  rules: string,
  id: string,
  partsFor: (operation: OperationId) => Parts,
  where: readonly OperationId[] = operationIds,
): readonly IndependentServer[] {
  return where.map((operation) => defect(rules, operation, id, partsFor(operation)));
}

/** Rules, separated by spaces, on each of these operations. */
export function obligationsOf(rules: string, where: readonly OperationId[] = operationIds): readonly string[] {
  return where.flatMap((operation) => rules.split(" ").map((rule) => `${rule} ${operation}`));
}
