import { operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { isSuccess } from "../../target/exchange.ts";
import { creation } from "../facts/creation.ts";
import { subscriptions } from "../facts/subscriptions.ts";
import { certain, isUnset, unset, type Answer, type Finding, type Unset } from "../finding.ts";
import { inferencesOf } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `statuses.success`: the code of each success (§4). */
export const successStatuses = inferencesOf(
  operationIds.map((operation) => [`statuses.success.${operation}`, (learning) => success(learning, operation)]),
);

async function success(learning: Learning, operation: OperationId): Promise<Finding> {
  const answer = await answerOf(learning, operation);
  if (isUnset(answer)) return answer;
  const { status } = answer.exchange.response;
  if (!isSuccess(answer.exchange)) return unset(`the call is refused with ${status}`);
  return status === 204 || status === 205
    ? unset(`the success is ${status}, which cannot carry the envelope (§2)`)
    : certain(status, [answer]);
}

async function answerOf(learning: Learning, operation: OperationId): Promise<Answer | Unset> {
  switch (operations[operation].shape) {
    case "create": {
      const created = await creation(learning);
      return isUnset(created) ? created : created.minimal.answer;
    }
    case "one": {
      const known = await subscriptions(learning);
      return isUnset(known) ? known : (known.answers[0] ?? unset("no subscription could be read"));
    }
    case "list":
      return learning.ask({ operation });
  }
}
