import { isObject, type JsonObject } from "../../fixtures/json.ts";
import { unknownField } from "../target/body.ts";
import type { Credentials } from "../target/credentials.ts";
import { creationsIn } from "../target/creations.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { canonical, objectsOf } from "../target/records.ts";
import { bodyWith, fieldsOfUsers, freshnesses, isFree, type Body, type Field } from "./create-body.ts";
import { at, leavesOf } from "./leaves.ts";
import { plainList, readList } from "./list.ts";
import { ifKnown, Unset, type Answer } from "./observation.ts";
import { pageQuery } from "./page-bounds.ts";
import { namedFields, rejections } from "./rejections.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import { ask, type Source } from "./source.ts";

/** A created user. */
export interface Creation {
  readonly answer: Answer;
  /** What was sent, with its unique values. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent if neither shows it. */
  readonly record?: Members;
}

/** The smallest body that creates a user, and the evidence that all of it is needed. */
interface MinimalCreation {
  readonly minimal: Creation;
  readonly required: readonly Field[];
  /** The rejections of smaller bodies. */
  readonly rejections: readonly Answer[];
}

/** A user created with all known fields, and the result for an unknown field. */
interface FullCreation {
  readonly full: Creation;
  /** An unknown field, and the user created with it; absent if none was sent. */
  readonly unknown: { readonly name: string; readonly made: Creation } | undefined;
  /** The body before `{{unique}}` is filled in. */
  readonly body: Body;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
  /** Where its given texts are those of the smallest body. */
  readonly repeated?: readonly string[];
}

/** The maximum number of fields to try in all combinations, if rejections do not name them. */
const maxCombined = 4;

/**
 * Creates a user with the smallest possible body, starting from an empty one, so that all but the last request are
 * rejected and create nothing. It adds the fields that rejections name, then tries combinations, and finally uses the
 * given body.
 */
export const creation = memoize(async (source: Source): Promise<MinimalCreation> => {
  const fields = await fieldsOfUsers(source);
  const rejected: Answer[] = [];
  const wanted: Field[] = [];
  const own = fields.filter(({ isOwn }) => isOwn);
  const tries = combinations(own.slice(0, maxCombined));
  const given = source.target.createBody === undefined ? [] : own;
  for (let body: readonly Field[] | undefined = []; body !== undefined;) {
    const answer = await create(source, bodyWith(body));
    if (isSuccess(answer.exchange)) return confirmed(source, answer, body, rejected);
    rejected.push(answer);
    const isByName: boolean = body.length === wanted.length;
    const names: readonly string[] = isByName
      ? await namedFields(
          source,
          answer,
          (given.length === 0 ? fields : given).map(({ name }) => name),
        )
      : [];
    const more: readonly Field[] = fields.filter((field) => names.includes(field.name) && !wanted.includes(field));
    wanted.push(...more);
    const further: readonly Field[] | undefined = more.length > 0 ? [] : tries.shift();
    body = further && [...wanted, ...further.filter((field) => !wanted.includes(field))];
  }
  const answer = given.length === 0 ? undefined : await ifKnown(create(source, bodyWith(given)));
  if (answer !== undefined && isSuccess(answer.exchange)) return confirmed(source, answer, given, rejected);
  throw new Unset("none of the bodies tried creates a user", "--create-body JSON");
});

/**
 * All combinations of fields, smaller ones first, and those of the first fields first, since services require these
 * most often.
 */
function combinations(fields: readonly Field[]): (readonly Field[])[] {
  return Array.from({ length: 2 ** fields.length - 1 }, (_, bits) =>
    fields.filter((__, index) => ((bits + 1) >> index) % 2 === 1),
  );
}

export function create(source: Source, body: Body, label?: string): Promise<Answer> {
  return ask(source, { operation: "createUser", body: { ...body }, ...(label === undefined ? {} : { label }) });
}

/** Leaves out each field in turn, since a rejection may not name the missing field. */
async function confirmed(
  source: Source,
  answer: Answer,
  sent: readonly Field[],
  rejected: Answer[],
): Promise<MinimalCreation> {
  const minimal = await creationOf(source, answer);
  const required: Field[] = [];
  for (const field of sent) {
    // With new addresses, since the given ones may have to be unique.
    const others = sent.filter((other) => other !== field);
    const without = await ifKnown(create(source, bodyWith(others, {}, 1)));
    if (without !== undefined && isSuccess(without.exchange)) continue;
    required.push(field);
    if (without !== undefined) rejected.push(without);
  }
  return { minimal, required, rejections: rejected };
}

/** The result of a request that created a user. */
export async function creationOf(source: Source, answer: Answer): Promise<Creation> {
  const body: unknown = JSON.parse(answer.exchange.request.body ?? "{}");
  const sent = isObject(body) ? body : {};
  const [returned] = readEnvelope(answer.exchange.response).data ?? [];
  const record = isObject(returned) ? returned : await findCreated(source, sent);
  return { answer, sent, ...(record === undefined ? {} : { record }) };
}

/**
 * The created user in the list: at its end, or at its start.
 * @param sent the body; without a unique value, the last user counts, if it is new
 */
async function findCreated(source: Source, sent: Members): Promise<Members | undefined> {
  const plain = (await ifKnown(plainList(source, "users")))?.page;
  if (plain === undefined) return undefined;
  const created = creationsIn(source.entries).length;
  const lastPage = Math.floor((plain.total + created - 1) / plain.keys.length);
  const last = await ifKnown(pageQuery(source, "users", lastPage));
  const texts = leavesOf(jsonOf(sent)).filter(({ value }) => typeof value === "string" && value.includes("orgkit"));
  for (const query of last === undefined ? [{}] : [last, {}]) {
    const reading = await ifKnown(readList(source, "users", query, `after the creation of ${created}`));
    const users = objectsOf(reading?.page?.records ?? []);
    const found =
      texts.length === 0
        ? await newest(source, users)
        : users.findLast((user) =>
            leavesOf(jsonOf(user)).some((shown) => texts.some(({ value }) => value === shown.value)),
          );
    if (found !== undefined) return found;
  }
  return undefined;
}

async function newest(source: Source, users: readonly Members[]): Promise<Members | undefined> {
  const seen = (await ifKnown(seenRecords(source, "users")))?.records ?? [];
  const last = users.at(-1);
  return seen.some((record) => canonical(record) === canonical(last)) ? undefined : last;
}

/**
 * How credentials are rejected, on every operation; on creations only with writes, and not again for expired tokens.
 */
export const tokenRejections = memoize(async (source: Source, as: Credentials): Promise<readonly Answer[]> => {
  const minimal = as === "second" ? undefined : await ifKnown(creation(source));
  return rejections(source, as, minimal && { ...bodyWith(minimal.required) });
});

/**
 * Creates a user with every known field, and another one with values that the smallest creation did not get by itself.
 * Values that come back changed are the service's own. Given values are sent unchanged: if that is accepted, they need
 * not be unique.
 */
export const fullCreation = memoize(async (source: Source): Promise<FullCreation> => {
  const { required, minimal } = await creation(source);
  const fields = await fieldsOfUsers(source);
  const given = fields.filter(({ freshened }) => freshened !== undefined);
  const own = given.length > 0 ? given : fields.filter((field) => isFree(field) || required.includes(field));
  const { record = {}, sent } = minimal;
  const others = Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(sent, name)));
  const bodies = freshnesses.flatMap((freshness) => [fields, own].map((set) => bodyWith(set, others, freshness)));
  for (const body of new Map(bodies.map((one) => [JSON.stringify(one), one])).values()) {
    const more = { ...body, [unknownField]: true };
    const rejection = await create(source, more);
    if (isSuccess(rejection.exchange)) return fullOf(await creationOf(source, rejection), minimal, { body: more });
    const answer = await create(source, body, "with all fields");
    if (isSuccess(answer.exchange)) return fullOf(await creationOf(source, answer), minimal, { body, rejection });
  }
  throw new Unset("bodies with more than the required fields are rejected", "--create-body JSON");
});

function fullOf(full: Creation, minimal: Creation, rest: Pick<FullCreation, "body" | "rejection">): FullCreation {
  const repeated = leavesOf(jsonOf(full.sent))
    .filter(({ path, value }) => typeof value === "string" && at(minimal.sent, path) === value)
    .map(({ path }) => path.join("."));
  return { full, unknown: { name: unknownField, made: full }, ...rest, repeated };
}

export function jsonOf(members: Members): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(members));
  return json;
}

/** The smallest body, with unique values where users must not share the given ones. */
export async function requiredBody(source: Source): Promise<Body> {
  const { required } = await creation(source);
  const { body = {} } = (await ifKnown(fullCreation(source))) ?? {};
  return {
    ...bodyWith(required),
    ...Object.fromEntries(
      required.flatMap(({ name }) => (Object.hasOwn(body, name) ? [[name, body[name] ?? null]] : [])),
    ),
  };
}

/** The responses to bodies with a missing or unknown field; if all are accepted, to one with a wrong type. */
export const invalidBody = memoize(async (source: Source): Promise<readonly Answer[]> => {
  const { required, rejections: rejected } = await creation(source);
  const unknown = (await ifKnown(fullCreation(source)))?.rejection;
  const all = [...rejected, ...(unknown === undefined ? [] : [unknown])];
  if (all.length > 0) return all;
  const wrong = (await fieldsOfUsers(source)).find(isFree);
  if (wrong === undefined) throw new Unset("no known field could have an invalid value");
  const answer = await create(source, { ...bodyWith([...required, wrong]), [wrong.name]: { orgkit: [true] } });
  if (isSuccess(answer.exchange)) throw new Unset("none of the bodies tried is rejected");
  return [answer];
});

/** One more user, if the run may create one. */
export async function anotherCreation(source: Source): Promise<Creation | undefined> {
  const answer = await ifKnown(create(source, await requiredBody(source), "for another id"));
  return answer !== undefined && isSuccess(answer.exchange) ? creationOf(source, answer) : undefined;
}
