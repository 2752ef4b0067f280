import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { judgeDeclared, observe } from "../open-points/judge-open-points.ts";
import type { Reader } from "../open-points/reader.ts";
import type { Check } from "../log/rule.ts";
import {
  isRuled,
  firstCountingSet,
  type DeclaredRequirement,
  type ObservedRequirement,
} from "../requirements/requirement.ts";
import { requirementSet, type Obligation } from "../requirements/catalogue.ts";

/**
 * When an obligation is judged: open points, of creations after those of lists, which grow; then what rules read of the
 * whole run; then what reads all exchanges.
 */
function orderOf({ requirement, operation }: Obligation): number {
  if (isRuled(requirement)) return 2;
  const { order } = requirement;
  if (order === undefined) return operations[operation].shape === "create" ? 1 : 0;
  return order === "last" ? 3 : 4;
}

/** Judges obligations in order, but one requirement on all its operations concurrently, for slow targets. */
export async function judgeInOrder<Found>(
  selected: readonly Obligation[],
  judge: (obligation: Obligation) => Promise<Found>,
): Promise<readonly Found[]> {
  const found = new Map<Obligation, Found>();
  const ordered = selected.toSorted((left, right) => orderOf(left) - orderOf(right));
  const groups = Map.groupBy(ordered, (obligation) => `${orderOf(obligation)} ${obligation.requirement.id}`);
  for (const group of groups.values()) {
    await Promise.all(group.map(async (obligation) => found.set(obligation, await judge(obligation))));
  }
  return selected.flatMap((obligation) => found.get(obligation) ?? []);
}

/** Whether a requirement failed, also one that is not scored yet. */
export function hasFailed({ status, isProvisional }: Pick<Check, "status" | "isProvisional">): boolean {
  return status === "failed" || isProvisional === true;
}

/** Judges what a dialect declares, or observes an open point, on one operation. */
export async function judgeOpenPoint(
  reader: Reader,
  requirement: DeclaredRequirement | ObservedRequirement,
  operation: OperationId,
): Promise<Check> {
  const { id, level } = requirement;
  const check = await (level === "declared" ? judgeDeclared(reader, id, operation) : observe(reader, id, operation));
  return scored(check, { requirement, operation });
}

/** A requirement newer than the requirement set is reported, and cannot fail yet. */
export function scored<Judged extends Pick<Check, "status" | "message">>(
  check: Judged,
  { requirement, operation }: Obligation,
): Judged {
  const since = firstCountingSet(requirement, operation);
  if (since <= requirementSet || check.status !== "failed") return check;
  const message = `not scored yet (from requirement set ${since} on); failed: ${check.message}`;
  return { ...check, status: "observed", message, isProvisional: true };
}
