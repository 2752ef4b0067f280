import { isSuccess } from "../../target/exchange.ts";
import { isSameFailure } from "../generalise/same-failure.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { askSubscription, unknownSubscription } from "./subscriptions.ts";

/** Fits no format but `any`. */
const illFormedId = "orgkit~7f3a";

/** What an ill-formed id gets, where it is refused in another way than an unknown one. */
export const illFormed = shared(
  async (learning: Learning): Promise<{ value: "reject" | "notFound"; answer: Answer } | Unset> => {
    const unknown = await unknownSubscription(learning);
    if (isUnset(unknown)) return unknown;
    const answer = await askSubscription(learning, illFormedId, "an ill-formed id");
    if (isUnset(answer)) return answer;
    if (isSuccess(answer.exchange)) return unset("an ill-formed id is answered with success");
    return { value: isSameFailure(unknown, answer) ? "notFound" : "reject", answer };
  },
);
