import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { identifierSchema } from "../../fixtures/dialect/identifier-schema.ts";
import {
  isObject,
  mapNames,
  membersOf,
  own,
  toJson,
  type Json,
  type JsonObject,
  propertiesOf,
} from "../../fixtures/values/json.ts";
import { counted } from "../../fixtures/values/text.ts";
import { isClosed, unknownField, withUnknownField } from "../target/body.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { describe, readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { canonical } from "../log/records.ts";
import { creating, fullCreation, isUnique, namedFields, post, toCreation, type Creation } from "./creations.ts";
import { findIdFormat, idNameIn, isId, type Id } from "./formats.ts";
import {
  beyondDialects,
  checkEach,
  describeId,
  fieldsInWords,
  isSameValue,
  namesIn,
  reading,
  wordFor,
  type OpenPoint,
  type Reading,
} from "./open-point.ts";
import { knownRecords } from "./read-lists.ts";
import { NotApplicable, NotShown, recordsIn, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { whyNotReadInFull } from "../target/parse-json.ts";
import { capturesIn, capturesInText, inferTemplate } from "./template.ts";

/** Two created users: with as few fields as possible, and with all. */
async function readTwo(reader: Reader): Promise<readonly [Creation, Creation | undefined]> {
  const { first } = await creating(reader);
  return [first, (await unlessHidden(fullCreation(reader)))?.full];
}

/** The fields that a body needs, by leaving out one at a time. */
export async function readRequired(reader: Reader): Promise<Reading> {
  const { first, rejections } = await creating(reader);
  const required: string[] = [];
  const exchanges: Answer[] = [...rejections.slice(0, 3), first.exchange];
  for (const field of Object.keys(first.body)) {
    const exchange = await post(reader, without(first.body, field));
    if (!isSuccess(exchange)) required.push(field);
    exchanges.push(exchange);
  }
  return reading(required, exchanges);
}

function without(body: JsonObject, field: string): JsonObject {
  const { [field]: _, ...others } = body;
  return others;
}

/** The fields whose value only one user can have, by repeating the values of a created user: all at once, then each. */
async function readUnique(reader: Reader): Promise<Reading> {
  const { full } = await fullCreation(reader);
  const all = Object.keys(full.body).filter((field) => isUnique(full.body[field]) && isTextIn(full, field));
  if (all.length === 0) throw new NotShown("no known field has a value that could be repeated");
  const together = await repeat(reader, full, all);
  const exchanges = [together];
  if (isSuccess(together)) return reading([], exchanges);
  const named = await namedFields(reader, together, all);
  const likely = named.length > 0 ? named : all;
  const unique: string[] = [];
  for (const [index, field] of likely.entries()) {
    // One of them is, if all together are rejected.
    const isLeft = unique.length === 0 && index === likely.length - 1;
    const exchange = isLeft ? together : await repeat(reader, full, [field]);
    if (!isSuccess(exchange)) unique.push(field);
    if (!isLeft) exchanges.push(exchange);
  }
  return reading(unique, exchanges);
}

function isTextIn({ sent }: Creation, field: string): boolean {
  return typeof sent[field] === "string";
}

/** Creates a user with some values of another one. */
function repeat(reader: Reader, { body, sent }: Creation, fields: readonly string[]): Promise<Answer> {
  const repeated = Object.fromEntries(fields.map((field) => [field, toJson(sent[field])]));
  return post(reader, { ...body, ...repeated }, `the ${fields.join(" and ")} of another`);
}

/** The maximum number of declared fields to try one by one. */
const maxDeclared = 3;

/**
 * Checks declared fields of a body, one after the other: what is accepted creates a user, and one is enough.
 * @param send what has to be rejected because of the field
 */
function checkFields(
  send: (reader: Reader, first: Creation, field: string) => Promise<Answer>,
  isTried = (_: Reader, { body }: Creation, field: string): boolean => Object.hasOwn(body, field),
): NonNullable<OpenPoint["check"]> {
  return async (declared, reader) => {
    const fields = namesIn(declared);
    const { first } = await creating(reader);
    const exchanges = [first.exchange];
    for (const field of fields.filter((one) => isTried(reader, first, one)).slice(0, maxDeclared)) {
      const exchange = await send(reader, first, field);
      exchanges.push(exchange);
      const others = fields.filter((one) => one !== field);
      if (isSuccess(exchange)) return reading(others, exchanges);
    }
    if (exchanges.length > 1) return reading(declared, exchanges);
    throw new NotShown("the given body has no text for a declared field");
  };
}

/** Whether a field of the body is stored under its name, by what is declared. */
function isStored(reader: Reader, field: string): boolean {
  const { generated, unknownFields, required } = mapNames(["generated", "unknownFields", "required"], (name) =>
    reader.declared(`createUser.${name}`),
  );
  if (Object.hasOwn(membersOf(generated), field)) return false;
  const known = [...Object.keys(propertiesOf(reader.declared("records.user"))), ...[required ?? []].flat()];
  return (unknownFields ?? "keep") === "keep" || known.includes(field);
}

async function readUnknownFields(reader: Reader): Promise<Reading> {
  const { full, rejection } = await fullCreation(reader);
  return rejection === undefined ? readStored(full) : reading("reject", [full.exchange, rejection]);
}

function readStored({ record, exchange }: Creation): Reading {
  if (record === undefined) throw new NotShown("neither the response nor a list shows the field");
  return reading(Object.hasOwn(record, unknownField) ? "keep" : "drop", [exchange]);
}

/** Sends the body of the run with an unknown field. */
async function checkUnknownFields(declared: Json, reader: Reader): Promise<Reading> {
  const isRejecting = declared === "reject";
  const dialect = fillTargetDialect(reader.target);
  if (dialect !== undefined && isClosed(dialect) && !isRejecting)
    throw new NotApplicable("the declared schema of a user does not allow another field");
  await creating(reader);
  const exchange = await reader.ask({ operation: "createUser", body: withUnknownField(reader.target) });
  const { status } = exchange.response;
  if (isSuccess(exchange)) return readStored(await toCreation(reader, exchange));
  const { payloadTooLarge, conflict } = dialect?.statuses.failure ?? {};
  if (!isRejecting && [payloadTooLarge, conflict].includes(status))
    throw new NotShown("the body may be too large, or have a value in use: set {{unique}} ones (--create-body)");
  return reading("reject", [exchange]);
}

/** The member with the id of a user; `null` if users have none. */
async function userIdName(reader: Reader): Promise<string | null> {
  const declared = reader.declared("responses.ids.user");
  if (declared === null || typeof declared === "string") return declared;
  if (!reader.tries) return "id";
  const older = (await unlessHidden(knownRecords(reader, "listUsers")))?.records;
  const { record = {}, sent } = (await creating(reader)).first;
  // Sent values belong to the client.
  const created = Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(sent, name)));
  return idNameIn(older ?? [created], "user") ?? null;
}

/** The id in a user, by its name. */
function idIn(record: Members, name: string | null): Id | undefined {
  const id = name === null ? undefined : own(record, name);
  return isId(id) ? id : undefined;
}

/** What the service sets in a user by itself: defaults for fields that a body leaves out, others whatever it contains. */
const readServiceValues = memoize(async (reader: Reader): Promise<Record<"defaults" | "generated", Reading>> => {
  const [first, full] = await readTwo(reader);
  if (first.record === undefined) throw new NotShown("neither the response nor a list shows the created user");
  const idName = await userIdName(reader);
  const defaults: { [field: string]: Json } = {};
  const generated: { [field: string]: Json } = {};
  const unclear: string[] = [];
  const created = full === undefined ? [first] : [first, full];
  const exchanges = created.map(({ exchange }) => exchange);
  const isInFull = exchanges.every(({ response }) => whyNotReadInFull(response.body) === undefined);
  for (const [field, value] of Object.entries(first.record)) {
    const sent = own(first.sent, field);
    if (field === unknownField || isAlike(value, sent)) continue;
    const isKept = full !== undefined && isAlike(own(full.record ?? {}, field), own(full.sent, field));
    const samples = (isKept ? [first] : created).flatMap(({ record }) => {
      const shown = record && own(record, field);
      const placeholders = { id: record && idIn(record, idName) };
      return record === undefined ? [] : [{ value: shown === undefined ? shown : toJson(shown), placeholders }];
    });
    // What was sent may be shortened, so that two users have the same by chance.
    const isUnclear = isAbbreviation(value, sent) || (!isInFull && typeof value === "object");
    const template = isUnclear ? undefined : inferTemplate(samples, () => undefined, [field]);
    if (template === undefined) unclear.push(field);
    else (isKept && sent === undefined ? defaults : generated)[field] = template;
  }
  const note = unclear.length === 0 ? undefined : `left out, since no rule is visible: ${unclear.join(", ")}`;
  return { defaults: reading(defaults, exchanges), generated: reading(generated, exchanges, { note }) };
});

/** Whether a user has what was sent, perhaps in lower case. */
function isAlike(value: unknown, sent: unknown): boolean {
  return sent !== undefined && canonical(value).toLowerCase() === canonical(sent).toLowerCase();
}

function isAbbreviation(value: unknown, sent: unknown): boolean {
  if (typeof value !== "string" || typeof sent !== "string") return false;
  return value !== "" && value.slice(0, 1).toLowerCase() === sent.slice(0, 1).toLowerCase();
}

/** The first creation of a run, which has to return a user. */
async function findCreation(reader: Reader): Promise<readonly Answer[]> {
  if (reader.declared("createUser.returns") === "nothing")
    throw new NotApplicable("the dialect declares that a creation returns no record");
  const { exchange } = (await creating(reader)).first;
  if (recordsIn(exchange).length > 0) return [exchange];
  throw new NotShown("the response has no record (see DECL-27)");
}

/** What differs in the created user from the declared values, be they defaults or generated. */
async function findValueProblem(_: Json, exchange: Answer, reader: Reader): Promise<string | undefined> {
  const { record = {}, sent } = await toCreation(reader, exchange);
  const generated = membersOf(reader.declared("createUser.generated"));
  const defaults = Object.entries(membersOf(reader.declared("createUser.defaults")));
  const set = Object.entries({
    ...Object.fromEntries(defaults.filter(([field]) => !Object.hasOwn(sent, field))),
    ...generated,
  });
  if (set.length === 0) throw new NotApplicable("the dialect declares no default or generated value");
  const idName = await userIdName(reader);
  const id = idIn(record, idName);
  const problems = set.flatMap(([field, template]) => {
    // The id of a user is where the dialect says, whatever sets it.
    if (field === "id" && idName === null) return [];
    const value = own(record, field === "id" && idName !== null ? idName : field);
    const isRight = isSetTo(value, template, id);
    return isRight ? [] : [`\`${field}\` is ${describe(value)}, declared as ${JSON.stringify(template)}`];
  });
  return problems.length === 0 ? undefined : problems.join("; ");
}

function isSetTo(value: unknown, template: Json, id: Id | undefined): boolean {
  // An object may also have members of the body.
  if (isObject(template) && isObject(value))
    return Object.entries(template).every(([name, member]) => isSetTo(own(value, name), member, id));
  const captures = capturesIn(template, value, 0) ?? [["", undefined]];
  return captures.every(([name, captured]) => {
    if (name === "id") return isId(captured) && String(captured) === String(id ?? captured);
    if (name === "now") return typeof captured === "string" && !Number.isNaN(Date.parse(captured));
    return name !== "";
  });
}

async function readId(reader: Reader): Promise<Reading> {
  const name = await userIdName(reader);
  if (name === null) throw new NotApplicable("users have no id");
  const idsIn = (records: readonly Members[]): readonly Id[] => records.flatMap((record) => idIn(record, name) ?? []);
  const exchanges = reader.successes("createUser");
  const created = (await readTwo(reader)).flatMap((one) => (one?.record === undefined ? [] : [one.record]));
  const ids = [...new Set(idsIn([...created, ...exchanges.flatMap(recordsIn)]))];
  if (ids.length === 0) throw new NotShown("neither the response nor a list shows the id of the created user");
  const olderIds = idsIn((await unlessHidden(knownRecords(reader, "listUsers")))?.records ?? []);
  // Older users may have ids of another format.
  const [format, common] = [findIdFormat(ids), findIdFormat([...ids, ...olderIds])];
  const isCommon = common.kind !== "any" && (common.kind === format.kind || format.kind === "any");
  const isClear = format.kind === "uuid" || ids.length + olderIds.length > 2;
  const value = { ...(isCommon ? common : format) };
  return reading(value, exchanges, isClear ? {} : { doubt: `by ${counted(ids.length, "id")}` });
}

async function findIdProblem(declared: Json, exchange: Answer, reader: Reader): Promise<string | undefined> {
  const name = await userIdName(reader);
  const { id: template = "{{id}}" } = membersOf(reader.declared("createUser.generated"));
  if (name === null || template !== "{{id}}") throw new NotApplicable("the dialect declares another id, or none");
  const id = own((await toCreation(reader, exchange)).record ?? {}, name);
  const format = identifierSchema.parse(declared);
  const isTyped = typeof id === (format.kind === "integer" ? "number" : "string");
  return isTyped && fitsIdentifier(format, String(id)) ? undefined : `the id of the created user is ${describe(id)}`;
}

async function readReturns(reader: Reader): Promise<Reading> {
  const { exchange } = (await creating(reader)).first;
  const { data } = readEnvelope(exchange.response);
  if (data === undefined) throw new NotShown("`data` is not an array (see ENV-02)");
  if (data.length < 2) return reading(data.length === 0 ? "nothing" : "record", [exchange]);
  return beyondDialects(`\`data\` holds ${counted(data.length, "record")} after a creation`, [exchange]);
}

/** The `Location` of a creation, with a placeholder for the id of the user. */
async function readLocation(reader: Reader): Promise<Reading> {
  const { exchange, record = {} } = (await creating(reader)).first;
  const { location: header } = exchange.response.headers;
  if (header === undefined) return reading(null, [exchange]);
  const id = idIn(record, await userIdName(reader));
  const value = id === undefined ? header : withPlaceholder(header, encodeURIComponent(id));
  if (value !== header || !reader.tries) return reading(value, [exchange]);
  throw new NotShown("the id of the new user was not found in `Location`");
}

/** A `Location` with `{{id}}` for the id, where it is a whole word: in `/api/v1/users/1` it is the last one only. */
function withPlaceholder(header: string, id: string): string {
  const [start = "", ...rest] = header.split(id);
  return rest.reduce((text, part) => {
    const isWhole = !/[\dA-Za-z]$/.test(text) && !/^[\dA-Za-z]/.test(part);
    return text + (isWhole ? "{{id}}" : id) + part;
  }, start);
}

/** Whether a `Location` is as declared, where further placeholders match any text. */
function isSameLocation(declared: Json, value: Json): boolean {
  if (typeof declared !== "string" || typeof value !== "string") return isSameValue(declared, value);
  const [wanted = "", text = ""] = [declared, value].map((one) => one.replaceAll(/\{\{\s*id\s*\}\}/g, "~id~"));
  return capturesInText(wanted, text, 0) !== undefined;
}

/** What most of these rows have in common. */
const ofCreations = { stage: "creations", operations: ["createUser"] } as const;

/** The body of user creation, its rules and its response (§1, §4). */
export const createUserPoints: readonly OpenPoint[] = [
  {
    ...ofCreations,
    key: "createUser.required",
    stage: "required",
    requirement: "DECL-22",
    rejectedAs: "invalidBody",
    subject: "createUser requires",
    say: fieldsInWords,
    read: readRequired,
    check: checkFields((reader, { body }, field) => post(reader, without(body, field))),
  },
  {
    ...ofCreations,
    key: "createUser.unknownFields",
    requirement: "DECL-24",
    rejectedAs: "invalidBody",
    subject: "unknown fields of createUser are",
    say: wordFor({ keep: "kept", drop: "dropped", reject: "rejected" }),
    read: readUnknownFields,
    check: checkUnknownFields,
  },
  {
    ...ofCreations,
    key: "createUser.returns",
    requirement: "DECL-27",
    subject: "createUser returns",
    say: wordFor({ record: "the new user", nothing: "nothing" }),
    read: readReturns,
  },
  {
    ...ofCreations,
    key: "createUser.unique",
    requirement: "DECL-23",
    rejectedAs: "conflict",
    subject: "createUser requires unique values of",
    say: fieldsInWords,
    read: readUnique,
    check: checkFields(
      (reader, first, field) => repeat(reader, first, [field]),
      (reader, first, field) => isTextIn(first, field) && isStored(reader, field),
    ),
  },
  {
    ...ofCreations,
    key: "createUser.id",
    requirement: "DECL-26",
    subject: "ids of new users are",
    say: describeId,
    read: readId,
    check: checkEach(findCreation, findIdProblem),
  },
  {
    ...ofCreations,
    key: "createUser.location",
    requirement: "DECL-28",
    subject: "the `Location` of a creation is",
    fits: isSameLocation,
    read: readLocation,
  },
  {
    ...ofCreations,
    key: "createUser.defaults",
    requirement: "DECL-25",
    subject: "createUser sets by default",
    read: async (reader) => (await readServiceValues(reader)).defaults,
    check: checkEach(findCreation, findValueProblem),
  },
  {
    ...ofCreations,
    key: "createUser.generated",
    requirement: "DECL-25",
    subject: "createUser generates",
    read: async (reader) => (await readServiceValues(reader)).generated,
    check: checkEach(findCreation, findValueProblem),
  },
  {
    ...ofCreations,
    key: "createUser.body",
    subject: "a body of createUser has",
    read: () =>
      Promise.reject(
        new NotShown("bodies are tried for required and unique fields only: each accepted one creates a user"),
      ),
  },
];
