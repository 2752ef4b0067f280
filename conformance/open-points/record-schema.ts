import { Validator } from "@cfworker/json-schema";
import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";
import { formatOf, isFieldName, typeOf } from "./text-format.ts";

type Schema = { [keyword: string]: Json };

/** Deeper members may be anything. */
const maxLevels = 6;

/** Names of fields with texts about a person or names of records, where repeated values are not choices. */
const personal = /name|mail|phone|address|street|city|title|note|comment|description|(^|[_-])id$|Ids?$|ID$/i;

/** What a schema should contain. */
interface Rules {
  /** The choices of texts; `undefined` if they are not choices. */
  readonly choicesIn: (values: readonly unknown[]) => string[] | undefined;
  /** Whether the members of objects are fields, not named by data. */
  readonly haveFields: (names: readonly string[], objects: readonly Members[]) => boolean;
}

/**
 * A JSON Schema (2020-12) that fits all these records: types, required fields, formats, and choices of texts that
 * recur.
 * @param isAll whether these are all records
 */
export function schemaOf(records: readonly Members[], isAll: boolean): Schema {
  const rules: Rules = {
    choicesIn: (values) => choicesOf(values, isAll),
    haveFields: (names) => names.length <= 60 && names.every(isFieldName),
  };
  return ofObjects(records, rules, maxLevels);
}

/** A JSON Schema of values without their content: no choices, and no member named by data. */
export function typesIn(values: readonly unknown[]): Schema {
  const rules: Rules = {
    choicesIn: () => undefined,
    // Only if several objects have the same members.
    haveFields: (names, objects) =>
      objects.length > 1 &&
      names.length <= 12 &&
      names.every(isFieldName) &&
      objects.every((object) => Object.keys(object).length === names.length),
  };
  const objects = values
    .filter(isObject)
    .map((object) => Object.fromEntries(Object.entries(object).filter(([name]) => isFieldName(name))));
  const { type: _, ...fields } = ofObjects(objects, { ...rules, haveFields: (names) => names.length <= 60 }, 2, rules);
  return { ...ofValues(values, "", rules, 0), ...fields };
}

/** The schema of a user, without a format of its id that the mock does not issue: an e-mail address, a URL. */
export function withIssuableId(user: Schema, idName: string): Schema {
  const { properties } = user;
  const schema = isObject(properties) ? own(properties, idName) : undefined;
  if (!isObject(properties) || !isObject(schema)) return user;
  const { format, ...id } = schema;
  return format === undefined || format === "uuid" ? user : { ...user, properties: { ...properties, [idName]: id } };
}

/** A schema that also fits these records, in which fields may be missing, or have values of other types and formats. */
export function withRecords(schema: Schema, records: readonly Members[]): Schema {
  const { properties, required, ...rest } = schema;
  if (!isObject(properties) || records.length === 0) return schema;
  const always = (Array.isArray(required) ? required : []).map(String);
  const kept = always.filter((name) => records.every((record) => Object.hasOwn(record, name)));
  const members = Object.entries(properties).map(([name, member]): [string, Json] => {
    const values = records.flatMap((record) => (Object.hasOwn(record, name) ? [record[name]] : []));
    return [name, values.reduce<Json>(widen, member)];
  });
  return { ...rest, ...(kept.length === 0 ? {} : { required: kept }), properties: Object.fromEntries(members) };
}

/** A schema that also fits a value: by its type, without a format or choices that it does not have. */
function widen(schema: Json, value: unknown): Json {
  if (!isObject(schema) || new Validator(schema, "2020-12").validate(value).valid) return schema;
  const { type, enum: choices, format, ...rest } = schema;
  if (value === null && Array.isArray(choices)) return { ...schema, enum: [...choices, null] };
  const known = Array.isArray(choices) ? choices.map(typeOf) : type === undefined ? [] : [type].flat().map(String);
  const types = mergeNumbers([...new Set([...known, typeOf(value)])]);
  const isSameType = known.includes(typeOf(value));
  return { ...rest, type: [...types], ...(format === undefined || isSameType ? {} : { format }) };
}

function ofObjects(objects: readonly Members[], rules: Rules, levels: number, below = rules): Schema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  if (levels === 0 || names.length === 0 || !rules.haveFields(names, objects)) return { type: "object" };
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  const properties = names.map((name): [string, Json] => {
    const values = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]);
    return [name, ofValues(values, name, below, levels - 1)];
  });
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
}

function ofValues(values: readonly unknown[], name: string, rules: Rules, levels: number): Schema {
  const present = values.filter((value) => value !== null);
  const isNullable = present.length < values.length;
  const choices = personal.test(name) ? undefined : rules.choicesIn(present);
  if (choices !== undefined) return { enum: [...choices, ...(isNullable ? [null] : [])] };
  const types = mergeNumbers([...new Set(present.map(typeOf))].toSorted());
  const type = [...types, ...(isNullable ? ["null"] : [])];
  const [only] = types;
  return {
    ...(type.length === 0 ? {} : { type: type.length === 1 ? (type[0] ?? "null") : type }),
    ...(types.length === 1 && only !== undefined ? detailsOf(only, present, name, rules, levels) : {}),
  };
}

/** The keywords beside the type of a value. */
function detailsOf(type: string, values: readonly unknown[], name: string, rules: Rules, levels: number): Schema {
  if (type === "string") {
    const [format = "string", ...others] = new Set(values.map(formatOf));
    const validator = new Validator({ format }, "2020-12");
    // JSON Schema does not accept an address with an umlaut.
    const isFormat = format !== "string" && others.length === 0;
    return isFormat && values.every((value) => validator.validate(value).valid) ? { format } : {};
  }
  if (type === "object") {
    const { type: _, ...details } = ofObjects(values.filter(isObject), rules, levels);
    return details;
  }
  if (type !== "array") return {};
  const items = values.filter(Array.isArray).flat();
  return items.length === 0 || levels === 0 ? {} : { items: ofValues(items, name, rules, levels - 1) };
}

/** Integers and fractions are both numbers. */
function mergeNumbers(types: readonly string[]): readonly string[] {
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** More different texts than this are not choices. */
const maxChoices = 8;

/** With fewer texts, a rare one has probably not been seen. */
const enoughTexts = 40;

/**
 * The choices of texts, in alphabetical order; `undefined` if all are different, or they are not a few recurring words.
 * A value seen only once or twice suggests that there are others.
 * @param isAll whether these are all texts
 */
function choicesOf(values: readonly unknown[], isAll: boolean): string[] | undefined {
  const counts = countsOf(values);
  if (counts === undefined || counts.size < 2) return undefined;
  const isSupported = isAll
    ? values.length >= 10 && values.length >= 4 * counts.size
    : values.length >= enoughTexts && [...counts.values()].every((count) => count > 2);
  return isSupported ? [...counts.keys()].toSorted() : undefined;
}

/** Recurring words among texts, the most frequent first: good enough to send, even if there are others. */
export function repeatedWords(values: readonly unknown[]): string[] | undefined {
  const counts = countsOf(values);
  if (counts === undefined || values.length < 2 * counts.size) return undefined;
  return [...counts].toSorted(([, left], [, right]) => right - left).map(([text]) => text);
}

/** The count of each text; `undefined` if some are not words, or there are too many of them. */
function countsOf(values: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (typeof value !== "string" || !/^(?!(?:\D*\d){4})[A-Za-z][\w-]{0,30}( [\w-]{1,20}){0,2}$/.test(value))
      return undefined;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > maxChoices) return undefined;
  }
  return counts.size === 0 ? undefined : counts;
}
