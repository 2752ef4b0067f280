import type { Check } from "../check.ts";
import { callObservations } from "./calls.check.ts";
import { failureObservations } from "./failures.check.ts";
import { limitObservations } from "./limits.check.ts";
import { pagingObservations } from "./paging.check.ts";
import { recordObservations } from "./records.check.ts";
import { tokenObservation } from "./tokens.check.ts";

/**
 * What a target does where the document is silent. None of these fails. A message is the target's choice at an
 * open point: it holds nothing that changes from run to run and no value of a record, so that two runs and two
 * targets can be compared by it.
 */
export const observations: readonly Check[] = [
  ...recordObservations,
  ...pagingObservations,
  ...callObservations,
  tokenObservation,
  ...failureObservations,
  ...limitObservations,
];
