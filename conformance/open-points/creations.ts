import { isObject, toJson, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { isAcceptedCreation } from "../judge/creation.ts";
import type { Exchange } from "../judge/model.ts";
import { goodBody, unknownField } from "../target/body.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { idNameIn } from "./id-format.ts";
import { anyPage, knownRecords, pageQuery, positionOf, readList } from "./read-lists.ts";
import { isAnswered, NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { repeatedWords } from "./record-schema.ts";
import { timesNamed } from "./same-failure.ts";
import { formatOf } from "./text-format.ts";

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

/** A value for a field of a new user; `{{unique}}` becomes a unique value each time. */
interface Field {
  readonly name: string;
  /** Another one than the service may set by itself comes second. */
  readonly values: readonly Json[];
  /** Whether it says who the user is, so that a body probably needs it. */
  readonly isOwn: boolean;
}

export const unique = "{{unique}}";

/** Names of fields that identify a record: set by the service. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** Values for fields with a format. */
const byFormat: Readonly<Record<string, Omit<Field, "name">>> = {
  "date-time": { values: ["2001-02-03T04:05:06.000Z"], isOwn: false },
  date: { values: ["2001-02-03"], isOwn: false },
  email: { values: [`orgkit.${unique}@orgkit.example`], isOwn: true },
  boolean: { values: [true, false], isOwn: false },
  integer: { values: [1, 2], isOwn: false },
  string: { values: [`Orgkit ${unique}`], isOwn: true },
};

/** If no user shows its fields. */
const illustrative: readonly Field[] = [
  { name: "email", values: [`orgkit.${unique}@orgkit.example`], isOwn: true },
  { name: "name", values: [`Orgkit ${unique}`], isOwn: true },
];

/** The possible fields of a new user: those of the given body, then those of the users seen. */
export const fieldsOfUsers = memoize(async (reader: Reader): Promise<readonly Field[]> => {
  const { createBody: body } = reader.target;
  const records = (await unlessHidden(knownRecords(reader, "listUsers")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const shown = fieldsIn(records).filter(({ name }) => name !== idName);
  if (!isObject(body)) return shown.some(({ isOwn }) => isOwn) ? shown : illustrative;
  const given = Object.entries(body).map(([name, value]) => ({ name, values: [toJson(value)], isOwn: true }));
  const others = shown.filter(({ name }) => !Object.hasOwn(body, name));
  // Users do not show a field under the name of a nested body.
  const isWrapped = shown.length > 0 && others.length === shown.length;
  return [...given, ...(isWrapped ? [] : others.map((field) => ({ ...field, isOwn: false })))];
});

function fieldsIn(records: readonly Members[]): readonly Field[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !identity.test(name));
  const fields = names.flatMap((name): readonly Field[] => {
    const values = records.map((record) => own(record, name)).filter((value) => value !== undefined && value !== null);
    const [format = "", ...others] = new Set(values.map(formatOf));
    const field = others.length === 0 ? own(byFormat, format) : undefined;
    const words = format === "string" ? repeatedWords(values) : undefined;
    return field === undefined ? [] : [{ name, ...field, ...(words === undefined ? {} : { values: words }) }];
  });
  // Required most often: who it is, then a choice from a few words.
  const isText = ({ values }: Field): boolean => values.some((value) => JSON.stringify(value).includes(unique));
  return [...fields.filter(isText), ...fields.filter((field) => !isText(field))];
}

/** A body with the first value of each field. */
function bodyWith(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map(({ name, values: [value = null] }) => [name, value]));
}

export function post(reader: Reader, body: JsonObject, label?: string): Promise<Answer> {
  return reader.ask({ operation: "createUser", body, ...(label === undefined ? {} : { label }) });
}

/** How users are created: as the run did, or by trying bodies. @throws NotShown if none was */
export const creating = memoize(async (reader: Reader): Promise<Creating> => {
  const made = reader.log.find(isPlainCreation);
  if (made !== undefined && isAnswered(made) && !reader.tries) {
    const good = goodBody(reader.target);
    return { first: await creationOf(reader, made), body: isObject(good) ? good : {}, rejections: [] };
  }
  if (!reader.target.allowWrites) throw new NotShown(writesAreOff, { lack: "writes" });
  if (!reader.tries) throw new NotShown("the authorized request did not succeed (see PATH-01)");
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
    const body = bodyWith(sent);
    const exchange = await post(reader, body);
    if (isSuccess(exchange)) return { first: await creationOf(reader, exchange), body, rejections };
    rejections.push(exchange);
    const left = fields.filter((field) => !sent.includes(field));
    const named = await namedFields(reader, exchange, namesOf(left));
    const next = left.filter(({ name }) => named.includes(name));
    if (left.length === 0)
      throw new NotShown("none of the bodies tried creates a user", { give: "--create-body JSON" });
    sent.push(...(next.length > 0 ? next : left.slice(0, 1)));
  }
}

function namesOf(fields: readonly Field[]): readonly string[] {
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
  const bodies = others.flatMap((other) => other?.response.body ?? []);
  const usual = (name: string): number => Math.max(0, ...bodies.map((body) => timesNamed(body, name)));
  return fields.filter((name) => timesNamed(response.body, name) > usual(name));
}

/** The result of a request that created a user. */
export async function creationOf(reader: Reader, exchange: Answer): Promise<Creation> {
  const body = readJson({ body: exchange.request.body ?? "" });
  const sent = isObject(body) ? body : {};
  const [returned] = readEnvelope(exchange.response).data ?? [];
  const { marker = "" } = exchange;
  const isMarked = exchange.request.body?.includes(marker) === true;
  const record = isObject(returned) ? returned : await findListed(reader, marker, isMarked);
  return { exchange, sent, ...(record === undefined ? {} : { record }) };
}

/**
 * A created user in the list: where the run has seen it, or on the first page, or on the last.
 * @param isMarked whether its body had the unique text; otherwise the last user counts
 */
async function findListed(reader: Reader, marker: string, isMarked: boolean): Promise<Members | undefined> {
  const isMade = (record: unknown): record is Members => isObject(record) && JSON.stringify(record).includes(marker);
  const seen = reader.log
    .filter(({ operation, response }) => operation === "listUsers" && response?.body.includes(marker))
    .flatMap((one) => reader.facts.page(one)?.records ?? [])
    .find(isMade);
  const before = await unlessHidden(anyPage(reader, "listUsers"));
  if (before === undefined || (seen !== undefined && isMarked)) return isMade(seen) ? seen : undefined;
  const label = `after ${marker}`;
  const now = (await unlessHidden(readList(reader, "listUsers", {}, label)))?.page;
  const found = isMarked ? now?.records.find(isMade) : undefined;
  const position = await unlessHidden(positionOf(reader, "listUsers"));
  if (found !== undefined || now === undefined) return found;
  const length = Math.max(before.records.length, 1);
  const query = position && pageQuery(position, Math.max(Math.ceil(now.total / length) - 1, 0), length);
  const last = query && (await unlessHidden(readList(reader, "listUsers", query, label)))?.page;
  if (isMarked) return last?.records.find(isMade);
  const known = new Set((await unlessHidden(knownRecords(reader, "listUsers")))?.keys);
  const { records, keys } = last ?? now;
  const newest = records.at(-1);
  return isObject(newest) && !known.has(keys.at(-1) ?? "") ? newest : undefined;
}

/** A user created with all known fields, and the result for an unknown field. */
interface FullCreation {
  readonly full: Creation;
  /** The body, before unique values are filled in. */
  readonly body: JsonObject;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
}

/**
 * Creates a user with every known field and an unknown one: values that come back changed are the service's own. Given
 * values are made unique if they are rejected.
 */
export const fullCreation = memoize(async (reader: Reader): Promise<FullCreation> => {
  const { body: smallest, first } = await creating(reader);
  const fields = await fieldsOfUsers(reader);
  const all = Object.fromEntries(
    fields.map(({ name, values }) => [name, values.find((one) => one !== own(first.record ?? {}, name)) ?? null]),
  );
  const needed = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(smallest, name)));
  const bodies = [all, freshen(all, true), needed, freshen(needed, true), freshen(needed, false)];
  for (const body of new Map(bodies.map((one) => [JSON.stringify(one), one])).values()) {
    const rejection = await post(reader, { ...body, [unknownField]: "orgkit" });
    if (isSuccess(rejection)) return { full: await creationOf(reader, rejection), body };
    const exchange = await post(reader, body, "with all fields");
    if (isSuccess(exchange)) return { full: await creationOf(reader, exchange), body, rejection };
  }
  throw new NotShown("bodies with more than the required fields are rejected", { give: "--create-body JSON" });
});

/** A body with a unique part in each address, or in each text, that has none. */
function freshen(body: JsonObject, isAddressesOnly: boolean): JsonObject {
  const fresh = (value: Json): Json => {
    if (isObject(value)) return freshen(value, isAddressesOnly);
    if (typeof value !== "string" || value.includes(unique)) return value;
    if (formatOf(value) === "email") return value.replace("@", `.${unique}@`);
    return isAddressesOnly || formatOf(value) !== "string" ? value : `${value}-${unique}`;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fresh(value)]));
}
