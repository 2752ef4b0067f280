import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";

/** What a path gets at which there is nothing. */
export const unknownPath = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const answer = await learning.ask({ operation: "listUsers", path: "/api/v1/orgkit-no-such-path" });
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset(`a path at which there is nothing is answered with ${answer.exchange.response.status}`);
});
