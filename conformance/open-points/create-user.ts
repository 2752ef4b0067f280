import { fitsIdentifier, identifierSchema } from "../../fixtures/dialect/identifier.ts";
import { counted } from "../../fixtures/text.ts";
import { isObject, jsonText, toJson, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Exchange } from "../judge/model.ts";
import { isClosed, unknownField, withUnknownField } from "../target/body.ts";
import { dialectOf } from "../target/dialect.ts";
import { describe, readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { canonical } from "../target/records.ts";
import { creating, creationOf, fullCreation, namedFields, post, unique, type Creation } from "./creations.ts";
import { formatOfIds, idNameIn, isId, type Id } from "./id-format.ts";
import { at, leavesOf, withAt } from "./leaves.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { knownRecords } from "./read-lists.ts";
import { NotShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { capturesIn, capturesInText } from "./template-match.ts";
import { formatOf } from "./text-format.ts";
import { describeId, fieldsInWords, wordFor } from "./words.ts";

/** The maximum number of declared fields to try one by one. */
const maxFields = 3;

/** The declared names in a list; `undefined` if it is not declared. */
function declaredNames(reader: Reader, key: string): readonly string[] | undefined {
  const declared = reader.declared(key);
  return Array.isArray(declared) ? declared.map(String) : undefined;
}

/** A body without a field, and what it gets. */
async function leaveOut(reader: Reader, body: JsonObject, field: string): Promise<Answer> {
  const { [field]: _, ...without } = body;
  return post(reader, without);
}

/** The fields that a body needs. */
export async function readRequired(reader: Reader): Promise<Reading> {
  const declared = declaredNames(reader, "createUser.required");
  if (declared?.length === 0) throw new NotShown("the dialect declares no required field", { lack: "nothing" });
  const { body, rejections, first } = await creating(reader);
  const fields = Object.keys(body).filter((field) => declared?.includes(field) ?? true);
  if (declared !== undefined && fields.length === 0)
    throw new NotShown("the given body has none of the required fields");
  const tried = declared === undefined ? fields : fields.slice(0, maxFields);
  const required: string[] = [];
  const exchanges: Exchange[] = [...rejections.slice(0, 3), first.exchange];
  for (const field of tried) {
    const exchange = await leaveOut(reader, body, field);
    exchanges.push(exchange);
    const problem = `a body without \`${field}\` gets ${exchange.response.status}`;
    const isAccepted = isSuccess(exchange);
    if (!isAccepted) required.push(field);
    if (isAccepted && declared !== undefined) return reading(required, [exchange], { problem });
  }
  return reading(declared === undefined ? required : [...declared], exchanges);
}

/** Fields whose values identify a person: probably unique. */
const likelyUnique = /user|login|handle|nick|slug|phone|mobile|code|number|alias|e?mail/i;

/** The fields whose value only one user can have, by repeating the values of a created user. */
const readUniqueFields = memoize(
  async (reader: Reader): Promise<{ readonly fields: readonly string[]; readonly exchanges: readonly Answer[] }> => {
    const { body, full } = await fullCreation(reader);
    const texts = leavesOf(body).filter(({ value }) => typeof value === "string");
    const free = texts.filter(({ value }) => jsonText(value).includes(unique));
    const likely = texts.filter(({ path }) => likelyUnique.test(path.at(-1) ?? ""));
    const candidates = (free.length > 0 ? free : likely).map(({ path }) => path);
    if (candidates.length === 0) throw new NotShown("no known field has a value that could be repeated");
    const repeat = (paths: readonly (readonly string[])[]): Promise<Answer> => {
      const again = paths.reduce<JsonObject>((whole, path) => withAt(whole, path, String(at(full.sent, path))), body);
      return post(reader, again, `the ${paths.map((path) => path.join(".")).join(" and ")} of another`);
    };
    const all = await repeat(candidates);
    if (isSuccess(all)) return { fields: [], exchanges: [all] };
    const names = candidates.map((path) => path.at(-1) ?? "");
    const named = await namedFields(reader, all, names);
    const suspects = named.length > 0 ? candidates.filter((path) => named.includes(path.at(-1) ?? "")) : candidates;
    const fields: string[] = [];
    const exchanges: Answer[] = [all];
    for (const [index, path] of suspects.entries()) {
      const isOnlyOne = fields.length === 0 && index === suspects.length - 1;
      const exchange = isOnlyOne ? all : await unlessHidden(repeat([path]));
      if (exchange === undefined) continue;
      if (!isOnlyOne) exchanges.push(exchange);
      if (!isSuccess(exchange)) fields.push(placeInRecord(full, path).join("."));
    }
    return { fields, exchanges };
  },
);

/** Where a user shows a value that was sent: at the same path, or at the first one with it. */
function placeInRecord({ sent, record = {} }: Creation, path: readonly string[]): readonly string[] {
  const value = canonical(at(sent, path));
  if (canonical(at(record, path)) === value) return path;
  const shown: JsonObject = JSON.parse(JSON.stringify(record));
  return leavesOf(shown).find((leaf) => canonical(leaf.value) === value)?.path ?? path;
}

async function readUnique(reader: Reader): Promise<Reading> {
  const declared = declaredNames(reader, "createUser.unique");
  if (declared === undefined) {
    const { fields, exchanges } = await readUniqueFields(reader);
    return reading([...fields], exchanges);
  }
  if (declared.length === 0) throw new NotShown("the dialect declares no unique field", { lack: "nothing" });
  const { first, body } = await creating(reader);
  const fields = declared.filter((field) => typeof first.sent[field] === "string" && isStored(reader, field));
  if (fields.length === 0) throw new NotShown("the given body has no string in a unique field");
  const exchanges: Exchange[] = [];
  for (const field of fields.slice(0, maxFields)) {
    const exchange = await post(reader, { ...body, [field]: String(first.sent[field]) });
    exchanges.push(exchange);
    const problem = `a body that repeats \`${field}\` gets ${exchange.response.status}`;
    if (isSuccess(exchange)) return reading([], [exchange], { problem });
  }
  return reading([...declared], exchanges);
}

/** Whether a field of the body is stored under its name, by what is declared. */
function isStored(reader: Reader, field: string): boolean {
  if (Object.hasOwn(Object(reader.declared("createUser.generated")), field)) return false;
  if ((reader.declared("createUser.unknownFields") ?? "keep") === "keep") return true;
  const known = Object.keys(Object(Object(reader.declared("records.user"))["properties"]));
  return [...known, ...(declaredNames(reader, "createUser.required") ?? [])].includes(field);
}

async function readUnknownFields(reader: Reader): Promise<Reading> {
  const declared = reader.declared("createUser.unknownFields");
  const made = declared === undefined ? await fullCreation(reader) : await withUnknown(reader, declared);
  const { rejection, full } = made;
  if (rejection !== undefined) return reading("reject", [...(full === undefined ? [] : [full.exchange]), rejection]);
  if (full?.record === undefined) throw new NotShown("neither the response nor a list shows the field");
  return reading(Object.hasOwn(full.record, unknownField) ? "keep" : "drop", [full.exchange]);
}

/** A valid body with an unknown field, and what it gets. */
async function withUnknown(
  reader: Reader,
  declared: Json,
): Promise<{ readonly full?: Creation; readonly rejection?: Answer }> {
  const dialect = dialectOf(reader.target);
  if (dialect !== undefined && isClosed(dialect.declared) && declared !== "reject")
    throw new NotShown("the declared schema of a user does not allow another field", { lack: "nothing" });
  await creating(reader);
  const exchange = await reader.ask({ operation: "createUser", body: withUnknownField(reader.target) });
  const { status } = exchange.response;
  if (isSuccess(exchange)) return { full: await creationOf(reader, exchange) };
  const { payloadTooLarge, conflict } = dialect?.filled.statuses.failure ?? {};
  if (declared !== "reject" && status === payloadTooLarge)
    throw new NotShown("the declared size leaves no room for another field");
  if (declared !== "reject" && status === conflict)
    throw new NotShown("a value in the body is already in use: set one with {{unique}} (--create-body)");
  return { rejection: exchange };
}

/** All users that were created, as far as a response or the list shows them. */
const creations = memoize(async (reader: Reader): Promise<readonly [Creation, ...Creation[]]> => {
  const { first } = await creating(reader);
  if (!reader.tries) return [first];
  const full = (await unlessHidden(fullCreation(reader)))?.full;
  const repeated = (await unlessHidden(readUniqueFields(reader)))?.exchanges.filter(isSuccess) ?? [];
  const others: Creation[] = full === undefined ? [] : [full];
  for (const exchange of repeated) others.push(await creationOf(reader, exchange));
  return [first, ...others];
});

/** The member with the id of a user; `null` if users have none. */
async function userIdName(reader: Reader): Promise<string | null> {
  const declared = reader.declared("responses.ids.user");
  if (declared === null || typeof declared === "string") return declared;
  if (!reader.tries) return "id";
  const seen = (await unlessHidden(knownRecords(reader, "listUsers")))?.records;
  const { record = {}, sent } = (await creating(reader)).first;
  // Sent values belong to the client.
  const made = Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(sent, name)));
  return idNameIn(seen ?? [made], "user") ?? null;
}

/** What the service sets in a user by itself. */
interface ServiceValues {
  /** For fields that a body leaves out. */
  readonly defaults: JsonObject;
  /** Whatever a body contains. */
  readonly generated: JsonObject;
  /** Fields whose values follow no rule that a dialect can express. */
  readonly unclear: readonly string[];
  readonly exchanges: readonly Exchange[];
}

const readServiceValues = memoize(async (reader: Reader): Promise<ServiceValues> => {
  const [first, full] = await creations(reader);
  if (first.record === undefined) throw new NotShown("neither the response nor a list shows the created user");
  const idName = await userIdName(reader);
  const values = { defaults: new Map<string, Json>(), generated: new Map<string, Json>() };
  const unclear: string[] = [];
  for (const [field, value] of Object.entries(first.record)) {
    if (field === unknownField) continue;
    const isSent = Object.hasOwn(first.sent, field);
    if (isSent && isAlike(value, first.sent[field])) continue;
    // What was sent may be shortened, so that two users have the same by chance.
    if (isSent && isAbbreviation(value, first.sent[field])) {
      unclear.push(field);
      continue;
    }
    const rule = ruleOf(field, first, full, idName);
    if (rule === undefined) {
      unclear.push(field);
      continue;
    }
    const isFollowed =
      full?.record !== undefined &&
      Object.hasOwn(full.sent, field) &&
      isAlike(own(full.record, field), full.sent[field]);
    (isFollowed && !isSent ? values.defaults : values.generated).set(field, rule);
  }
  const [defaults, generated] = [values.defaults, values.generated].map((map): JsonObject => Object.fromEntries(map));
  const exchanges = [first, full].flatMap((one) => one?.exchange ?? []);
  return { defaults: defaults ?? {}, generated: generated ?? {}, unclear, exchanges };
});

/** Whether a user has what was sent, perhaps in lower case. */
function isAlike(value: unknown, sent: unknown): boolean {
  return canonical(value).toLowerCase() === canonical(sent).toLowerCase();
}

function isAbbreviation(value: unknown, sent: unknown): boolean {
  if (typeof value !== "string" || typeof sent !== "string") return false;
  return value !== "" && value.slice(0, 1).toLowerCase() === sent.slice(0, 1).toLowerCase();
}

/** The rule of a value, if both users have it by the same one; `undefined` if there is none. */
function ruleOf(field: string, first: Creation, full: Creation | undefined, idName: string | null): Json | undefined {
  const template = templateOf(own(first.record ?? {}, field), first, idName);
  const isOther = full?.record !== undefined && !isAlike(own(full.record, field), full.sent[field]);
  if (!isOther) return template;
  const other = templateOf(own(full.record ?? {}, field), full, idName);
  return canonical(template) === canonical(other) ? template : undefined;
}

/** A value with placeholders for the id of its user, and for a time or an id that is new each time. */
function templateOf(value: unknown, made: Pick<Creation, "record">, idName: string | null): Json {
  const id = idName === null ? undefined : made.record?.[idName];
  if (id !== undefined && value === id) return "{{id}}";
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, templateOf(member, made, idName)]));
  if (formatOf(value) === "date-time") return "{{now}}";
  if (formatOf(value) === "uuid") return "{{uuid}}";
  if (Number.isSafeInteger(value) && Number(value) > 1e9 && Number(value) < 4e12)
    return Number(value) > 1e12 ? "{{nowMilliseconds}}" : "{{nowSeconds}}";
  const json = toJson(value);
  return typeof json === "string" && typeof id === "string" && id.length > 3 ? json.replaceAll(id, "{{id}}") : json;
}

async function readDefaults(reader: Reader): Promise<Reading> {
  const declared = reader.declared("createUser.defaults");
  if (declared !== undefined) return readDeclaredValues(reader, declared);
  const { defaults, exchanges } = await readServiceValues(reader);
  return reading(defaults, exchanges);
}

async function readGenerated(reader: Reader): Promise<Reading> {
  const declared = reader.declared("createUser.generated");
  if (declared !== undefined) return readDeclaredValues(reader, declared);
  const { generated, unclear, exchanges } = await readServiceValues(reader);
  const note = `left out, since no rule is visible: ${unclear.join(", ")}`;
  return reading(generated, exchanges, unclear.length === 0 ? {} : { note });
}

/** Whether the created user has the declared values. */
async function readDeclaredValues(reader: Reader, declared: Json): Promise<Reading> {
  const { first } = await creating(reader);
  const record = returnedRecord(reader, first);
  const generated = { ...Object(reader.declared("createUser.generated")) };
  const values: JsonObject = { ...Object(reader.declared("createUser.defaults")), ...generated };
  const set = Object.entries(values).filter(
    ([field]) => Object.hasOwn(generated, field) || !Object.hasOwn(first.sent, field),
  );
  if (set.length === 0) throw new NotShown("the dialect declares no default or generated value", { lack: "nothing" });
  const idName = await userIdName(reader);
  const wrong = set.filter(([field, value]) => !isSetTo(record, field, value, idName));
  const found = wrong.map(
    ([field, value]) => `\`${field}\` is ${describe(own(record, field))}, declared as ${JSON.stringify(value)}`,
  );
  return reading(declared, [first.exchange], wrong.length === 0 ? {} : { problem: found.join("; ") });
}

function isSetTo(record: Members, field: string, wanted: Json, idName: string | null): boolean {
  // The id of a user is where the dialect says, whatever sets it.
  if (field === "id" && idName === null) return true;
  const value = own(record, field === "id" && idName !== null ? idName : field);
  if (wanted === "{{id}}") return value !== undefined && (idName === null || value === record[idName]);
  if (wanted === "{{now}}") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  // An object may also have members of the body.
  if (isObject(wanted) && isObject(value))
    return Object.entries(wanted).every(([name, member]) => isSetTo(value, name, member, name));
  const text = JSON.stringify(wanted);
  if (!text.includes("{{")) return canonical(value) === canonical(wanted);
  return value === undefined
    ? /^"\{\{\s*(?!id\b|now\b)\w+\s*\}\}"$/.test(text)
    : capturesIn(wanted, value, 0) !== undefined;
}

/** The user in the response to a creation. @throws NotShown if it has none */
function returnedRecord(reader: Reader, { exchange }: Creation): Members {
  if (reader.declared("createUser.returns") === "nothing")
    throw new NotShown("the dialect declares that a creation returns no record", { lack: "nothing" });
  const [record] = readEnvelope(exchange.response).data ?? [];
  if (isObject(record)) return record;
  throw new NotShown("the response has no record (see DECL-27)");
}

async function readId(reader: Reader): Promise<Reading> {
  const declared = identifierSchema.safeParse(reader.declared("createUser.id"));
  const name = await userIdName(reader);
  if (name === null) throw new NotShown("users have no id", { lack: "nothing" });
  if (reader.declared("createUser.id") !== undefined && declared.success) {
    const { first } = await creating(reader);
    const id = own(returnedRecord(reader, first), name);
    if ((Object(reader.declared("createUser.generated"))["id"] ?? "{{id}}") !== "{{id}}")
      throw new NotShown("the dialect declares an id of a different format", { lack: "nothing" });
    const isRight = isId(id) && fitsIdentifier(declared.data, String(id));
    const isTyped = typeof id === (declared.data.kind === "integer" ? "number" : "string");
    const problem = `the id of the created user is ${describe(id)}`;
    return reading({ ...declared.data }, [first.exchange], isRight && isTyped ? {} : { problem });
  }
  const made = await creations(reader);
  const ids = made.map(({ record = {} }) => own(record, name)).filter(isId);
  if (ids.length === 0) throw new NotShown("neither the response nor a list shows the id of the created user");
  const seen = ((await unlessHidden(knownRecords(reader, "listUsers")))?.records ?? [])
    .map((record) => own(record, name))
    .filter(isId);
  const format = idsInCommon(ids, seen);
  const isClear = format.kind === "uuid" || ids.length + seen.length > 2;
  const exchanges = made.map(({ exchange }) => exchange);
  return reading({ ...format }, exchanges, isClear ? {} : { doubt: `by ${counted(ids.length, "id")}` });
}

/** The format of new ids; with those of older users, if these have the same one. */
function idsInCommon(ids: readonly Id[], seen: readonly Id[]): ReturnType<typeof formatOfIds> {
  const format = formatOfIds(ids);
  const common = formatOfIds([...ids, ...seen]);
  const isSame = common.kind === format.kind || format.kind === "any";
  return isSame && common.kind !== "any" ? common : format;
}

async function readReturns(reader: Reader): Promise<Reading> {
  const { exchange } = (await creating(reader)).first;
  const { data } = readEnvelope(exchange.response);
  if (data === undefined) throw new NotShown("`data` is not an array (see ENV-02)");
  if (data.length < 2) return reading(data.length === 0 ? "nothing" : "record", [exchange]);
  const problem = `\`data\` holds ${counted(data.length, "record")} after a creation`;
  if (reader.declared("createUser.returns") !== undefined) return reading(null, [exchange], { problem });
  throw new NotShown(`${problem}, which a dialect cannot express`);
}

async function readLocation(reader: Reader): Promise<Reading> {
  const declared = reader.declared("createUser.location");
  const name = await userIdName(reader);
  const idOf = ({ record = {} }: Creation): Id | undefined => {
    const id = name === null ? undefined : own(record, name);
    return isId(id) ? id : undefined;
  };
  if (declared === undefined) {
    const [first, other] = await creations(reader);
    const header = first.exchange.response.headers["location"];
    if (header === undefined) return reading(null, [first.exchange]);
    const id = idOf(first);
    const text = id === undefined ? undefined : encodeURIComponent(id);
    if (text !== undefined && header.includes(text))
      return reading(header.replaceAll(text, "{{id}}"), [first.exchange]);
    const isConstant = other?.exchange.response.headers["location"] === header;
    if (isConstant) return reading(header, [first.exchange, other.exchange]);
    throw new NotShown("the id of the new user was not found in `Location`");
  }
  const { first } = await creating(reader);
  const header = first.exchange.response.headers["location"];
  const id = idOf(first);
  const wanted =
    typeof declared === "string"
      ? declared.replaceAll(/\{\{\s*id\s*\}\}/g, (all) => (id === undefined ? all : encodeURIComponent(id)))
      : undefined;
  const isRight =
    wanted === undefined
      ? header === undefined
      : header !== undefined && capturesInText(wanted, header, 0) !== undefined;
  const problem = `a creation has ${header === undefined ? "no `Location`" : `\`Location: ${header}\``}`;
  return reading(declared, [first.exchange], isRight ? {} : { problem });
}

const operations = ["createUser"] as const;

/** The body of user creation, its rules and its response (§1, §4). */
export const createUserPoints: readonly OpenPoint[] = [
  {
    key: "createUser.required",
    operations,
    requirement: "DECL-22",
    rejectedAs: "invalidBody",
    subject: "createUser requires",
    say: fieldsInWords,
    read: readRequired,
  },
  {
    key: "createUser.unknownFields",
    operations,
    requirement: "DECL-24",
    rejectedAs: "invalidBody",
    subject: "unknown fields of createUser are",
    say: wordFor({ keep: "kept", drop: "dropped", reject: "rejected" }),
    read: readUnknownFields,
  },
  {
    key: "createUser.returns",
    operations,
    requirement: "DECL-27",
    subject: "createUser returns",
    say: wordFor({ record: "the new user", nothing: "nothing" }),
    read: readReturns,
  },
  {
    key: "createUser.unique",
    operations,
    requirement: "DECL-23",
    rejectedAs: "conflict",
    subject: "createUser requires unique values of",
    say: fieldsInWords,
    read: readUnique,
  },
  {
    key: "createUser.id",
    operations,
    requirement: "DECL-26",
    subject: "ids of new users are",
    say: describeId,
    read: readId,
  },
  {
    key: "createUser.location",
    operations,
    requirement: "DECL-28",
    subject: "the `Location` of a creation is",
    read: readLocation,
  },
  {
    key: "createUser.defaults",
    operations,
    requirement: "DECL-25",
    subject: "createUser sets by default",
    read: readDefaults,
  },
  {
    key: "createUser.generated",
    operations,
    requirement: "DECL-25",
    subject: "createUser generates",
    read: readGenerated,
  },
  {
    key: "createUser.body",
    operations,
    subject: "a body of createUser has",
    read: () => {
      throw new NotShown("bodies are tried for required and unique fields only: each accepted one creates a user");
    },
  },
];
