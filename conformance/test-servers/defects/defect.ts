import { operationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { independentServer, type Part } from "../departures.ts";
import type { IndependentServer } from "../independent-server.ts";

/** A part or several; the first is the outermost. */
export type Parts = Part | readonly Part[];

/** Defects by their names; each is made for one operation. */
export type Defects = Readonly<Record<string, (operation: OperationId) => Parts>>;

/** The service with each defect on each of these operations; the broken rules are separated by spaces. */
export function defects(rules: string, where: readonly OperationId[], rows: Defects): readonly IndependentServer[] {
  return Object.entries(rows).flatMap(([id, partsFor]) =>
    where.map((operation) =>
      independentServer(`${id}@${operation}`, obligationsOf(rules, [operation]), [partsFor(operation)].flat()),
    ),
  );
}

/** Rules, separated by spaces, on each of these operations. */
export function obligationsOf(rules: string, where: readonly OperationId[] = operationIds): readonly string[] {
  return where.flatMap((operation) => rules.split(" ").map((rule) => `${rule} ${operation}`));
}
