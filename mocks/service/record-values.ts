import type { Json } from "../../fixtures/json.ts";
import { z } from "zod";
import type { RecordData } from "../../fixtures/worlds/world.ts";

/** The values of a record to create. Without an `id`, it gets one. */
export type NewRecord = Readonly<Record<string, Json | undefined>> & { readonly id?: string | number | undefined };

/** Values that are already a copy: @msw/data's copy takes longer than the rest of a creation. */
class Copied {
  readonly values: RecordData;

  constructor(values: RecordData) {
    this.values = values;
  }
}

/** The object that @msw/data creates a record from. Internal: it is not always equal to the values. */
export function createdFrom(values: NewRecord): NewRecord | Copied {
  return isFlat(values) ? new Copied({ ...values }) : values;
}

/** A record keeps the order of its members, which is part of the responses. */
export const recordValues: z.ZodType<RecordData, NewRecord | Copied> = z
  .custom<RecordData | Copied>((given) => isRecordData(given instanceof Copied ? given.values : given), {
    error: "expected an object of JSON values with an id, a string or a whole number",
  })
  .transform((given) => (given instanceof Copied ? given.values : given));

/** The value of an own member that is not a getter. */
export function valueOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isFlat(values: NewRecord): values is RecordData {
  return Reflect.ownKeys(values).every((key) => {
    const value = typeof key === "string" ? values[key] : undefined;
    return value === null || (typeof value !== "object" && value !== undefined);
  });
}

function isRecordData(value: unknown): boolean {
  return isPlainObject(value) && hasId(value) && isJson(value);
}

function hasId(value: object): boolean {
  const id = valueOf(value, "id");
  return Number.isInteger(id) || (typeof id === "string" && id !== "");
}

/** `undefined` members count as absent, as in JSON. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return !["bigint", "symbol", "function"].includes(typeof value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every(isJson);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/**
 * A record as plain data.
 * @param levels how many levels of relations to include: @msw/data resolves relations on read, and they may be circular
 */
export function withRelations(record: RecordData, levels: number): RecordData {
  return { ...plain(record, levels), id: record.id };
}

function plain(members: Readonly<Record<string, Json>>, levels: number): Readonly<Record<string, Json>> {
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
  return typeof value === "object" && value !== null ? { ...plain(value, levels) } : value;
}
