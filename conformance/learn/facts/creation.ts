import { isObject } from "../../../fixtures/json.ts";
import { readEnvelope, type Members } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bodyWith, fieldsOfUsers, type Body, type Field } from "./create-body.ts";
import { findCreated } from "./created-user.ts";
import { namedFields } from "./named-fields.ts";

/** A user who was created. */
export interface Creation {
  readonly answer: Answer;
  /** What was sent, with the fresh values it got. */
  readonly sent: Members;
  /** The user, from the reply or from the list; absent where neither shows it. */
  readonly record?: Members;
}

/** The smallest body that creates a user, and what showed that no less will do. */
export interface MinimalCreation {
  readonly minimal: Creation;
  readonly required: readonly Field[];
  /** The refusals of bodies that lack something. */
  readonly refusals: readonly Answer[];
}

/** Fields that a refusal does not name are tried in all combinations, but of no more than these. */
const mostCombined = 4;

/**
 * Creates a user with the smallest body that will do. It is sought from below, so that all but the last call are
 * refused and create nothing: first by what refusals name, then by trying; a body that was given is the last.
 */
export const creation = shared(async (learning: Learning): Promise<MinimalCreation | Unset> => {
  const fields = await fieldsOfUsers(learning);
  const refusals: Answer[] = [];
  const wanted: Field[] = [];
  const tries = combinations(fields);
  for (let body: readonly Field[] | undefined = []; body !== undefined;) {
    const answer = await create(learning, body);
    if (isUnset(answer)) return answer;
    if (isSuccess(answer.exchange)) return confirmed(learning, answer, body, refusals);
    refusals.push(answer);
    const isByName: boolean = body.length === wanted.length;
    const more: readonly Field[] = isByName ? await missing(learning, answer, fields, wanted) : [];
    wanted.push(...more);
    body = more.length > 0 ? wanted.slice() : union(wanted, tries.shift());
  }
  const given = learning.target.createBody === undefined ? [] : fields.filter(({ isOwn }) => isOwn);
  const answer = given.length === 0 ? undefined : await create(learning, given);
  if (answer !== undefined && !isUnset(answer) && isSuccess(answer.exchange)) {
    return confirmed(learning, answer, given, refusals);
  }
  return unset("no body that was tried creates a user", "--create-body JSON");
});

function union(wanted: readonly Field[], further: readonly Field[] | undefined): readonly Field[] | undefined {
  return further === undefined ? undefined : [...wanted, ...further.filter((field) => !wanted.includes(field))];
}

/** The fields that a refusal names and the body had not. */
async function missing(
  learning: Learning,
  answer: Answer,
  fields: readonly Field[],
  sent: readonly Field[],
): Promise<readonly Field[]> {
  const names = await namedFields(
    learning,
    answer,
    fields.map(({ name }) => name),
  );
  return fields.filter((field) => names.includes(field.name) && !sent.includes(field));
}

/** All combinations of the first own fields, the smallest first. */
function combinations(fields: readonly Field[]): (readonly Field[])[] {
  const own = fields.filter(({ isOwn }) => isOwn).slice(0, mostCombined);
  const all = Array.from({ length: 2 ** own.length }, (_, bits) =>
    own.filter((__, index) => (bits >> index) % 2 === 1),
  );
  return all.filter(({ length }) => length > 0).toSorted((left, right) => left.length - right.length);
}

async function create(learning: Learning, fields: readonly Field[]): Promise<Answer | Unset> {
  return learning.ask({ operation: "createUser", body: { ...bodyWith(fields) } });
}

/** Leaves out each field in turn: what is named in a refusal may not be what is missing. */
async function confirmed(
  learning: Learning,
  answer: Answer,
  sent: readonly Field[],
  refusals: Answer[],
): Promise<MinimalCreation> {
  const minimal = await creationOf(learning, answer);
  const required: Field[] = [];
  for (const field of sent) {
    const without = await create(
      learning,
      sent.filter((other) => other !== field),
    );
    if (isUnset(without) || !isSuccess(without.exchange)) required.push(field);
    if (!isUnset(without) && !isSuccess(without.exchange)) refusals.push(without);
  }
  return { minimal, required, refusals };
}

/** What came of a call that created a user. */
export async function creationOf(learning: Learning, answer: Answer): Promise<Creation> {
  const sent = sentWith(answer);
  const [returned] = readEnvelope(answer.exchange.response).data ?? [];
  const record = isObject(returned) ? returned : await findCreated(learning, sent);
  return { answer, sent, ...(record === undefined ? {} : { record }) };
}

function sentWith({ exchange }: Answer): Body {
  const body: unknown = JSON.parse(exchange.request.body ?? "{}");
  return isObject(body) ? JSON.parse(JSON.stringify(body)) : {};
}
