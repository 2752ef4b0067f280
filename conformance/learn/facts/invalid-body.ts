import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bodyWith, fieldsOfUsers, isFree } from "./create-body.ts";
import { creation } from "./creation.ts";
import { fullCreation } from "./full-creation.ts";

/** What bodies get that lack a required field or have an unknown one; where none is refused, one of the wrong type. */
export const invalidBody = shared(async (learning: Learning): Promise<readonly Answer[] | Unset> => {
  const known = await creation(learning);
  if (isUnset(known)) return known;
  const full = await fullCreation(learning);
  const unknown = isUnset(full) ? undefined : full.refusal;
  const refused = [...known.refusals, ...(unknown === undefined ? [] : [unknown])];
  if (refused.length > 0) return refused;
  const fields = await fieldsOfUsers(learning);
  const wrong = fields.find(isFree);
  if (wrong === undefined) return unset("no field is known that could have a wrong value");
  const body = { ...bodyWith([...known.required, wrong]), [wrong.name]: { orgkit: [true] } };
  const answer = await learning.ask({ operation: "createUser", body });
  if (isUnset(answer)) return answer;
  return isSuccess(answer.exchange) ? unset("no body that was tried is refused") : [answer];
});
