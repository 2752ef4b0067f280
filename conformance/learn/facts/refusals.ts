import type { Credentials } from "../../target/credentials.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { listOperations } from "./list.ts";

/** The list with which tokens are tried: the first that the good token may read. */
const triedList = shared(async (learning: Learning): Promise<Answer | Unset> => {
  let last: Unset = unset("the good token may read no list");
  for (const operation of Object.values(listOperations)) {
    const answer = await learning.ask({ operation });
    if (isUnset(answer)) last = answer;
    else if (isSuccess(answer.exchange)) return answer;
  }
  return last;
});

/** What a call with these credentials gets, where the good token is accepted. */
export async function answerAs(learning: Learning, as: Credentials): Promise<Answer | Unset> {
  const good = await triedList(learning);
  return isUnset(good) ? good : learning.ask({ operation: good.call.operation, as });
}

/** As `answerAs`, where the call is refused. */
export async function refusalAs(learning: Learning, as: Credentials): Promise<Answer | Unset> {
  const answer = await answerAs(learning, as);
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset(`a call that should be refused is answered with ${answer.exchange.response.status}`);
}
