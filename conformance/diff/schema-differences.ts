import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { canonical } from "../target/records.ts";
import { describeType, typesOf } from "../discovery/values-in-words.ts";
import type { KnownValue } from "./side.ts";

type Schema = { readonly [keyword: string]: Json };

/** One thing in which two schemas differ, at a field: `email`, `plan.code`, `tags[]`. */
export interface SchemaDifference {
  readonly field: string;
  readonly a: string;
  readonly b: string;
}

/** A schema, and whether it says all there may be, or only what was seen. */
export type Described = Pick<KnownValue, "value" | "knowledge">;

/**
 * In what the records differ that two schemas describe. What was seen differs from what is declared where it breaks
 * it, or has a field in every record that is not declared; what was seen in two places differs where no record could be
 * in both; two declarations differ wherever they say different things.
 */
export function schemaDifferences(a: Described, b: Described): readonly SchemaDifference[] {
  return ofObjects({ ...a, schema: asSchema(a.value) }, { ...b, schema: asSchema(b.value) }, "");
}

interface Node {
  readonly schema: Schema;
  readonly knowledge: KnownValue["knowledge"];
}

function ofObjects(a: Node, b: Node, path: string): readonly SchemaDifference[] {
  const [ownA, ownB] = [propertiesOf(a), propertiesOf(b)];
  // An object whose members are of any kind says nothing of them.
  if (ownA === undefined || ownB === undefined) return [];
  const names = [...new Set([...Object.keys(ownA), ...Object.keys(ownB)])];
  return names.flatMap((name) => {
    const field = path === "" ? name : `${path}.${name}`;
    const [inA, inB] = [own(ownA, name), own(ownB, name)];
    if (inA === undefined || inB === undefined) return ofMissing(a, b, name, field);
    return [
      ...ofPresence(a, b, name, field),
      ...ofValues({ ...a, schema: asSchema(inA) }, { ...b, schema: asSchema(inB) }, field),
    ];
  });
}

/** A field that one side has in every record, or declares, and the other has not. */
function ofMissing(a: Node, b: Node, name: string, field: string): readonly SchemaDifference[] {
  const holder = own(propertiesOf(a) ?? {}, name) === undefined ? b : a;
  const other = holder === a ? b : a;
  const isOnlySometimes =
    holder.knowledge === "declared" && other.knowledge !== "declared" && !isRequired(holder, name);
  const isRare = holder.knowledge !== "declared" && !isRequired(holder, name);
  if (isOnlySometimes || isRare) return [];
  const there = describe(asSchema(own(propertiesOf(holder) ?? {}, name) ?? {}));
  return [holder === a ? { field, a: there, b: "no such field" } : { field, a: "no such field", b: there }];
}

function ofPresence(a: Node, b: Node, name: string, field: string): readonly SchemaDifference[] {
  const [always, sometimes] = ["in every record", "in some records"];
  const [inA, inB] = [isRequired(a, name), isRequired(b, name)];
  if (inA === inB) return [];
  const required = inA ? a : b;
  const other = inA ? b : a;
  const isBroken = required.knowledge === "declared" && (other.knowledge !== "declared" || a.knowledge === b.knowledge);
  return isBroken ? [{ field, a: inA ? always : sometimes, b: inB ? always : sometimes }] : [];
}

function ofValues(a: Node, b: Node, field: string): readonly SchemaDifference[] {
  const [typesA, typesB] = [typeSet(a.schema), typeSet(b.schema)];
  if (!areCompatible(a, b)) return [{ field, a: describe(a.schema), b: describe(b.schema) }];
  const isBoth = (type: string): boolean => typesA.has(type) && typesB.has(type);
  return [...(isBoth("object") ? ofObjects(a, b, field) : []), ...(isBoth("array") ? ofItems(a, b, `${field}[]`) : [])];
}

function ofItems(a: Node, b: Node, field: string): readonly SchemaDifference[] {
  const [inA, inB] = [a.schema["items"], b.schema["items"]];
  if (inA === undefined || inB === undefined) return [];
  return ofValues({ ...a, schema: asSchema(inA) }, { ...b, schema: asSchema(inB) }, field);
}

/** Whether values of both may be alike, in their types, formats and enumerations. */
function areCompatible(a: Node, b: Node): boolean {
  const isDeclared = [a, b].map(({ knowledge }) => knowledge === "declared");
  if (isDeclared[0] === true && isDeclared[1] === true) return canonical(details(a)) === canonical(details(b));
  if (isDeclared[0] === true) return fitsDeclared(b.schema, a.schema);
  if (isDeclared[1] === true) return fitsDeclared(a.schema, b.schema);
  return mayMeet(a.schema, b.schema);
}

function details({ schema }: Node): Json {
  const { enum: choices } = schema;
  return {
    types: [...typeSet(schema)].toSorted(),
    format: schema["format"] ?? null,
    choices: Array.isArray(choices) ? choices.map((choice) => JSON.stringify(choice)).toSorted() : null,
  };
}

function fitsDeclared(seen: Schema, declared: Schema): boolean {
  const types = typeSet(declared);
  const isOfType = (type: string): boolean => types.has(type) || (type === "integer" && types.has("number"));
  if (types.size > 0 && ![...typeSet(seen)].every(isOfType)) return false;
  const { enum: choices, format } = declared;
  const { enum: values, format: seenFormat } = seen;
  if (Array.isArray(choices) && Array.isArray(values)) {
    const known = new Set(choices.map((choice) => JSON.stringify(choice)));
    return values.every((value) => known.has(JSON.stringify(value)));
  }
  return format === undefined || !typeSet(seen).has("string") || format === seenFormat || Array.isArray(values);
}

function mayMeet(one: Schema, other: Schema): boolean {
  const [types, others] = [typeSet(one), typeSet(other)];
  const [first, second] = [withoutNull(types), withoutNull(others)];
  if (first.size === 0 || second.size === 0) return true;
  const areNumbers = isNumeric(first) && isNumeric(second);
  return (areNumbers || [...first].some((type) => second.has(type))) && one["format"] === other["format"];
}

function isNumeric(types: ReadonlySet<string>): boolean {
  return types.has("integer") || types.has("number");
}

function withoutNull(types: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...types].filter((type) => type !== "null"));
}

function typeSet(schema: Schema): ReadonlySet<string> {
  return new Set(typesOf(schema));
}

/** By its type alone: an object has its members compared, a list its items. */
function describe({ type = null, enum: choices = null, format = null }: Schema): string {
  return describeType({
    ...(type !== null && { type }),
    ...(choices !== null && { enum: choices }),
    ...(format !== null && { format }),
  });
}

function propertiesOf({ schema }: Node): Schema | undefined {
  const { properties } = schema;
  return properties === undefined ? undefined : asSchema(properties);
}

function isRequired({ schema }: Node, name: string): boolean {
  const { required } = schema;
  return Array.isArray(required) && required.includes(name);
}

function asSchema(value: Json): Schema {
  return isObject(value) ? value : {};
}
