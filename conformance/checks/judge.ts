import { operations } from "../../fixtures/contract/operations.ts";
import { knowPaging } from "../places/way.ts";
import type { Session } from "../target/session.ts";
import type { Outcome } from "./check.ts";
import { sinceOf, type Level } from "./requirement.ts";
import { obligationName, obligations, requirementSet, type Obligation } from "./catalogue.ts";

/** The obligations of these levels whose name contains one of the texts, as in `ENV-04|listUsers`; all without one. */
export function selectObligations(selection: {
  readonly levels: readonly Level[];
  readonly grep?: string | undefined;
}): readonly Obligation[] {
  const texts = (selection.grep ?? "").toLowerCase().split("|");
  return obligations(selection.levels).filter((obligation) => {
    const name = obligationName(obligation).toLowerCase();
    return texts.some((text) => name.includes(text.trim()));
  });
}

const ranks = [undefined, "last", "creating"] as const;

/** Obligations by requirement, in the order of judging. */
export function inOrder(selected: readonly Obligation[]): readonly (readonly Obligation[])[] {
  const groups = [...Map.groupBy(selected, ({ requirement }) => requirement)];
  const rank = ([{ order }]: (typeof groups)[number]): number => ranks.indexOf(order);
  return groups.toSorted((left, right) => rank(left) - rank(right)).map(([, group]) => group);
}

/** Judges obligations in order, but one requirement on all its operations concurrently, for slow targets. */
export async function inTurn<Found>(
  selected: readonly Obligation[],
  find: (obligation: Obligation) => Promise<Found>,
): Promise<readonly Found[]> {
  const found: (readonly [Obligation, Found])[] = [];
  for (const group of inOrder(selected)) {
    found.push(...(await Promise.all(group.map(async (obligation) => [obligation, await find(obligation)] as const))));
  }
  const place = ([obligation]: (typeof found)[number]): number => selected.indexOf(obligation);
  return found.toSorted((left, right) => place(left) - place(right)).map(([, one]) => one);
}

/** The prefix of messages for failures that are not scored yet. */
const provisional = "not scored yet (";

/** Whether a requirement failed, also one that is not scored yet. */
export function hasFailed({ status, message }: Pick<Outcome, "status" | "message">): boolean {
  return status === "failed" || message.startsWith(provisional);
}

/** Judges one requirement on one operation. */
export async function judge(session: Session, { requirement, operation }: Obligation): Promise<Outcome> {
  if (operations[operation].shape === "create" && session.target.allowWrites) await knowPaging(session);
  return scored(await requirement.judge(session, operation), { requirement, operation });
}

/** A requirement newer than the requirement set is reported, and cannot fail yet. */
export function scored<Judged extends Pick<Outcome, "status" | "message">>(
  outcome: Judged,
  { requirement, operation }: Obligation,
): Judged {
  const since = sinceOf(requirement, operation);
  if (since <= requirementSet || outcome.status !== "failed") return outcome;
  const message = `${provisional}from requirement set ${since} on); failed: ${outcome.message}`;
  return { ...outcome, status: "observed", message };
}
