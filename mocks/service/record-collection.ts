import { Collection, Query } from "@msw/data";
import { InputError } from "../../fixtures/input-error.ts";
import { isObject, jsonText, valueAt, type Json } from "../../fixtures/json.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { createdFrom, recordValues, valueOf, withRelations, type NewRecord } from "./record-values.ts";

type Records = Collection<typeof recordValues>;
type StoredRecord = ReturnType<Records["all"]>[number];
type Found<Strict extends boolean> = Strict extends true ? StoredRecord : StoredRecord | undefined;
type Which = Parameters<Records["delete"]>[0];
type Change = Parameters<Records["update"]>[1]["data"];

/** The origin of a change that is not an edit by a person or a test. */
export type Origin = "call";

/** A part of a list and the records that replaced it, as in `splice`. */
export interface RecordChange {
  readonly index: number;
  readonly removed: readonly RecordData[];
  readonly added: readonly RecordData[];
}

/** How long a new record stays out of lists: until either limit is reached. */
interface VisibilityDelay {
  /** The number of reads of the list that still leave it out; `null` for any number. */
  readonly readings: number | null;
  /** Milliseconds since 1970; `null` forever. */
  readonly until: number | null;
}

interface RecordCollectionOptions {
  readonly kind: string;
  /** Issues an id for a record without one. */
  readonly newId: () => string | number;
  /** What timestamps such as `{{now - 1 hour}}` of a new record refer to: milliseconds since 1970. */
  readonly startedAt: number;
  /** Called for each change of the list, except by `restore`. */
  readonly changed?: ((change: RecordChange, origin: Origin | undefined) => void) | undefined;
}

/** The maximum number of cached replies, and the maximum length of their bodies. */
const [maxReplies, maxBodyLength] = [64, 64 * 1024];

/**
 * The records of one kind in one account, in the order of creation: a collection of @msw/data that also finds records
 * by id, and taken values of unique fields, in constant time.
 * @msw/data calls its hooks before a change, which may still be prevented or fail. So the index and the listeners
 * follow the list itself, right after each operation.
 */
export class RecordCollection extends Collection<typeof recordValues> {
  /** Records that lists leave out for a while, by id. They can be read by id, and their unique values are taken. */
  readonly hidden = new Map<string, VisibilityDelay>();
  readonly #options: RecordCollectionOptions;
  #index = new RecordIndex([]);
  /** Records that are being added, by id. Their ids and unique values are taken. */
  readonly #pending = new Map<string, object>();
  /** Serializing a page costs more than all the rest of a request, and frontends request the same again and again. */
  readonly #replies = new Map<string, Reply>();
  #hasRelations = false;

  constructor(options: RecordCollectionOptions) {
    super({ schema: recordValues });
    this.#options = options;
  }

  override create(values: NewRecord, origin?: Origin): Promise<StoredRecord> {
    const { id = this.newId() } = values;
    // A request's texts stay as they are.
    const resolved = origin === undefined ? this.#withTimestamps(values) : values;
    // A member keeps the place where it is first.
    return this.insert({ ...(values.id === undefined && { id }), ...resolved, id }, undefined, origin);
  }

  override update<Strict extends boolean>(
    which: Which,
    { data, ...options }: { readonly data: Change; readonly strict?: Strict },
  ): Promise<Found<Strict>> {
    const updated = super.update<Strict>(which, { ...options, data: this.#rejectingTakenIds(data) });
    return updated.finally(() => this.#settle());
  }

  override updateMany(...[which, options]: Parameters<Records["updateMany"]>): Promise<StoredRecord[]> {
    const updated = super.updateMany(which, { ...options, data: this.#rejectingTakenIds(options.data) });
    return updated.finally(() => this.#settle());
  }

  override delete<Strict extends boolean>(which: Which, options?: { readonly strict?: Strict }): Found<Strict> {
    return this.#settled(() => super.delete<Strict>(which, options));
  }

  override deleteMany(...given: Parameters<Records["deleteMany"]>): StoredRecord[] {
    return this.#settled(() => super.deleteMany(...given));
  }

  override clear(): void {
    this.#settled(() => this.#empty());
  }

  override defineRelations(...given: Parameters<Records["defineRelations"]>): void {
    // This adds members to existing records, which a snapshot may hold.
    for (const [index, record] of this.all().entries()) {
      const copy: StoredRecord = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(record));
      this.all()[index] = copy;
    }
    this.#hasRelations = true;
    super.defineRelations(...given);
    this.#indexAll();
  }

  /**
   * Adds a record as it is.
   * @param index its position; by default, and beyond the end, the end
   * @throws InputError if another record has the id
   */
  async insert(values: NewRecord, index?: number, origin?: Origin): Promise<StoredRecord> {
    const id = String(values.id);
    this.#rejectTaken(id);
    return this.#reserving(id, values, async () => {
      const record = await this.#push(values);
      const isLast = index === undefined || index >= this.count() - 1;
      if (!isLast) this.#move(record, index);
      this.#settle(isLast, origin);
      return record;
    });
  }

  /**
   * Replaces the record with an id, which may change.
   * @throws InputError if there is none, another record has the new id, or a hook prevents it
   */
  async replace(id: string, values: RecordData): Promise<RecordData> {
    const before = this.#existing(id);
    const next = String(values.id);
    if (next !== id) this.#rejectTaken(next);
    return this.#reserving(next, values, async () => {
      const record = await this.#push(values);
      try {
        this.#move(record, this.all().indexOf(before));
        this.#drop(before, () => this.all().splice(this.all().indexOf(record), 1));
      } finally {
        this.#settle();
      }
      return record;
    });
  }

  /** @throws InputError if no record has the id, or a hook prevents it */
  remove(id: string): void {
    const record = this.#existing(id);
    this.#settled(() => this.#drop(record));
  }

  /** Issues an id that is not taken, in the dialect's format. */
  newId(): string | number {
    return this.#options.newId();
  }

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#index.byId.get(id);
  }

  /** The records whose field may have a value, by its text as in a query; all, if a field may show other records. */
  having(field: string, text: string): readonly RecordData[] {
    return this.#hasRelations ? this.all() : this.#index.having(field, text);
  }

  /** A whole number higher than any id so far, and than the number of records. */
  get nextNumber(): number {
    return Math.max(this.#index.lastNumber, this.count()) + 1;
  }

  isTaken(field: string, value: unknown): boolean {
    if (value === undefined) return false;
    return (
      this.#index.isTaken(field, value) || this.#pending.values().some((values) => valueIn(values, field) === value)
    );
  }

  /** The fields that `isTaken` checks. */
  set unique(fields: readonly string[]) {
    this.#indexAll(fields);
  }

  /** All records as plain data, without relations. */
  records(): readonly RecordData[] {
    return this.sent(this.#index.records.slice(), 0);
  }

  /** Records as they are sent: with their relations, but without the relations of those. */
  sent(records: readonly RecordData[], levels = 1): readonly RecordData[] {
    return this.#hasRelations ? records.map((record) => withRelations(record, levels)) : records;
  }

  /** @param query everything in a request that affects the reply */
  cached(query: string): Reply | undefined {
    return this.#replies.get(query);
  }

  /** Caches a reply until the list changes; not while records are hidden, or it shows records of other lists. */
  cache(query: string, reply: Reply): void {
    if (this.hidden.size > 0 || this.#hasRelations || reply.body.length > maxBodyLength) return;
    if (this.#replies.size >= maxReplies) this.#replies.clear();
    this.#replies.set(query, reply);
  }

  /** Replaces all records; none of them is hidden. */
  async restore(records: readonly RecordData[]): Promise<void> {
    this.#empty();
    this.hidden.clear();
    for (const record of records) await this.#push(record);
    this.#indexAll();
  }

  /** As in a world. */
  #withTimestamps(values: NewRecord): NewRecord {
    const { startedAt } = this.#options;
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? resolveTimestamp(value, startedAt) : value,
      ]),
    );
  }

  /** Appends a record. Hooks get the given values themselves. */
  #push(values: NewRecord): Promise<StoredRecord> {
    return super.create(this.hooks.listenerCount("create") === 0 ? createdFrom(values) : values);
  }

  #move(record: StoredRecord, index: number): void {
    const all = this.all();
    all.splice(all.lastIndexOf(record), 1);
    all.splice(index, 0, record);
  }

  #drop(record: StoredRecord, prevented?: () => void): void {
    super.delete(record);
    if (!this.all().includes(record)) return;
    prevented?.();
    throw new InputError("the record", [{ at: String(record.id), problem: "a delete hook prevented it" }]);
  }

  #existing(id: string): StoredRecord {
    const record = this.all().find((one) => String(one.id) === id);
    if (record !== undefined) return record;
    throw new InputError("the record", [{ at: id, problem: `unknown id among the ${this.#options.kind}` }]);
  }

  async #reserving<Result>(id: string, values: object, task: () => Promise<Result>): Promise<Result> {
    this.#pending.set(id, values);
    try {
      return await task();
    } finally {
      this.#pending.delete(id);
    }
  }

  /** Two records with one id would be indistinguishable. */
  #rejectTaken(id: string): void {
    if (!this.#pending.has(id) && this.find(id) === undefined) return;
    throw new InputError("the record", [{ at: "id", problem: `another of the ${this.#options.kind} has "${id}"` }]);
  }

  #rejectingTakenIds(data: Change): Change {
    return async (draft) => {
      const before = String(valueOf(draft, "id"));
      await data(draft);
      const id = String(valueOf(draft, "id"));
      if (id !== before) this.#rejectTaken(id);
    };
  }

  /** `Collection.clear` calls its hooks for only half of the records, and takes quadratic time. */
  #empty(): void {
    if (this.hooks.listenerCount("delete") > 0) super.deleteMany(new Query(() => true));
    this.all().length = 0;
  }

  /**
   * Updates the index to match the list, and reports the change.
   * @param isAppended whether records were only added at the end
   */
  #settle(isAppended = false, origin?: Origin): void {
    this.#replies.clear();
    const { index, removed, added } = this.#index.update(this.all(), isAppended);
    for (const id of this.hidden.keys()) if (this.find(id) === undefined) this.hidden.delete(id);
    if (removed.length + added.length === 0) return;
    this.#options.changed?.({ index, removed: this.sent(removed, 0), added: this.sent(added, 0) }, origin);
  }

  /** Also if a hook aborts the change halfway. */
  #settled<Result>(change: () => Result): Result {
    try {
      return change();
    } finally {
      this.#settle();
    }
  }

  #indexAll(unique = this.#index.unique): void {
    this.#replies.clear();
    this.#index = new RecordIndex(unique);
    this.#index.update(this.all(), true);
  }
}

/** An id that a sequence can continue. */
const wholeNumber = /^\d{1,15}$/;

/** A copy of a list. It finds records by id or value, and taken values of unique fields, in constant time. */
class RecordIndex {
  readonly unique: readonly string[];
  records: RecordData[] = [];
  /** By id as text, as in a path. */
  readonly byId = new Map<string, RecordData>();
  /** The highest whole number that a record had as its id, also if it was removed; 0 if none had one. */
  lastNumber = 0;
  /** The number of records with a value, by unique field. */
  readonly #taken: ReadonlyMap<string, Map<unknown, number>>;
  /** The records by the text of a value, for each field that was looked up since records changed or moved. */
  readonly #byValue = new Map<string, Map<string | undefined, RecordData[]>>();

  constructor(unique: readonly string[]) {
    this.unique = unique;
    this.#taken = new Map(unique.map((field) => [field, new Map<unknown, number>()]));
  }

  /** The records whose field has a value, by its text, in the order of the list. */
  having(field: string, text: string): readonly RecordData[] {
    const groups = this.#byValue.get(field) ?? Map.groupBy(this.records, (record) => textIn(record, field));
    this.#byValue.set(field, groups);
    return groups.get(text) ?? [];
  }

  isTaken(field: string, value: unknown): boolean {
    return this.#taken.get(field)?.has(value) === true;
  }

  /**
   * Follows the list.
   * @param isAppended whether records were only added at the end
   */
  update(list: readonly RecordData[], isAppended: boolean): RecordChange {
    const before = this.records;
    const shorter = Math.min(before.length, list.length);
    let index = isAppended ? before.length : 0;
    while (index < shorter && before[index] === list[index]) index += 1;
    let same = 0;
    while (same < shorter - index && before.at(-1 - same) === list.at(-1 - same)) same += 1;
    const removed = before.slice(index, before.length - same);
    const added = list.slice(index, list.length - same);
    for (const record of removed) this.#count(record, -1);
    for (const record of added) this.#count(record, 1);
    if (removed.length === 0 && same === 0) for (const record of added) this.#append(record);
    else {
      this.records = list.slice();
      this.#byValue.clear();
    }
    return { index, removed, added };
  }

  #append(record: RecordData): void {
    this.records.push(record);
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
      this.byId.set(id, record);
      if (wholeNumber.test(id)) this.lastNumber = Math.max(this.lastNumber, Number(id));
    } else if (this.byId.get(id) === record) this.byId.delete(id);
    for (const [field, values] of this.#taken) {
      const value = valueIn(record, field);
      const count = (values.get(value) ?? 0) + by;
      if (value === undefined) continue;
      if (count === 0) values.delete(value);
      else values.set(value, count);
    }
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
