import { isObject, type Json } from "../../../fixtures/json.ts";
import type { Members } from "../../target/envelope.ts";
import { formatOf, isFieldName } from "../../checks/observed/format.ts";
import { choicesOf } from "./choices.ts";

type Schema = { [keyword: string]: Json };

/** Deeper members are of any kind. */
const mostLevels = 6;

/** Formats of texts by JSON Schema's names (2020-12, §7.3). */
const formats: Readonly<Record<string, string>> = {
  "text (date-time)": "date-time",
  "text (date)": "date",
  "text (uuid)": "uuid",
  "text (e-mail)": "email",
  "text (URL)": "uri",
};

/** Names of fields whose texts are about a person or name a record, so that a few that come again are no choices. */
const personal = /name|mail|phone|address|street|city|title|note|comment|description|(^|[_-])id$|Ids?$|ID$/i;

/**
 * A JSON Schema (2020-12) that all these records fit: types, fields that all have, formats, and the choices of
 * texts that come again and again.
 * @param isAll whether these are all the records there are
 */
export function schemaOf(records: readonly Members[], isAll: boolean): Schema {
  return ofObjects(records, isAll, mostLevels);
}

/** The schema of a user, of whose id no format is told that the mock does not issue: an e-mail address, a URL. */
export function withIssuableId(user: Schema): Schema {
  const { properties } = user;
  if (!isMembers(properties) || !isMembers(properties["id"])) return user;
  const { format, ...id } = properties["id"];
  return format === undefined || format === "uuid" ? user : { ...user, properties: { ...properties, id } };
}

function isMembers(value: Json | undefined): value is Schema {
  return isObject(value);
}

function ofObjects(objects: readonly Members[], isAll: boolean, levels: number): Schema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const isMap = names.length > 60 || !names.every(isFieldName);
  if (levels === 0 || names.length === 0 || isMap) return { type: "object" };
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  const properties = names.map((name): [string, Json] => {
    const values = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]);
    return [name, ofValues(values, name, isAll, levels - 1)];
  });
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
}

function ofValues(values: readonly unknown[], name: string, isAll: boolean, levels: number): Schema {
  const present = values.filter((value) => value !== null);
  const isNullable = present.length < values.length;
  const kinds = [...new Set(present.map(kindOf))];
  const choices = personal.test(name) ? undefined : choicesOf(present, isAll);
  if (choices !== undefined) return { enum: [...choices, ...(isNullable ? [null] : [])] };
  const types = mergeNumbers(kinds);
  const type = [...types, ...(isNullable ? ["null"] : [])];
  const [only] = types;
  return {
    ...(type.length === 0 ? {} : { type: type.length === 1 ? (type[0] ?? "null") : type }),
    ...(types.length === 1 && only !== undefined ? detailsOf(only, present, name, isAll, levels) : {}),
  };
}

/** What a value of one type is beyond its type. */
function detailsOf(type: string, values: readonly unknown[], name: string, isAll: boolean, levels: number): Schema {
  if (type === "string") {
    const shared = new Set(values.map(formatOf));
    const format = shared.size === 1 ? formats[[...shared].join("")] : undefined;
    return format === undefined ? {} : { format };
  }
  if (type === "object") return without(ofObjects(values.filter(isObject), isAll, levels), "type");
  if (type !== "array") return {};
  const items = values.filter(Array.isArray).flat();
  return items.length === 0 || levels === 0 ? {} : { items: ofValues(items, name, isAll, levels - 1) };
}

function without(schema: Schema, keyword: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "object" ? "object" : typeof value;
}

/** Numbers with a fraction and without are numbers. */
function mergeNumbers(kinds: readonly string[]): readonly string[] {
  return kinds.includes("number") ? kinds.filter((kind) => kind !== "integer") : kinds;
}
