import { isObject, own, type Json, type JsonObject, membersOf } from "../../fixtures/values/json.ts";
import { isAcceptedCreation } from "../log/exchanges.ts";
import { type Exchange, type Page, writesAreOff, type Query } from "../log/model.ts";
import { pageQuery } from "../log/paging.ts";
import { goodBody, illustrativeBody, unknownField } from "../target/body.ts";
import { readJson, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { idNameIn, repeatedWords, textFormat } from "./formats.ts";
import { knownRecords, readList, readPosition } from "./read-lists.ts";
import { isAnswered, NotServed, NotShown, recordsIn, unlessHidden, type Answer, type Reader } from "./reader.ts";

/** A created user. */
export interface Creation {
  readonly exchange: Answer;
  /** The body, before unique values are filled in, and without the unknown field. */
  readonly body: JsonObject;
  /** What was sent, with its unique values. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent if neither shows it. */
  readonly record: Members | undefined;
}

/** The result of a request that created a user. */
export async function toCreation(reader: Reader, exchange: Answer): Promise<Creation> {
  const sent = readJson({ body: exchange.request.body ?? "" });
  const given = exchange.probe.body ?? goodBody(reader.target);
  const { [unknownField]: _, ...body } = membersOf(given);
  const [record = await findListed(reader, exchange)] = recordsIn(exchange);
  return { exchange, body, sent: membersOf(sent), record };
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

/** Becomes a unique value in each body. */
const unique = "{{unique}}";

/** Whether a value is unique to a user, so that a body probably needs its field. */
export function isUnique(value: Json | undefined): boolean {
  return typeof value === "string" && value.includes(unique);
}

/** A field of a new user. */
interface Field {
  readonly name: string;
  /** Another value than the service may set by itself comes second. */
  readonly values: readonly Json[];
}

/** Names of fields that identify a record: set by the service. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** Values for fields, by their format. */
const valuesByFormat = {
  "date-time": ["2001-02-03T04:05:06.000Z"],
  date: ["2001-02-03"],
  email: [`orgkit.${unique}@orgkit.example`],
  boolean: [true, false],
  integer: [1, 2],
  string: [`Orgkit ${unique}`],
} satisfies Readonly<Record<string, readonly Json[]>>;

/** The possible fields of a new user: those of the given body, then those of the users seen. */
export const fieldsOfUsers = memoize(async (reader: Reader): Promise<readonly Field[]> => {
  const records = (await unlessHidden(knownRecords(reader, "listUsers")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const recordFields = fieldsIn(records).filter(({ name }) => name !== idName);
  const isShown = recordFields.some(({ values }) => values.some(isUnique));
  const body = membersOf(reader.target.createBody ?? (isShown ? {} : illustrativeBody));
  const bodyFields = Object.entries(body).map(([name, value]) => ({ name, values: [value] }));
  return [...bodyFields, ...recordFields.filter(({ name }) => !Object.hasOwn(body, name))];
});

function fieldsIn(records: readonly Members[]): readonly Field[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !identity.test(name));
  const fields = names.flatMap((name): readonly Field[] => {
    const present = records.map((record) => own(record, name)).filter((value) => value !== undefined && value !== null);
    const [format = "", ...others] = new Set(present.map(textFormat));
    const values = others.length > 0 ? undefined : own<readonly Json[]>(valuesByFormat, format);
    const choices = format === "string" ? repeatedWords(present) : undefined;
    return values === undefined ? [] : [{ name, values: choices ?? values }];
  });
  // Required most often: who it is, then a choice from a few words.
  return fields.toSorted(({ values }, other) => Number(other.values.some(isUnique)) - Number(values.some(isUnique)));
}

export function post(reader: Reader, body: JsonObject, label?: string): Promise<Answer> {
  return reader.ask({ operation: "createUser", body, ...(label === undefined ? {} : { label }) });
}

/** How users are created. */
interface Creating {
  /** The first user, with the smallest body that was accepted. */
  readonly first: Creation;
  /** The rejections of smaller bodies. */
  readonly rejections: readonly Answer[];
}

/** How users are created: as the run did, or by trying bodies. @throws NotShown if none was */
export const creating = memoize(async (reader: Reader): Promise<Creating> => {
  const creation = reader.log.find(isPlainCreation);
  if (creation !== undefined && isAnswered(creation) && !reader.tries)
    return { first: await toCreation(reader, creation), rejections: [] };
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
  let left = await fieldsOfUsers(reader);
  const rejections: Answer[] = [];
  const body: Record<string, Json> = {};
  for (;;) {
    const exchange = await post(reader, { ...body });
    if (isSuccess(exchange)) return { first: await toCreation(reader, exchange), rejections };
    rejections.push(exchange);
    const [next] = left;
    if (next === undefined)
      throw new NotShown("none of the bodies tried creates a user", { give: "--create-body JSON" });
    const missing = await namedFields(reader, exchange, listNames(left));
    const added = missing.length > 0 ? missing : [next.name];
    for (const { name, values } of left) if (added.includes(name)) body[name] = values[0] ?? null;
    left = left.filter(({ name }) => !added.includes(name));
  }
}

function listNames(fields: readonly Field[]): readonly string[] {
  return fields.map(({ name }) => name);
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
  const words = countWords(response);
  const otherWords = others.map((other) => countWords(other?.response));
  const times = (name: string, count: typeof words): number => count.get(name)?.length ?? 0;
  return fields.filter((name) => otherWords.every((count) => times(name, words) > times(name, count)));
}

/** The words of a body, each as often as it occurs. */
function countWords(response: Answer["response"] | undefined): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(response?.body.match(/[\p{L}\p{N}_$-]+/gu) ?? [], (word) => word);
}

/** A user created with all known fields, and the result for an unknown field. */
export interface FullCreation {
  readonly full: Creation;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
}

/** Creates a user with every known field and an unknown one: values that come back changed are the service's own. */
export const fullCreation = memoize(async (reader: Reader): Promise<FullCreation> => {
  const { first } = await creating(reader);
  const entries = (await fieldsOfUsers(reader)).map(({ name, values }): [string, Json] => [
    name,
    values.find((one) => one !== own(first.record ?? {}, name)) ?? null,
  ]);
  const needed = entries.filter(([name]) => Object.hasOwn(first.body, name));
  for (const body of [entries, needed].map((one): JsonObject => Object.fromEntries(one))) {
    const rejection = await post(reader, { ...body, [unknownField]: "orgkit" });
    if (isSuccess(rejection)) return { full: await toCreation(reader, rejection) };
    const exchange = await post(reader, body, "with all fields");
    if (isSuccess(exchange)) return { full: await toCreation(reader, exchange), rejection };
  }
  throw new NotShown("no second user could be created", {
    give: `--create-body JSON, with ${unique} in each unique value`,
  });
});
