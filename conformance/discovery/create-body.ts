import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";
import { leavesOf } from "./leaves.ts";
import { formatOf } from "./generalize/format.ts";
import { idNameIn } from "./generalize/identifier.ts";
import { repeatedWords } from "./generalize/schema.ts";
import { ifKnown } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import type { Source } from "./source.ts";

/** Possible values for a field of a new user. */
export interface Field {
  readonly name: string;
  /** Valid values, ideally two; `{{unique}}` in a text becomes a unique value each time. */
  readonly values: readonly Json[];
  /** Whether a body that creates a user probably needs the field. */
  readonly isOwn: boolean;
  /** Replaces a given value that must be unique: with a new address, or with new texts only. */
  readonly freshened?: readonly Json[];
}

export type Body = Readonly<Record<string, Json>>;

export const fresh = "{{unique}}";

/** Names of fields that identify a record: set by the service. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** The possible fields of a new user: those of the given body, or else of the users seen. */
export const fieldsOfUsers = memoize(async (source: Source): Promise<readonly Field[]> => {
  const { createBody } = source.target;
  const records = (await ifKnown(seenRecords(source, "users")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const shown = fieldsIn(records).filter(({ name }) => name !== idName);
  if (isObject(createBody)) {
    const given = Object.entries(createBody).map(([name, value]) => givenField(name, toJson(value)));
    const others = shown.filter(({ name }) => !Object.hasOwn(createBody, name));
    // Users do not show a field under the name of a nested body.
    const isWrapped = shown.length > 0 && others.length === shown.length;
    return [...given, ...(isWrapped ? [] : others.map((field) => ({ ...field, isOwn: false })))];
  }
  return shown.some(({ isOwn }) => isOwn) ? shown : illustrative;
});

function givenField(name: string, value: Json): Field {
  return { name, values: [value], isOwn: true, freshened: [withFresh(value, true), withFresh(value, false)] };
}

/** A given value with a unique part in each address, or in each text, that has none. */
function withFresh(value: Json, isAddressesOnly: boolean): Json {
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, withFresh(member, isAddressesOnly)] as const);
    return Object.fromEntries(members);
  }
  if (typeof value !== "string" || value.includes(fresh)) return value;
  if (formatOf(value) === "email") return value.replace("@", `.${fresh}@`);
  return isAddressesOnly || formatOf(value) !== "string" ? value : `${value}-${fresh}`;
}

/** The number of variants of a body: with the given values, and with more unique ones. */
export const freshnesses = [0, 1, 2] as const;

/** If no user shows its own values. */
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
  // Required most often: who it is, then a choice from a few words.
  return [...fields.filter(isFree), ...fields.filter((field) => !isFree(field))];
}

/** What a rejection may call fields, and their members. */
export function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, values: [value = null] }) =>
    leavesOf({ [name]: value }).flatMap(({ path }) => [name, path.join("."), path.at(-1) ?? name]),
  );
}

export function isFree({ values }: Pick<Field, "values">): boolean {
  return values.some((value) => typeof value === "string" && value.includes(fresh));
}

/** Values for fields with a format. */
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
 * A body with these fields, each with its first value, or with another one than a created user has.
 * @param freshness how unique given values are
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
