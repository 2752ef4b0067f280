import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";
import { leavesOf } from "./leaves.ts";
import { formatOf } from "./generalize/format.ts";
import { idNameIn } from "./generalize/id-name.ts";
import { repeatedWords } from "./generalize/schema.ts";
import { ifKnown } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import { type Source } from "./source.ts";

/** What can be sent in a field of a new user. */
export interface Field {
  readonly name: string;
  /** Values it can have, at best two; `{{unique}}` in a text is a fresh value each time. */
  readonly values: readonly Json[];
  /** Whether a body that creates a user is likely to have to name it. */
  readonly isOwn: boolean;
  /** What is sent instead of a given value that others may not share: with a fresh address, or with fresh texts only. */
  readonly freshened?: readonly Json[];
}

export type Body = Readonly<Record<string, Json>>;

export const fresh = "{{unique}}";

/** Names of what tells a record from others: the service's own. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** The fields a new user may have: those of the body that was given, or else those of the users seen. */
export const fieldsOfUsers = memoize(async (source: Source): Promise<readonly Field[]> => {
  const { createBody } = source.target;
  const records = (await ifKnown(seenRecords(source, "users")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const shown = fieldsIn(records).filter(({ name }) => name !== idName);
  if (isObject(createBody)) {
    const given = Object.entries(createBody).map(([name, value]) => givenField(name, toJson(value)));
    const others = shown.filter(({ name }) => !Object.hasOwn(createBody, name));
    // Of a body within another, users show no field under its name.
    const isWrapped = shown.length > 0 && others.length === shown.length;
    return [...given, ...(isWrapped ? [] : others.map((field) => ({ ...field, isOwn: false })))];
  }
  return shown.some(({ isOwn }) => isOwn) ? shown : illustrative;
});

function givenField(name: string, value: Json): Field {
  return { name, values: [value], isOwn: true, freshened: [withFresh(value, true), withFresh(value, false)] };
}

/** A given value with a fresh part in each address, or in each text, that has none. */
function withFresh(value: Json, isAddressesOnly: boolean): Json {
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, withFresh(member, isAddressesOnly)] as const);
    return Object.fromEntries(members);
  }
  if (typeof value !== "string" || value.includes(fresh)) return value;
  if (formatOf(value) === "email") return value.replace("@", `.${fresh}@`);
  return isAddressesOnly || formatOf(value) !== "string" ? value : `${value}-${fresh}`;
}

/** How many ways there are to write a body: with the values that were given, and with fresher ones. */
export const freshnesses = [0, 1, 2] as const;

/** Where no user shows what a user has. */
const illustrative: readonly Field[] = [
  { name: "email", values: [`orgkit.${fresh}@orgkit.example`], isOwn: true },
  { name: "name", values: [`Orgkit ${fresh}`], isOwn: true },
];

function fieldsIn(records: readonly Members[]): readonly Field[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !identity.test(name));
  const fields = names.flatMap((name) => {
    const values = records.map((record) => own(record, name)).filter((value) => value !== undefined && value !== null);
    return fieldOf(name, values) ?? [];
  });
  // What is asked for most: who it is, then what one of a few it is.
  return [...fields.filter(isFree), ...fields.filter((field) => !isFree(field))];
}

/** What a refusal may call fields, and what is within them. */
export function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, values: [value = null] }) =>
    leavesOf({ [name]: value }).flatMap(({ path }) => [name, path.join("."), path.at(-1) ?? name]),
  );
}

export function isFree({ values }: Pick<Field, "values">): boolean {
  return values.some((value) => typeof value === "string" && value.includes(fresh));
}

/** What is sent in a field whose values have a format. */
const byFormat: Readonly<Record<string, Omit<Field, "name">>> = {
  "date-time": { values: ["2001-02-03T04:05:06.000Z"], isOwn: false },
  date: { values: ["2001-02-03"], isOwn: false },
  email: { values: [`orgkit.${fresh}@orgkit.example`], isOwn: true },
  boolean: { values: [true, false], isOwn: false },
  integer: { values: [1, 2], isOwn: false },
  string: { values: [`Orgkit ${fresh}`], isOwn: true },
};

function fieldOf(name: string, values: readonly unknown[]): Field | undefined {
  const [format = "", ...others] = new Set(values.map(formatOf));
  const field = others.length === 0 ? own(byFormat, format) : undefined;
  const words = format === "string" ? repeatedWords(values) : undefined;
  return field && { name, ...field, ...(words === undefined ? {} : { values: words }) };
}

function toJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

/**
 * A body with these fields, each with its first value, or with another than a user who was created has.
 * @param freshness how fresh given values are
 */
export function bodyWith(fields: readonly Field[], unlike: Members = {}, freshness = 0): Body {
  return Object.fromEntries(
    fields.flatMap(({ name, values, freshened }) => {
      const [given] = freshened === undefined ? [] : values;
      const value = freshened?.[freshness - 1] ?? values.find((candidate) => candidate !== own(unlike, name)) ?? given;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
