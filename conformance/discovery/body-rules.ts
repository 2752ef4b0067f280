import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { canonical } from "../target/records.ts";
import { fieldsOfUsers } from "./create-body.ts";
import { fullCreation, jsonOf } from "./creation.ts";
import { formatOf, typeOf } from "./generalize/format.ts";
import { repeatedWords } from "./generalize/schema.ts";
import { seenRecords } from "./seen-records.ts";
import { leavesOf } from "./leaves.ts";
import { certain, ifKnown, likely, type Found } from "./observation.ts";
import { triedValues, type TriedLeaf } from "./tried-values.ts";
import { type Try } from "./value-variants.ts";
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
    ...(isRejected("format") ? { format: formatOf(value) } : {}),
  };
}
