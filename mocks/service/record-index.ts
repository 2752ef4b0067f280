import { isObject, jsonText, valueAt, type Json } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { valueOf } from "./record-values.ts";

/** A record and its position in the list. */
export interface PositionedRecord {
  readonly record: RecordData;
  readonly index: number;
}

/** One record before and after a change; `before` is absent if it was added, `after` if it was removed. */
export interface RecordChange {
  readonly before?: PositionedRecord;
  readonly after?: PositionedRecord;
}

/** The origin of a change that is not an edit by a person or a test. */
export type Origin = "call";

/** An id that a sequence can continue. */
const wholeNumber = /^\d{1,15}$/;

/** A copy of a list. It finds records by id or value, and taken values of unique fields, in constant time. */
export class RecordIndex {
  readonly unique: readonly string[];
  /** The highest whole number that a record had as its id, also if it was removed; 0 if none had one. */
  lastNumber = 0;
  #records: RecordData[] = [];
  readonly #byId = new Map<string, RecordData>();
  /** The number of records with a value, by unique field. */
  readonly #taken: ReadonlyMap<string, Map<unknown, number>>;
  /** The records by the text of a value, for each field that was looked up since records changed or moved. */
  readonly #byValue = new Map<string, Map<string | undefined, RecordData[]>>();

  constructor(unique: readonly string[]) {
    this.unique = unique;
    this.#taken = new Map(unique.map((field) => [field, new Map<unknown, number>()]));
  }

  get records(): readonly RecordData[] {
    return this.#records;
  }

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#byId.get(id);
  }

  /** The records whose field has a value, by its text, in the order of the list. */
  having(field: string, text: string): readonly RecordData[] {
    const groups = this.#byValue.get(field) ?? Map.groupBy(this.#records, (record) => textIn(record, field));
    this.#byValue.set(field, groups);
    return groups.get(text) ?? [];
  }

  isTaken(field: string, value: unknown): boolean {
    return this.#taken.get(field)?.has(value) === true;
  }

  /**
   * Follows the list.
   * @param isAppended whether records were only added at the end
   * @returns the changes, record by record; each applies to the list that the ones before it left
   */
  update(list: readonly RecordData[], isAppended: boolean): readonly RecordChange[] {
    const size = this.#records.length;
    const changes = isAppended
      ? list.slice(size).map((record, at): RecordChange => ({ after: { record, index: size + at } }))
      : [...changesOf(this.#records, list)];
    for (const { before, after } of changes) {
      if (before !== undefined) this.#count(before.record, -1);
      if (after !== undefined) this.#count(after.record, 1);
      if (isAppended && after !== undefined) this.#append(after.record);
    }
    if (!isAppended) {
      this.#records = list.slice();
      this.#byValue.clear();
    }
    return changes;
  }

  #append(record: RecordData): void {
    this.#records.push(record);
    for (const [field, groups] of this.#byValue) {
      const text = textIn(record, field);
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [record]);
      else group.push(record);
    }
  }

  #count(record: RecordData, by: 1 | -1): void {
    const id = String(record.id);
    if (by === 1) {
      flattenKey(record);
      this.#byId.set(id, record);
      if (wholeNumber.test(id)) this.lastNumber = Math.max(this.lastNumber, Number(id));
    } else if (this.#byId.get(id) === record) this.#byId.delete(id);
    for (const [field, values] of this.#taken) {
      const value = valueIn(record, field);
      const count = (values.get(value) ?? 0) + by;
      if (value === undefined) continue;
      if (count === 0) values.delete(value);
      else values.set(value, count);
    }
  }
}

function* changesOf(before: readonly RecordData[], after: readonly RecordData[]): Generator<RecordChange, void> {
  let next = 0;
  while (next < before.length && before[next] === after[next]) next += 1;
  let index = next;
  const old = new Set(before.slice(next));
  const current = new Set(after.slice(index));
  while (next < before.length || index < after.length) {
    const [was, is] = [before[next], after[index]];
    const gone = was !== undefined && !current.has(was) ? { before: { record: was, index } } : undefined;
    const come = is !== undefined && !old.has(is) ? { after: { record: is, index } } : undefined;
    if (gone !== undefined || come !== undefined) yield { ...gone, ...come };
    else if (was !== is && was !== undefined) {
      // The record was moved: remove it here, insert it at its new position.
      current.delete(was);
      old.delete(was);
      continue;
    }
    next += Number(come === undefined || gone !== undefined);
    index += Number(gone === undefined || come !== undefined);
  }
}

/** A member of a record, or a nested one: `address.city`. */
export function memberIn(record: RecordData, field: string): Json | undefined {
  if (Object.hasOwn(record, field)) return record[field] ?? null;
  return field.includes(".") ? valueAt(record, field) : undefined;
}

/** A member as the text that a query has for it; `undefined` if the record lacks it. */
export function textIn(record: RecordData, field: string): string | undefined {
  const value = memberIn(record, field);
  return value === undefined ? undefined : jsonText(value);
}

/** The value of a member, or of a nested one: `attributes.email`. */
export function valueIn(record: object, field: string): unknown {
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
