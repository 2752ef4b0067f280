import { Validator } from "@cfworker/json-schema";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import type { Members } from "../target/envelope.ts";
import { textFormat, isFieldName, jsonType } from "./formats.ts";

type Schema = { [keyword: string]: Json };

/** Deeper members may be anything. */
const maxLevels = 6;

/** More members than this are named by data. */
const maxFields = 60;

/** Names of fields with texts about a person or names of records, where repeated values are not choices. */
const personal = /name|mail|phone|address|street|city|title|note|comment|description|(^|[_-])id$|Ids?$|ID$/i;

/**
 * A JSON Schema (2020-12) that fits all these records: types, required fields, formats, and choices of texts that
 * recur.
 * @param isAll whether these are all records
 */
export function inferSchema(records: readonly Members[], isAll: boolean, levels = maxLevels): Schema {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (levels === 0 || names.length === 0 || names.length > maxFields || !names.every(isFieldName))
    return { type: "object" };
  const required = names.filter((name) => records.every((record) => Object.hasOwn(record, name)));
  const properties = names.map((name): [string, Json] => {
    const values = records.flatMap((record) => (Object.hasOwn(record, name) ? [record[name]] : []));
    return [name, inferValueSchema(values, name, isAll, levels - 1)];
  });
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
}

function inferValueSchema(values: readonly unknown[], name: string, isAll: boolean, levels: number): Schema {
  const present = values.filter((value) => value !== null);
  const nulls = present.length < values.length ? [null] : [];
  const choices = personal.test(name) ? undefined : inferChoices(present, isAll);
  if (choices !== undefined) return { enum: [...choices, ...nulls] };
  const types = [...new Set(present.map(jsonType))].toSorted();
  // Integers and fractions are both numbers.
  const distinct = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const [type = "null", ...others] = [...distinct, ...nulls.map(() => "null")];
  if (values.length === 0) return {};
  return {
    type: others.length === 0 ? type : [type, ...others],
    ...(distinct.length === 1 ? inferDetails(type, present, name, isAll, levels) : {}),
  };
}

/** The keywords beside the type of a value. */
function inferDetails(type: string, values: readonly unknown[], name: string, isAll: boolean, levels: number): Schema {
  if (type === "object") return inferSchema(values.filter(isObject), isAll, levels);
  if (type === "array") {
    const items = values.filter(Array.isArray).flat();
    return items.length === 0 || levels === 0 ? {} : { items: inferValueSchema(items, name, isAll, levels - 1) };
  }
  const [format = "string", ...others] = new Set(values.map(textFormat));
  if (type !== "string" || format === "string" || others.length > 0) return {};
  // JSON Schema does not accept an address with an umlaut.
  const validator = new Validator({ format }, "2020-12");
  return values.every((value) => validator.validate(value).valid) ? { format } : {};
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
function inferChoices(values: readonly unknown[], isAll: boolean): string[] | undefined {
  const counts = countWords(values);
  if (counts === undefined || counts.size < 2) return undefined;
  const isSupported = isAll
    ? values.length >= 10 && values.length >= 4 * counts.size
    : values.length >= enoughTexts && [...counts.values()].every((count) => count > 2);
  return isSupported ? [...counts.keys()].toSorted() : undefined;
}

/** Recurring words among texts, the most frequent first: good enough to send, even if there are others. */
export function repeatedWords(values: readonly unknown[]): string[] | undefined {
  const counts = countWords(values);
  if (counts === undefined || values.length < 2 * counts.size) return undefined;
  return [...counts].toSorted(([, left], [, right]) => right - left).map(([text]) => text);
}

/** The count of each text; `undefined` if some are not words, or there are too many of them. */
function countWords(values: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const isWord = (value: unknown): value is string =>
    typeof value === "string" && /^(?!(?:\D*\d){4})[A-Za-z][\w-]{0,30}( [\w-]{1,20}){0,2}$/.test(value);
  if (!values.every(isWord)) return undefined;
  const counts = new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
  return counts.size === 0 || counts.size > maxChoices ? undefined : counts;
}
