import { isObject, toJson, own, type Json, type JsonObject } from "../../fixtures/values/json.ts";
import { isAcceptedCreation } from "../log/creation.ts";
import type { Exchange, Page } from "../log/model.ts";
import { pageQuery } from "../log/paging.ts";
import { goodBody, unknownField } from "../target/body.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { idNameIn, textFormat, repeatedWords } from "./formats.ts";
import { knownRecords, readPosition, readList, type Query } from "./read-lists.ts";
import { isAnswered, NotServed, NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";

/** A created user. */
export interface Creation {
  readonly exchange: Answer;
  /** What was sent, with its unique values. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent if neither shows it. */
  readonly record?: Members;
}

/** How users are created. */
interface Creating {
  /** The first user, with the smallest body that was accepted. */
  readonly first: Creation;
  /** Its body, before unique values are filled in. */
  readonly body: JsonObject;
  /** The rejections of smaller bodies. */
  readonly rejections: readonly Answer[];
}

/** A field of a new user. */
interface Field {
  readonly name: string;
  /** Another value than the service may set by itself comes second. */
  readonly values: readonly Json[];
}

/** Becomes a unique value in each body. */
const unique = "{{unique}}";

/** Names of fields that identify a record: set by the service. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** Values for fields, by their format. */
const valuesByFormat: Readonly<Record<string, readonly Json[]>> = {
  "date-time": ["2001-02-03T04:05:06.000Z"],
  date: ["2001-02-03"],
  email: [`orgkit.${unique}@orgkit.example`],
  boolean: [true, false],
  integer: [1, 2],
  string: [`Orgkit ${unique}`],
};

/** If no user shows its fields. */
const illustrative: readonly Field[] = ["email", "string"].map((format) => ({
  name: format === "string" ? "name" : format,
  values: valuesByFormat[format] ?? [],
}));

/** Whether a value is unique to a user, so that a body probably needs its field. */
export function isUnique(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes(unique);
}

/** The possible fields of a new user: those of the given body, then those of the users seen. */
export const fieldsOfUsers = memoize(async (reader: Reader): Promise<readonly Field[]> => {
  const { createBody: body } = reader.target;
  const records = (await unlessHidden(knownRecords(reader, "listUsers")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const recordFields = fieldsIn(records).filter(({ name }) => name !== idName);
  if (!isObject(body)) return recordFields.some(({ values }) => values.some(isUnique)) ? recordFields : illustrative;
  const bodyFields = Object.entries(body).map(([name, value]) => ({ name, values: [toJson(value)] }));
  return [...bodyFields, ...recordFields.filter(({ name }) => !Object.hasOwn(body, name))];
});

function fieldsIn(records: readonly Members[]): readonly Field[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !identity.test(name));
  const fields = names.flatMap((name): readonly Field[] => {
    const present = records.map((record) => own(record, name)).filter((value) => value !== undefined && value !== null);
    const [format = "", ...others] = new Set(present.map(textFormat));
    const values = others.length > 0 ? undefined : own(valuesByFormat, format);
    const choices = format === "string" ? repeatedWords(present) : undefined;
    return values === undefined ? [] : [{ name, values: choices ?? values }];
  });
  // Required most often: who it is, then a choice from a few words.
  return fields.toSorted(({ values }, other) => Number(other.values.some(isUnique)) - Number(values.some(isUnique)));
}

export function post(reader: Reader, body: JsonObject, label?: string): Promise<Answer> {
  return reader.ask({ operation: "createUser", body, ...(label === undefined ? {} : { label }) });
}

/** How users are created: as the run did, or by trying bodies. @throws NotShown if none was */
export const creating = memoize(async (reader: Reader): Promise<Creating> => {
  const creation = reader.log.find(isPlainCreation);
  if (creation !== undefined && isAnswered(creation) && !reader.tries) {
    const good = goodBody(reader.target);
    return { first: await toCreation(reader, creation), body: isObject(good) ? good : {}, rejections: [] };
  }
  if (!reader.target.allowWrites) throw new NotShown(writesAreOff, { lack: "writes" });
  if (!reader.tries) throw new NotServed();
  return findSmallest(reader);
});

function isPlainCreation(exchange: Exchange): boolean {
  const { place, probe, as, round } = exchange;
  const isPlain = [place.isInvalid, probe.body, probe.text, probe.path, probe.method].every((one) => one === undefined);
  return isPlain && as === "first" && round === 0 && isAcceptedCreation(exchange);
}

/** From an empty body on, so that all but the last request are rejected: with the fields that rejections name. */
async function findSmallest(reader: Reader): Promise<Creating> {
  const fields = await fieldsOfUsers(reader);
  const rejections: Answer[] = [];
  const sent: Field[] = [];
  for (;;) {
    const body: JsonObject = Object.fromEntries(sent.map(({ name, values: [value = null] }) => [name, value]));
    const exchange = await post(reader, body);
    if (isSuccess(exchange)) return { first: await toCreation(reader, exchange), body, rejections };
    rejections.push(exchange);
    const left = fields.filter((field) => !sent.includes(field));
    if (left.length === 0)
      throw new NotShown("none of the bodies tried creates a user", { give: "--create-body JSON" });
    const missing = await namedFields(
      reader,
      exchange,
      left.map(({ name }) => name),
    );
    sent.push(...(missing.length > 0 ? left.filter(({ name }) => missing.includes(name)) : left.slice(0, 1)));
  }
}

/** The fields that a rejection names. Words as frequent in other rejections belong to their form. */
export async function namedFields(
  reader: Reader,
  { response }: Answer,
  fields: readonly string[],
): Promise<readonly string[]> {
  const others = await Promise.all([
    unlessHidden(reader.ask({ operation: "listUsers", as: "none" })),
    unlessHidden(reader.ask({ operation: "listUsers", path: "/api/v1/orgkit-no-such-path" })),
  ]);
  const bodies = others.flatMap((other) => other?.response.body ?? []);
  const usual = (name: string): number => Math.max(0, ...bodies.map((body) => timesNamed(body, name)));
  return fields.filter((name) => timesNamed(response.body, name) > usual(name));
}

/** How often a text contains a name as a whole word. */
function timesNamed(text: string, name: string): number {
  const words = text.match(/[\p{L}\p{N}_$-]+/gu) ?? [];
  return words.filter((word) => word === name).length;
}

/** The result of a request that created a user. */
export async function toCreation(reader: Reader, exchange: Answer): Promise<Creation> {
  const sent = readJson({ body: exchange.request.body ?? "" });
  const [returned] = readEnvelope(exchange.response).data ?? [];
  const record = isObject(returned) ? returned : await findListed(reader, exchange);
  return { exchange, sent: isObject(sent) ? sent : {}, ...(record === undefined ? {} : { record }) };
}

/** A created user in the list, by its unique text on the first page or the last; without one, the newest user. */
async function findListed(reader: Reader, { marker = "", request }: Answer): Promise<Members | undefined> {
  const readNow = async (query: Query): Promise<Page | undefined> =>
    (await unlessHidden(readList(reader, "listUsers", query, { label: `after ${marker}` })))?.page;
  const isMarked = request.body?.includes(marker) === true;
  const findMarked = ({ records }: Page): unknown =>
    records.find((record) => isMarked && JSON.stringify(record).includes(marker));
  const first = await readNow({});
  if (first === undefined) return undefined;
  const listed = findMarked(first);
  if (listed !== undefined) return isObject(listed) ? listed : undefined;
  const position = await unlessHidden(readPosition(reader, "listUsers"));
  const length = Math.max(first.records.length, 1);
  const index = Math.max(Math.ceil(first.total / length) - 1, 0);
  const last = (position && (await readNow(pageQuery(position, index, length)))) ?? first;
  const older = new Set((await unlessHidden(knownRecords(reader, "listUsers")))?.keys);
  const isNew = !older.has(last.keys.at(-1) ?? "");
  const newest = isMarked ? findMarked(last) : isNew ? last.records.at(-1) : undefined;
  return isObject(newest) ? newest : undefined;
}

/** A user created with all known fields, and the result for an unknown field. */
export interface FullCreation {
  readonly full: Creation;
  /** The body, before unique values are filled in. */
  readonly body: JsonObject;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
}

/** Creates a user with every known field and an unknown one: values that come back changed are the service's own. */
export const fullCreation = memoize(async (reader: Reader): Promise<FullCreation> => {
  const { body: smallest, first } = await creating(reader);
  const fields = await fieldsOfUsers(reader);
  const entries = fields.map(({ name, values }): [string, Json] => [
    name,
    values.find((one) => one !== own(first.record ?? {}, name)) ?? null,
  ]);
  const needed = entries.filter(([name]) => Object.hasOwn(smallest, name));
  for (const body of [entries, needed].map((one): JsonObject => Object.fromEntries(one))) {
    const rejection = await post(reader, { ...body, [unknownField]: "orgkit" });
    if (isSuccess(rejection)) return { full: await toCreation(reader, rejection), body };
    const exchange = await post(reader, body, "with all fields");
    if (isSuccess(exchange)) return { full: await toCreation(reader, exchange), body, rejection };
  }
  throw new NotShown("no second user could be created", {
    give: `--create-body JSON, with ${unique} in each unique value`,
  });
});
