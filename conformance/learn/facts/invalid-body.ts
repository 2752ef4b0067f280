import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bodyWith, fieldsOfUsers, isFree } from "./create-body.ts";
import { creation } from "./creation.ts";
import { fullCreation } from "./full-creation.ts";

/** What a body gets that lacks a required field, has an unknown one, or a value of the wrong type. */
export const invalidBody = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const known = await creation(learning);
  if (isUnset(known)) return known;
  const [refusal] = known.refusals;
  if (refusal !== undefined) return refusal;
  const full = await fullCreation(learning);
  if (!isUnset(full) && full.refusal !== undefined) return full.refusal;
  const fields = await fieldsOfUsers(learning);
  const wrong = fields.find(isFree);
  if (wrong === undefined) return unset("no field is known that could have a wrong value");
  const body = { ...bodyWith([...known.required, wrong]), [wrong.name]: { orgkit: [true] } };
  const answer = await learning.ask({ operation: "createUser", body });
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset("no body that was tried is refused");
});
