import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import type { Reply } from "../call.ts";
import { envelopeOf, successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import type { Context } from "./context.ts";

/** `GET /api/v1/subscriptions/{id}`: the subscription with this id, of the authenticated account (§4). */
export function getSubscription({ id, account, dialect }: Context): Reply | Failure {
  const subscription = account.subscriptions.find(id);
  if (subscription !== undefined) {
    return successReply(
      "getSubscription",
      dialect.statuses.success.getSubscription,
      envelopeOf(account.subscriptions.sent([subscription])),
    );
  }
  const { format, illFormed } = dialect.subscriptionId;
  if (illFormed === "reject" && !fitsIdentifier(format, id)) {
    return new Failure("badParameter", "This is no subscription id.", { rule: "subscriptionId.illFormed" });
  }
  return new Failure("notFound", "There is no subscription with this id.");
}
