import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { lacking, skipped, type Outcome } from "./check.ts";

/**
 * Judges the authorized sample of an operation, which all checks of its responses share. Without a success, nothing is
 * concluded: that belongs to PATH-01.
 */
export async function onSuccess(
  session: Session,
  operation: OperationId,
  judge: (sample: Success) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const sample = await session.call({ operation });
  if (sample instanceof Unavailable) return lacking(sample);
  if (!isSuccess(sample)) return skipped("the authorized request did not succeed (see PATH-01)", sample);
  return judge(sample);
}
