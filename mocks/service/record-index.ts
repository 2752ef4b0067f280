import { isObject } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Origin } from "./record-changes.ts";
import { valueOf } from "./record-values.ts";

/** A record that is being added or removed. Its id and unique values are taken. */
export interface PendingRecord {
  readonly values: object;
  readonly origin: Origin | undefined;
}

/** Finds records by id, and taken values of unique fields, in constant time. */
export class RecordIndex {
  readonly #byId = new Map<string, RecordData>();
  /** The number of records with a value, by unique field. */
  readonly #taken: ReadonlyMap<string, Map<unknown, number>>;

  readonly #pending: ReadonlyMap<string, PendingRecord>;

  constructor(unique: readonly string[], pending: ReadonlyMap<string, PendingRecord>) {
    this.#pending = pending;
    this.#taken = new Map(unique.map((field) => [field, new Map<unknown, number>()]));
  }

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#byId.get(id);
  }

  isTaken(field: string, value: unknown): boolean {
    const isValue = ({ values }: PendingRecord): boolean => value !== undefined && valueIn(values, field) === value;
    return this.#taken.get(field)?.has(value) === true || this.#pending.values().some(isValue);
  }

  add(record: RecordData): void {
    flattenKey(record);
    this.#byId.set(String(record.id), record);
    for (const [field, values] of this.#taken) {
      const value = valueIn(record, field);
      if (value !== undefined) values.set(value, (values.get(value) ?? 0) + 1);
    }
  }

  delete(record: RecordData): void {
    const id = String(record.id);
    if (this.#byId.get(id) === record) this.#byId.delete(id);
    for (const [field, values] of this.#taken) {
      const value = valueIn(record, field);
      if (value === undefined) continue;
      const others = (values.get(value) ?? 1) - 1;
      if (others === 0) values.delete(value);
      else values.set(value, others);
    }
  }
}

/** The value of a member, or of a nested one: `attributes.email`. */
function valueIn(record: object, field: string): unknown {
  const value = valueOf(record, field);
  if (value !== undefined || !field.includes(".")) return value;
  return field
    .split(".")
    .reduce<unknown>((found, name) => (isObject(found) ? valueOf(found, name) : undefined), record);
}

/** Reads the UUID that is @msw/data's primary key: until then, Node keeps it as 20 strings (400 bytes). */
function flattenKey(record: RecordData): void {
  for (const symbol of Object.getOwnPropertySymbols(record)) {
    const key: unknown = Reflect.get(record, symbol);
    if (typeof key === "string") Number(key);
  }
}
