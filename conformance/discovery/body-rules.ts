import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { canonical } from "../target/records.ts";
import { fieldsOfUsers } from "./create-body.ts";
import { creation, fullCreation, jsonOf } from "./creation.ts";
import { placeInRecord } from "./unique-fields.ts";
import { formatOf, typeOf } from "./generalize/format.ts";
import { repeatedWords } from "./generalize/schema.ts";
import { seenRecords } from "./seen-records.ts";
import { at, leavesOf } from "./leaves.ts";
import { certain, ifKnown, likely, Unset, type Found } from "./observation.ts";
import { triedValues, type TriedLeaf } from "./tried-values.ts";
import { oddNumber, type Try } from "./value-variants.ts";
import type { Source } from "./source.ts";

/** A JSON Schema for bodies, only from what rejections show. */
export async function bodyRules(source: Source): Promise<Found> {
  const { leaves, evidence, isUnsure } = await triedValues(source);
  const words = await seenWords(source);
  const value = withHidden(schemaOf(leaves, words), await hiddenFields(source));
  return isUnsure
    ? likely(value, evidence, "some values were not tried: they may create users")
    : certain(value, evidence);
}

/**
 * Whether required fields may be null. If that was not tried: a service that takes empty texts and values of any type
 * there hardly looks at them.
 */
export async function requiredNulls(source: Source): Promise<Found> {
  const { leaves, evidence } = await triedValues(source);
  const required = leaves.filter(({ isRequired, value }) => isRequired && typeof value === "string");
  const ofNull = required.flatMap(({ tries }) => tries.get("null") ?? []);
  const others = required.flatMap(({ tries }) => [tries.get("empty"), tries.get("type")]);
  if (others.includes("rejected") || ofNull.includes("rejected")) return certain("reject", evidence);
  if (ofNull.length > 0) return certain("accept", evidence);
  if (others.length > 0 && !others.includes(undefined))
    return likely("accept", evidence, "by what empty texts and values of other types get");
  throw new Unset("no required field was tried with an empty text and with a value of another type");
}

/** What happens to an accepted null, if users who left the field out have another value. */
export async function nulls(source: Source): Promise<Found> {
  if (((await ifKnown(otherTypes(source)))?.value ?? "keep") !== "keep") {
    throw new Unset("a null gets what any value of another type gets");
  }
  const { leaves, created } = await triedValues(source);
  const { minimal } = await creation(source);
  const { full } = await fullCreation(source);
  for (const { answer, sent, record } of created) {
    for (const { path } of leaves.filter((leaf) => at(sent, leaf.path) === null)) {
      const place = placeInRecord(full, path) ?? path;
      const value = at(record, place);
      if (record !== undefined && value !== null) return certain("absent", [answer]);
      const lacking = [minimal, ...created].find((made) => at(made.sent, path) === undefined);
      if (value === null && at(lacking?.record, place) !== null && lacking?.record !== undefined) {
        return certain("keep", [answer, lacking.answer]);
      }
    }
  }
  throw new Unset("no null was accepted, or it has the same effect as a missing field");
}

/** Given fields that users do not show under their names: elsewhere, or not at all. */
async function hiddenFields(source: Source): Promise<Readonly<Record<string, JsonObject>>> {
  const { full } = (await ifKnown(fullCreation(source))) ?? {};
  if (full?.record === undefined) return {};
  const { record, sent } = full;
  const shown = new Set(leavesOf(jsonOf(record)).map(({ value }) => canonical(value)));
  const hidden = (await fieldsOfUsers(source))
    .filter(({ name, freshened }) => freshened !== undefined && !Object.hasOwn(record, name))
    .map(({ name }): readonly [string, JsonObject] => {
      const isElsewhere = leavesOf(jsonOf({ [name]: sent[name] })).some(({ value }) => shown.has(canonical(value)));
      return [name, isElsewhere ? {} : { writeOnly: true }];
    });
  return Object.fromEntries(hidden);
}

function withHidden(schema: JsonObject, hidden: Readonly<Record<string, JsonObject>>): JsonObject {
  const { properties } = schema;
  const members = isObject(properties) ? properties : {};
  const others = Object.entries(hidden).map(
    ([name, member]) => [name, { ...member, ...Object(own(members, name)) }] as const,
  );
  return others.length === 0 ? schema : { ...schema, properties: { ...members, ...Object.fromEntries(others) } };
}

/** What happens to an accepted value of another type. */
export async function otherTypes(source: Source): Promise<Found> {
  const { leaves, created } = await triedValues(source);
  const full = (await ifKnown(fullCreation(source)))?.full;
  for (const { answer, sent, record } of created) {
    const odds = leaves.filter((leaf) => leaf.value !== oddNumber && at(sent, leaf.path) === oddNumber);
    for (const { path } of record === undefined ? [] : odds) {
      const place = full === undefined ? path : placeInRecord(full, path);
      if (place === undefined) continue;
      const value = at(record, place);
      return certain(value === oddNumber ? "keep" : value === String(oddNumber) ? "text" : "drop", [answer]);
    }
  }
  throw new Unset("no value of another type was accepted, or no response shows the result");
}

/** The words that users have in a field, by its name. */
type Words = (name: string) => readonly Json[];

async function seenWords(source: Source): Promise<Words> {
  const records = (await ifKnown(seenRecords(source, "users")))?.records ?? [];
  const leaves = records.flatMap((record) => leavesOf(jsonOf(record)));
  return (name) => repeatedWords(leaves.filter(({ path }) => path.at(-1) === name).map(({ value }) => value)) ?? [];
}

/** The rules that rejections show. Required members of the body itself belong to `createUser.required`. */
function schemaOf(leaves: readonly TriedLeaf[], words: Words, depth = 0): JsonObject {
  const members = Map.groupBy(leaves, ({ path }) => path[depth] ?? "");
  const properties = [...members].flatMap(([name, within]): readonly [string, Json][] => {
    const [leaf] = within;
    const isLeaf = leaf !== undefined && leaf.path.length === depth + 1;
    const schema = isLeaf ? leafSchema(leaf, words(name)) : schemaOf(within, words, depth + 1);
    return Object.keys(schema).length === 0 ? [] : [[name, schema]];
  });
  const required = [...members]
    .filter(([, within]) => within.some((leaf) => leaf.tries.get("absent") === "rejected"))
    .map(([name]) => name);
  return {
    ...(depth > 0 && required.length > 0 ? { type: "object", required } : {}),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

const anyButNull = ["string", "number", "boolean", "object", "array"];

function leafSchema({ value, isRequired, tries, maxLength }: TriedLeaf, words: readonly Json[]): JsonObject {
  const isRejected = (one: Try): boolean => tries.get(one) === "rejected";
  if (isRejected("word")) {
    const isNull = !isRequired && !isRejected("null");
    return { enum: [...new Set([value, ...words, ...(isNull ? [null] : [])])] };
  }
  const kind = typeOf(value) === "integer" ? "number" : typeOf(value);
  // Optional members may be null, unless that was rejected.
  const isNeverNull = isRequired || isRejected("null") || (isRejected("absent") && tries.get("null") !== "accepted");
  const type = isNeverNull ? kind : [kind, "null"];
  const isNullNamed = isNeverNull && !isRequired;
  return {
    ...(isRejected("type") ? { type } : isNullNamed ? { type: anyButNull } : {}),
    ...((isRejected("empty") || isRejected("emptyOption")) && !isRejected("format") ? { minLength: 1 } : {}),
    ...(isRejected("long") ? { maxLength } : {}),
    ...(isRejected("format") ? formatRule(value) : {}),
  };
}

/** A valid address contains `@`, and is not empty. */
function formatRule(value: Json): JsonObject {
  const format = formatOf(value);
  return format === "email" ? { pattern: "@" } : { format };
}
