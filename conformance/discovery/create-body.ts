import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";
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
}

export type Body = Readonly<Record<string, Json>>;

const fresh = "{{unique}}";

/** Names of what tells a record from others: the service's own. */
const identity = /^_?(id|uuid|guid|key|_id|href|url|self)$/i;

/** The fields a new user may have: those of the body that was given, or else those of the users seen. */
export const fieldsOfUsers = memoize(async (source: Source): Promise<readonly Field[]> => {
  const { createBody } = source.target;
  const records = (await ifKnown(seenRecords(source, "users")))?.records ?? [];
  const idName = idNameIn(records, "user");
  const shown = fieldsIn(records).filter(({ name }) => name !== idName);
  if (isObject(createBody)) {
    const given = Object.entries(createBody).map(([name, value]) => ({ name, values: [toJson(value)], isOwn: true }));
    const others = shown.filter(({ name }) => !Object.hasOwn(createBody, name));
    return [...given, ...others.map((field) => ({ ...field, isOwn: false }))];
  }
  return shown.some(({ isOwn }) => isOwn) ? shown : illustrative;
});

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

/** A body with these fields, each with its first value, or with another than a user who was created has. */
export function bodyWith(fields: readonly Field[], unlike: Members = {}): Body {
  return Object.fromEntries(
    fields.flatMap(({ name, values }) => {
      const value = values.find((candidate) => candidate !== own(unlike, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
