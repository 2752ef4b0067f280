import { obligations, type Obligation } from "../../fixtures/contract/catalogue.ts";
import type { Session } from "../target/session.ts";
import { skipped, type Outcome } from "./check.ts";
import { checks } from "./registry.ts";

/** What a run judges: every requirement of the levels that decide the verdict, on each of its operations. */
export const judgedObligations: readonly Obligation[] = obligations(["stated", "implied"]);

/** Judges one requirement on one operation. One without a check is reported as such, never left out. */
export async function judge(session: Session, { requirement, operation }: Obligation): Promise<Outcome> {
  const check = checks.get(requirement.id);
  if (check === undefined) return skipped("this version of orgkit has no check for it yet");
  return check.judge(session, operation);
}
