import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bodyWith, fieldsOfUsers, isFree, type Body, type Field } from "./create-body.ts";
import { creation, creationOf, type Creation } from "./creation.ts";

/** A field that no service knows. */
export const unknownField = "orgkitUnknownField";

/** A user created with all there is, and what became of a field that no service knows. */
export interface FullCreation {
  readonly full: Creation;
  /** The body as it is asked for, with `{{unique}}` where a value is fresh. */
  readonly body: Body;
  /** The refusal of the same body with the unknown field; absent where that was accepted. */
  readonly refusal?: Answer;
}

/**
 * Creates a user with every field that users are seen to have, and another, each with a value that the smallest
 * creation did not get by itself. What comes back otherwise is the service's own.
 */
export const fullCreation = shared(async (learning: Learning): Promise<FullCreation | Unset> => {
  const known = await creation(learning);
  if (isUnset(known)) return known;
  const fields = await fieldsOfUsers(learning);
  const { required, minimal } = known;
  const own = fields.filter((field) => isFree(field) || required.includes(field));
  for (const set of [fields, own]) {
    const made = await createWith(learning, set, minimal);
    if (made !== undefined) return made;
  }
  return unset("bodies with more than the required fields are refused", "--create-body JSON");
});

async function createWith(
  learning: Learning,
  fields: readonly Field[],
  { record, sent }: Creation,
): Promise<FullCreation | Unset | undefined> {
  const others = Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !Object.hasOwn(sent, name)));
  const body = bodyWith(fields, others);
  const more = { ...body, [unknownField]: true };
  const withMore = await learning.ask({ operation: "createUser", body: more });
  if (isUnset(withMore)) return withMore;
  if (isSuccess(withMore.exchange)) return { full: await creationOf(learning, withMore), body: more };
  const answer = await learning.ask({ operation: "createUser", body: { ...body } });
  if (isUnset(answer)) return answer;
  if (!isSuccess(answer.exchange)) return undefined;
  return { full: await creationOf(learning, answer), body, refusal: withMore };
}
