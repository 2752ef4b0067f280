import { isObject, type Json } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";

/** The values of a record to create. Without an `id`, it gets one. */
export type NewRecord = Readonly<Record<string, Json | undefined>> & { readonly id?: string | number | undefined };

/**
 * Values that nobody else holds. @msw/data does not copy an instance of a class, and its copy takes longer than the rest
 * of a creation.
 */
export class OwnValues {
  readonly values: NewRecord;

  constructor(values: NewRecord) {
    this.values = values;
  }
}

/** A Standard Schema (https://standardschema.dev), which @msw/data takes. */
interface RecordSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      given: unknown,
    ) => { readonly value: RecordData } | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: NewRecord | OwnValues; readonly output: RecordData };
  };
}

const message = "expected an object of JSON values with an id, a string or a whole number";

/** A record keeps the order of its members, which is part of the responses. */
export const recordValues: RecordSchema = {
  "~standard": {
    version: 1,
    vendor: "orgkit",
    validate: (given) => {
      const value = given instanceof OwnValues ? given.values : given;
      return isRecordData(value) ? { value } : { issues: [{ message }] };
    },
  },
};

/** The value of an own member that is not a getter. */
export function valueOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isRecordData(value: unknown): value is RecordData {
  if (!isPlainObject(value)) return false;
  const id = valueOf(value, "id");
  return (Number.isInteger(id) || (typeof id === "string" && id !== "")) && isJson(value);
}

/** `undefined` members count as absent, as in JSON. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return !["bigint", "symbol", "function"].includes(typeof value);
  return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isJson);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/**
 * A record as plain data.
 * @param levels how many levels of relations to include: @msw/data resolves relations on read, and they may be circular
 */
export function withRelations(record: RecordData, levels: number): RecordData {
  return { ...plainMembers(record, levels), id: record.id };
}

function plainMembers(members: Readonly<Record<string, Json>>, levels: number): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.keys(members).flatMap((name) => {
      const isRelation = Object.getOwnPropertyDescriptor(members, name)?.get !== undefined;
      const value = isRelation && levels === 0 ? undefined : members[name];
      return value === undefined ? [] : [[name, plainValue(value, isRelation ? levels - 1 : levels)]];
    }),
  );
}

function plainValue(value: Json, levels: number): Json {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, levels));
  return isObject(value) ? plainMembers(value, levels) : value;
}
