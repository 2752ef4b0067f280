import type { Credentials } from "../../target/credentials.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { listOperationIds } from "../../../fixtures/contract/operations.ts";
import { subscriptions } from "./subscriptions.ts";

/** The reads with which tokens are tried: those that the good token may make. */
const triedReads = shared(async (learning: Learning): Promise<readonly Answer[] | Unset> => {
  const tried: Answer[] = [];
  let last: Unset = unset("the good token may read no list");
  for (const operation of listOperationIds) {
    const answer = await learning.ask({ operation });
    if (isUnset(answer)) last = answer;
    else if (isSuccess(answer.exchange)) tried.push(answer);
  }
  const known = await subscriptions(learning);
  tried.push(...(isUnset(known) ? [] : known.answers.slice(0, 1)));
  return tried.length === 0 ? last : tried;
});

/** What the reads get with these credentials, each next to what the good token gets. */
export async function readsAs(
  learning: Learning,
  as: Credentials,
): Promise<readonly { readonly answer: Answer; readonly good: Answer }[] | Unset> {
  const tried = await triedReads(learning);
  if (isUnset(tried)) return tried;
  const read: { answer: Answer; good: Answer }[] = [];
  let last: Unset = unset("no call was answered");
  for (const good of tried) {
    const answer = await learning.ask({ ...good.call, as });
    if (isUnset(answer)) last = answer;
    else read.push({ answer, good });
  }
  return read.length === 0 ? last : read;
}
