import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { inconclusive, lacking, skipped, type Outcome } from "./check.ts";

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

/** `onSuccess` with the samples of both accounts. */
export function onBothAccounts(
  session: Session,
  operation: OperationId,
  judge: (first: Success, second: Success) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  return onSuccess(session, operation, async (first) => {
    const second = await session.call({ operation, as: "second" });
    if (second instanceof Unavailable) return lacking(second);
    if (!isSuccess(second)) return inconclusive("the token of the second account does not succeed here", second);
    return judge(first, second);
  });
}

/** `onSuccess` for rules about rejections: if not even the valid token succeeds, other tokens show nothing. */
export async function onAccepted(
  session: Session,
  operation: OperationId,
  judge: (sample: Success) => Promise<Outcome>,
): Promise<Outcome> {
  const sample = await session.call({ operation });
  if (sample instanceof Unavailable) return lacking(sample);
  if (isSuccess(sample)) return judge(sample);
  return inconclusive("the valid token does not succeed here, so a rejection would show nothing (see PATH-01)", sample);
}
