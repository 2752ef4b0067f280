import { isObject, type Json } from "../../fixtures/json.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { alphabets, identifierSchema, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { canonical } from "../target/records.ts";
import { alphabetNames } from "../discovery/generalize/identifier.ts";
import { phraseOf } from "../discovery/words.ts";
import { errorDifferences } from "./error-differences.ts";
import type { KnownValue } from "./side.ts";
import { own } from "../../fixtures/own.ts";
import { describeType, typesOf } from "../discovery/values-in-words.ts";

/** One difference between two values. */
export interface ValueDifference {
  readonly words: string;
  readonly a: string;
  readonly b: string;
}

/** Compares two values of a key; no difference if a seen value can be a part of a declared one. */
export function valueDifferences(key: string, a: KnownValue, b: KnownValue): readonly ValueDifference[] {
  const { subject, say } = phraseOf(key);
  if (key.startsWith("records.") || (key === "observed.elements" && areObjects(a, b))) {
    const resource = key.startsWith("records.") ? key.slice("records.".length) : "data[]";
    return schemaDifferences(a, b).map((difference) => ({
      words: `${resource}.${difference.field} is ${difference.a} in A, ${difference.b} in B`,
      a: difference.a,
      b: difference.b,
    }));
  }
  if (key === "errors") return errorDifferences(errorsSchema.parse(a.value), errorsSchema.parse(b.value));
  if (isSame(key, a, b)) return [];
  const [saidA, saidB] = [say(a.value), say(b.value)];
  return [{ words: `${subject} ${saidA} in A, ${saidB} in B`, a: saidA, b: saidB }];
}

function areObjects(...values: readonly KnownValue[]): boolean {
  return values.every(({ value }) => isObject(value) && value["properties"] !== undefined);
}

/** Lists of field names, whose order does not matter. */
const setsOfFields = /^((filtering|sorting)\.(users|invoices)|createUser\.(required|unique))$/;

function isSame(key: string, a: KnownValue, b: KnownValue): boolean {
  if (key === "subscriptionId.format" || key === "createUser.id") return isSameFormat(a, b);
  return canonical(comparable(key, a.value)) === canonical(comparable(key, b.value));
}

/** Reduces a value to what matters. */
function comparable(key: string, value: Json): Json {
  if (setsOfFields.test(key)) return Array.isArray(value) ? value.map(String).toSorted() : value;
  // The states of records are data, and change.
  if (key === "observed.states") return Object.keys(isObject(value) ? value : {});
  if (key === "responses.members" || key === "responses.etag") return shownByReads(value);
  return value;
}

/** The members of responses, without those for creations if a side created nothing. */
function shownByReads(value: Json): Json {
  const { createUser: _, on, ...others } = isObject(value) ? value : {};
  return on === "all" && others["kind"] !== "none" ? { ...others, on } : others;
}

/** Few ids may suggest a format that is too narrow. */
function isSameFormat(a: KnownValue, b: KnownValue): boolean {
  const [one, other] = [identifierSchema.parse(a.value), identifierSchema.parse(b.value)];
  const mayBeWider = (known: KnownValue): boolean => known.knowledge !== "declared";
  return (
    canonical(one) === canonical(other) ||
    (mayBeWider(a) && isWithin(one, other)) ||
    (mayBeWider(b) && isWithin(other, one))
  );
}

function isWithin(narrow: Identifier, wide: Identifier): boolean {
  if (wide.kind === "any") return true;
  if (narrow.kind !== "prefixed" || wide.kind !== "prefixed") return narrow.kind === wide.kind;
  const isLength = narrow.prefix.length + narrow.length === wide.prefix.length + wide.length;
  const characters: string = alphabets[wide.alphabet];
  const more = narrow.prefix.slice(wide.prefix.length);
  return (
    isLength &&
    narrow.prefix.startsWith(wide.prefix) &&
    Array.from(more).every((character) => characters.includes(character)) &&
    alphabetNames.indexOf(narrow.alphabet) <= alphabetNames.indexOf(wide.alphabet)
  );
}

type Schema = { readonly [keyword: string]: Json };

/** One difference between two schemas, at a field: `email`, `plan.code`, `tags[]`. */
export interface SchemaDifference {
  readonly field: string;
  readonly a: string;
  readonly b: string;
}

/** A schema, and whether it is declared, or only what was seen. */
export type Described = Pick<KnownValue, "value" | "knowledge">;

/**
 * Compares the records that two schemas describe. Seen and declared differ if a seen record breaks the declaration, or
 * always has an undeclared field; seen and seen differ if no record fits both; two declarations differ wherever they
 * are not equal.
 */
export function schemaDifferences(a: Described, b: Described, path = ""): readonly SchemaDifference[] {
  const [ownA, ownB] = [propertiesOf(a), propertiesOf(b)];
  // An object with members of any kind has no known members.
  if (ownA === undefined || ownB === undefined) return [];
  return Object.keys({ ...ownA, ...ownB }).flatMap((name) => {
    const field = path === "" ? name : `${path}.${name}`;
    const [inA, inB] = [own(ownA, name), own(ownB, name)];
    const [isInAllOfA, isInAllOfB] = [isRequired(a, name), isRequired(b, name)];
    if (inA === undefined || inB === undefined) {
      const areDeclared = a.knowledge === "declared" && b.knowledge === "declared";
      // A member that only some records have may be in others.
      if (!areDeclared && !(inA === undefined ? isInAllOfB : isInAllOfA)) return [];
      const said = (value: Json | undefined): string => (value === undefined ? "no such field" : describe(value));
      return [{ field, a: said(inA), b: said(inB) }];
    }
    const required = isInAllOfA ? a : b;
    const said = (isInAll: boolean): string => (isInAll ? "in every record" : "in some records");
    return [
      ...(isInAllOfA !== isInAllOfB && required.knowledge === "declared"
        ? [{ field, a: said(isInAllOfA), b: said(isInAllOfB) }]
        : []),
      ...ofValues({ ...a, value: inA }, { ...b, value: inB }, field),
    ];
  });
}

function ofValues(a: Described, b: Described, field: string): readonly SchemaDifference[] {
  if (!areCompatible(a, b)) return [{ field, a: describe(a.value), b: describe(b.value) }];
  const [inA, inB] = [asSchema(a.value)["items"], asSchema(b.value)["items"]];
  const isBoth = (type: string): boolean => [a, b].every(({ value }) => typesOf(asSchema(value)).includes(type));
  return [
    ...(isBoth("object") ? schemaDifferences(a, b, field) : []),
    ...(isBoth("array") && inA !== undefined && inB !== undefined
      ? ofValues({ ...a, value: inA }, { ...b, value: inB }, `${field}[]`)
      : []),
  ];
}

/** Whether a value can fit both, by type, format and enumeration: what was seen may be a part of what is declared. */
function areCompatible(a: Described, b: Described): boolean {
  const [inA, inB] = [asSchema(a.value), asSchema(b.value)];
  const [isDeclaredA, isDeclaredB] = [a, b].map(({ knowledge }) => knowledge === "declared");
  if (!isDeclaredA && !isDeclaredB) return mayMeet(inA, inB);
  return (!isDeclaredB || fits(inA, inB, isDeclaredA)) && (!isDeclaredA || fits(inB, inA, isDeclaredB));
}

/** Whether one schema is a part of a declared one. @param isDeclared whether it is declared, too: then it is complete */
function fits(seen: Schema, declared: Schema, isDeclared = false): boolean {
  const [types, seenTypes] = [typesOf(declared), typesOf(seen)];
  const isOfType = (type: string): boolean =>
    types.includes(type) || (!isDeclared && type === "integer" && types.includes("number"));
  if ((types.length > 0 || isDeclared) && !seenTypes.every(isOfType)) return false;
  const { enum: choices, format } = declared;
  const { enum: values, format: seenFormat } = seen;
  if (isDeclared && (format !== seenFormat || Array.isArray(choices) !== Array.isArray(values))) return false;
  if (Array.isArray(choices) && Array.isArray(values)) {
    const known = new Set(choices.map((choice) => JSON.stringify(choice)));
    return values.every((value) => known.has(JSON.stringify(value)));
  }
  return format === undefined || !seenTypes.includes("string") || format === seenFormat || Array.isArray(values);
}

function mayMeet(one: Schema, other: Schema): boolean {
  const [first = [], second = []] = [one, other].map((schema) =>
    typesOf(schema).flatMap((type) => (type === "null" ? [] : type === "integer" ? "number" : type)),
  );
  if (first.length === 0 || second.length === 0) return true;
  return first.some((type) => second.includes(type)) && one["format"] === other["format"];
}

/** By type only: members and items are compared separately. */
function describe(value: Json): string {
  const { properties: _, items: __, required: ___, ...schema } = asSchema(value);
  return describeType(schema);
}

function propertiesOf({ value }: Described): Schema | undefined {
  const { properties } = asSchema(value);
  return properties === undefined ? undefined : asSchema(properties);
}

function isRequired({ value }: Described, name: string): boolean {
  const { required } = asSchema(value);
  return Array.isArray(required) && required.includes(name);
}

function asSchema(value: Json): Schema {
  return isObject(value) ? value : {};
}
