import { own, isObject, namesOf, type Json, jsonType } from "../../fixtures/values/json.ts";
import { alphabets, fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { recordKinds, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import { groupBySize } from "../../fixtures/values/order.ts";
import { sharedStart } from "../../fixtures/values/text.ts";
import type { Members } from "../target/envelope.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { Validator } from "@cfworker/json-schema";

/** Formats of texts that do not reveal their content, by JSON Schema's names (2020-12, §7.3). */
const textFormats: readonly (readonly [format: string, pattern: RegExp])[] = [
  ["date-time", /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/],
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["uri", /^https?:\/\/\S+$/i],
];

/** The type of a value, or the format of a text with a known one. */
export function textFormat(value: unknown): string {
  const format = typeof value === "string" ? textFormats.find(([, pattern]) => pattern.test(value))?.[0] : undefined;
  return format ?? jsonType(value);
}

/** Whether a member's name may be shown: it reads like a name, not like data used as a key. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_$@][\w$.:-]{0,39}$/.test(name) && textFormat(name) === "string" && !/\d{4}/.test(name);
}

/** Fewer letters may be from a to f by chance: with four random letters, one time in 350. */
const minHexLetters = 4;

/** An id, as in a record. */
export type Id = string | number;

export function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

/**
 * The narrowest format that fits all of these ids beyond chance.
 * @param ids as in records: a number is an integer id, digits in a string are not
 */
export function findIdFormat(ids: readonly Id[]): Identifier {
  const texts = [...new Set(ids)].map(String);
  const areNumbers = ids.every((id) => typeof id === "number");
  const areTexts = ids.every((id) => typeof id === "string");
  const formats: readonly Identifier[] = areNumbers
    ? [{ kind: "integer" }]
    : [{ kind: "uuid" }, ...findPrefixed(texts), { kind: areTexts ? "digits" : "integer" }];
  const fitting = formats.find((format) => texts.every((id) => fitsIdentifier(format, id)));
  return texts.length === 0 ? { kind: "any" } : (fitting ?? { kind: "any" });
}

/** The narrowest alphabet of ids that have the same length and, beyond chance, the same prefix. */
function findPrefixed(texts: readonly string[]): readonly Identifier[] {
  const [{ length: whole } = ""] = texts;
  const prefix = commonPrefix(texts);
  const length = whole - prefix.length;
  const bodies = texts.map((text) => text.slice(prefix.length));
  const isHex = bodies.join("").replaceAll(/\d/g, "").length >= minHexLetters;
  // From the narrowest to the widest: each includes the previous one.
  const alphabet = namesOf(alphabets).find(
    (name) => (isHex || name !== "hex") && bodies.every((body) => hasAlphabet(name, body)),
  );
  if (alphabet === undefined || length < 1 || length > 64 || !/^[A-Za-z0-9_.-]*$/.test(prefix)) return [];
  // Three random hexadecimal ids sometimes begin with the same letter.
  const isChance = alphabet === "hex" && texts.length < 4 && hasAlphabet(alphabet, prefix);
  return isChance
    ? [{ kind: "prefixed", prefix: "", alphabet, length: whole }]
    : [{ kind: "prefixed", prefix, alphabet, length }];
}

function hasAlphabet(name: keyof typeof alphabets, body: string): boolean {
  const alphabet: string = alphabets[name];
  return Array.from(body).every((character) => alphabet.includes(character));
}

/**
 * The common prefix of all ids beyond chance: up to a separator, or letters. Of a single id, the part before its last
 * separator.
 */
function commonPrefix(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  const separated = /^.*[_.-]/.exec(first)?.[0] ?? "";
  if (others.every((text) => text.startsWith(separated)) && separated !== "") return separated;
  if (others.length === 0) return "";
  return /^[A-Za-z]*/.exec(sharedStart(texts))?.[0] ?? "";
}

/** Names of ids, the most reliable first. */
const idNamePatterns = (kind: RecordKind): readonly RegExp[] => [
  /^(?:_?id|pk|[ug]?uid|guid)$/i,
  new RegExp(`^${kind}_?(?:id|no|nr|number|key|code|ref)$`, "i"),
  /^(?:ref|reference|key|no|nr|number|code|slug)$/i,
  /(?:[a-z](?:Id|ID|No|Number|Key|Ref|Code)|_(?:id|no|number|key|ref|code))$/,
];

/** The form of ids if the name does not tell: a word with a digit, but not an amount. */
const looksLikeId = /^"(?=.*\d)(?!-?\d+\.\d+")[\w.:-]{1,64}"$/;

/**
 * The member that identifies these records; `undefined` if there is none.
 * @param knownIds ids by which some of them were requested
 */
export function idNameIn(
  records: readonly Members[],
  kind: RecordKind,
  knownIds: readonly string[] = [],
): string | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  if (records.every(({ id }) => isId(id))) return "id";
  const foreign = new RegExp(`^(?:${recordKinds.filter((other) => other !== kind).join("|")})`, "i");
  const candidates = Object.keys(first).filter((name) => {
    const values = records.map((record) => own(record, name));
    return !foreign.test(name) && values.every(isIdValue) && new Set(values.map(String)).size === values.length;
  });
  const isAsked = (name: string): boolean => records.some((record) => knownIds.includes(String(own(record, name))));
  const isWritten = (name: string): boolean =>
    !personal.test(name) && records.every((record) => looksLikeId.test(JSON.stringify(own(record, name))));
  return (
    candidates.find(isAsked) ??
    idNamePatterns(kind)
      .flatMap((pattern) => candidates.filter((name) => pattern.test(name)))
      .at(0) ??
    candidates.find(isWritten)
  );
}

function isIdValue(value: unknown): value is Id {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return (
    typeof value === "string" && value !== "" && value.length <= 128 && ["string", "uuid"].includes(textFormat(value))
  );
}

type Schema = { [keyword: string]: Json };

/** Deeper members may be anything. */
const maxLevels = 6;

/** More members than this are named by data. */
const maxFields = 60;

/** Names of fields with texts about a person or a thing: unique, but no ids; recurring, but no choices. */
const personal = /name|login|handle|nick|mail|phone|contact|address|street|city|title|note|comment|description/i;

/** Names of fields with the id of another record. */
const foreignId = /(^|[_-])id$|Ids?$|ID$/i;

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
  const choices = personal.test(name) || foreignId.test(name) ? undefined : inferChoices(present, isAll);
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
  const choices = groupWords(values);
  if (choices === undefined || choices.length < 2) return undefined;
  const isSupported = isAll
    ? values.length >= 10 && values.length >= 4 * choices.length
    : values.length >= enoughTexts && choices.every(({ length }) => length > 2);
  return isSupported ? choices.map(([word = ""]) => word).toSorted() : undefined;
}

/** Recurring words among texts, the most frequent first: good enough to send, even if there are others. */
export function repeatedWords(values: readonly unknown[]): string[] | undefined {
  const words = groupWords(values);
  return words === undefined || values.length < 2 * words.length ? undefined : words.map(([word = ""]) => word);
}

/** Equal words together, the most frequent first; `undefined` if some texts are not words, or there are too many. */
function groupWords(values: readonly unknown[]): readonly (readonly string[])[] | undefined {
  const isWord = (value: unknown): value is string =>
    typeof value === "string" && /^(?!(?:\D*\d){4})[A-Za-z][\w-]{0,30}( [\w-]{1,20}){0,2}$/.test(value);
  if (!values.every(isWord)) return undefined;
  const words = groupBySize(values, (value) => value);
  return words.length === 0 || words.length > maxChoices ? undefined : words;
}
