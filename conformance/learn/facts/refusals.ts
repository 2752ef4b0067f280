import type { Credentials } from "../../target/credentials.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bodyWith } from "./create-body.ts";
import { creation } from "./creation.ts";
import { readsAs } from "./reads-as.ts";

/**
 * How these credentials are refused, by every operation that can be tried. A creation is tried only with writes, and
 * where no read accepts them. Unset where one is answered with success: a dialect knows no such refusal.
 */
export const refusals = shared(async (learning: Learning, as: Credentials): Promise<readonly Answer[] | Unset> => {
  const reads = await readsAs(learning, as);
  if (isUnset(reads)) return reads;
  const answers = reads.map(({ answer }) => answer);
  const created = await creation(learning);
  if (!isUnset(created) && !answers.some(({ exchange }) => isSuccess(exchange))) {
    const answer = await learning.ask({ operation: "createUser", as, body: bodyWith(created.required) });
    if (!isUnset(answer)) answers.push(answer);
  }
  const accepted = answers.find(({ exchange }) => isSuccess(exchange));
  if (accepted === undefined) return answers;
  return unset(`a call that should be refused is answered with ${accepted.exchange.response.status}`);
});
