import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import type { Members } from "../../target/envelope.ts";
import { formatOf } from "../../checks/observed/format.ts";
import { repeatedWords } from "../generalise/choices.ts";
import { isUnset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { seenRecords } from "./records.ts";

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
export const fieldsOfUsers = shared(async (learning: Learning): Promise<readonly Field[]> => {
  const { createBody } = learning.target;
  const seen = await seenRecords(learning, "users");
  const records = isUnset(seen) ? [] : seen.records;
  const shown = fieldsIn(records);
  if (isObject(createBody)) {
    const given = Object.entries(createBody).map(([name, value]) => ({ name, values: [toJson(value)], isOwn: true }));
    const names = new Set(given.map(({ name }) => name));
    return [...given, ...shown.filter(({ name }) => !names.has(name)).map((field) => ({ ...field, isOwn: false }))];
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
    const field = fieldOf(name, values);
    return field === undefined ? [] : [field];
  });
  // What is asked for most: who it is, then what one of a few it is.
  return [...fields.filter(isFree), ...fields.filter((field) => !isFree(field))];
}

export function isFree({ values }: Pick<Field, "values">): boolean {
  return values.some((value) => typeof value === "string" && value.includes(fresh));
}

function fieldOf(name: string, values: readonly unknown[]): Field | undefined {
  const formats = new Set(values.map(formatOf));
  const format = formats.size === 1 ? [...formats].join("") : "";
  if (format === "text (date-time)") return { name, values: ["2001-02-03T04:05:06.000Z"], isOwn: false };
  if (format === "text (date)") return { name, values: ["2001-02-03"], isOwn: false };
  if (format === "text (e-mail)") return { name, values: [`orgkit.${fresh}@orgkit.example`], isOwn: true };
  if (format === "boolean") return { name, values: [true, false], isOwn: false };
  if (format === "integer") return { name, values: [1, 2], isOwn: false };
  if (format !== "text") return undefined;
  return { name, values: repeatedWords(values) ?? [`Orgkit ${fresh}`], isOwn: true };
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
