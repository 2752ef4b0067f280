import { Collection, Query } from "@msw/data";
import { InputError } from "../../fixtures/input-error.ts";
import { isObject, jsonText, valueAt, type Json } from "../../fixtures/json.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { OwnValues, recordValues, valueOf, withRelations, type NewRecord } from "./record-values.ts";

type Records = Collection<typeof recordValues>;
type StoredRecord = ReturnType<Records["all"]>[number];
type Match<Strict extends boolean> = Strict extends true ? StoredRecord : StoredRecord | undefined;
type Which = Parameters<Records["delete"]>[0];
type Change = Parameters<Records["update"]>[1]["data"];

/** The origin of a change that is not an edit by a person or a test. */
export type Origin = "call";

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
  /**
   * Called after each change of the list, except by `restore`.
   * @param index the position from which on records may be other ones
   */
  readonly changed?: ((index: number, origin: Origin | undefined) => void) | undefined;
}

/** The maximum number of cached replies, and the maximum length of their bodies. */
const [maxReplies, maxBodyLength] = [64, 64 * 1024];

/** An id that a sequence can continue. */
const wholeNumber = /^\d{1,15}$/;

/**
 * The records of one kind in one account, in the order of creation: a collection of @msw/data that also finds records
 * by id, and taken values of unique fields, in constant time. @msw/data calls its hooks before a change, which may still
 * be prevented or fail. So the indexes follow the list itself, right after each operation.
 */
export class RecordCollection extends Collection<typeof recordValues> {
  /** Records that lists leave out for a while, by id. They can be read by id, and their unique values are taken. */
  readonly hidden = new Map<string, VisibilityDelay>();
  readonly #options: RecordCollectionOptions;
  /** By id as text, as in a path. */
  readonly #byId = new Map<string, StoredRecord>();
  /** The values of each unique field. */
  #taken: ReadonlyMap<string, Set<unknown>> = new Map();
  /** The highest whole number that a record had as its id, also if it was removed. */
  #lastNumber = 0;
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
  ): Promise<Match<Strict>> {
    const updated = super.update<Strict>(which, { ...options, data: this.#rejectingTakenIds(data) });
    return updated.finally(() => this.#reindex());
  }

  override updateMany(...[which, options]: Parameters<Records["updateMany"]>): Promise<StoredRecord[]> {
    const updated = super.updateMany(which, { ...options, data: this.#rejectingTakenIds(options.data) });
    return updated.finally(() => this.#reindex());
  }

  override delete<Strict extends boolean>(which: Which, options?: { readonly strict?: Strict }): Match<Strict> {
    return this.#reindexed(() => super.delete<Strict>(which, options));
  }

  override deleteMany(...given: Parameters<Records["deleteMany"]>): StoredRecord[] {
    return this.#reindexed(() => super.deleteMany(...given));
  }

  override clear(): void {
    this.#reindexed(() => this.#empty());
  }

  override defineRelations(...given: Parameters<Records["defineRelations"]>): void {
    // This adds members to existing records, which a snapshot may hold.
    for (const [index, record] of this.all().entries()) {
      const copy: StoredRecord = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(record));
      this.all()[index] = copy;
    }
    this.#hasRelations = true;
    super.defineRelations(...given);
    this.#index();
  }

  /**
   * Adds a record as it is.
   * @param index its position; by default, and beyond the end, the end
   * @throws InputError if another record has the id
   */
  async insert(values: NewRecord, index = Number.POSITIVE_INFINITY, origin?: Origin): Promise<StoredRecord> {
    return this.#reserve(values, async () => {
      const record = await this.#push(values, origin !== undefined);
      const last = this.all().lastIndexOf(record);
      if (index < last) {
        this.#move(record, index);
        this.#reindex(index, origin);
      } else {
        this.#add(record);
        this.#tell(last, origin);
      }
      return record;
    });
  }

  /**
   * Replaces the record with an id, which may change.
   * @throws InputError if there is none, another record has the new id, or a hook prevents it
   */
  async replace(id: string, values: RecordData): Promise<RecordData> {
    const before = this.#existing(id);
    return this.#reserve(
      values,
      async () => {
        const record = await super.create(values);
        const index = this.all().indexOf(before);
        this.#move(record, index);
        return this.#reindexed(() => {
          this.#remove(before, () => this.all().splice(index, 1));
          return record;
        }, index);
      },
      id,
    );
  }

  /** @throws InputError if no record has the id, or a hook prevents it */
  remove(id: string): void {
    const record = this.#existing(id);
    this.#reindexed(() => this.#remove(record), this.all().indexOf(record));
  }

  /** Issues an id that is not taken, in the dialect's format. */
  newId(): string | number {
    return this.#options.newId();
  }

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#byId.get(id);
  }

  /** A whole number higher than any id so far, and than the number of records. */
  get nextNumber(): number {
    return Math.max(this.#lastNumber, this.count()) + 1;
  }

  isTaken(field: string, value: unknown): boolean {
    if (value === undefined) return false;
    const isPending = (values: object): boolean => valueIn(values, field) === value;
    return this.#taken.get(field)?.has(value) === true || this.#pending.values().some(isPending);
  }

  /** The fields that `isTaken` checks. */
  set unique(fields: readonly string[]) {
    this.#taken = new Map(fields.map((field) => [field, new Set()]));
    this.#index();
  }

  /** The records from a position on as plain data, without relations. */
  records(from = 0): readonly RecordData[] {
    return this.sent(this.all().slice(from), 0);
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
    this.#lastNumber = 0;
    for (const record of records) await this.#push({ ...record }, true);
    this.#index();
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
  #push(values: NewRecord, isOwn: boolean): Promise<StoredRecord> {
    return super.create(isOwn && this.hooks.listenerCount("create") === 0 ? new OwnValues(values) : values);
  }

  #move(record: StoredRecord, index: number): void {
    const all = this.all();
    all.splice(all.lastIndexOf(record), 1);
    all.splice(index, 0, record);
  }

  #remove(record: StoredRecord, undo?: () => void): void {
    super.delete(record);
    if (!this.all().includes(record)) return;
    undo?.();
    throw new InputError("the record", [{ at: String(record.id), problem: "a delete hook prevented it" }]);
  }

  #existing(id: string): StoredRecord {
    const record = this.#byId.get(id);
    if (record !== undefined) return record;
    throw new InputError("the record", [{ at: id, problem: `unknown id among the ${this.#options.kind}` }]);
  }

  /**
   * Reserves the id and the unique values of a record while it is added.
   * @param ownId the id of the record that it replaces
   */
  async #reserve<Result>(values: NewRecord, add: () => Promise<Result>, ownId?: string): Promise<Result> {
    const id = String(values.id);
    if (id !== ownId) this.#rejectTaken(id);
    this.#pending.set(id, values);
    try {
      return await add();
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

  /** Changes the list, and indexes it again, also if a hook aborts the change halfway. */
  #reindexed<Result>(change: () => Result, index = 0): Result {
    try {
      return change();
    } finally {
      this.#reindex(index);
    }
  }

  /** @param index the position from which on records may be other ones */
  #reindex(index = 0, origin?: Origin): void {
    this.#index();
    this.#tell(index, origin);
  }

  #index(): void {
    this.#replies.clear();
    this.#byId.clear();
    for (const values of this.#taken.values()) values.clear();
    for (const record of this.all()) this.#add(record);
    for (const id of this.hidden.keys()) if (!this.#byId.has(id)) this.hidden.delete(id);
  }

  #add(record: StoredRecord): void {
    const id = String(record.id);
    this.#byId.set(id, record);
    if (wholeNumber.test(id)) this.#lastNumber = Math.max(this.#lastNumber, Number(id));
    for (const [field, values] of this.#taken) values.add(valueIn(record, field));
  }

  #tell(index: number, origin: Origin | undefined): void {
    this.#replies.clear();
    this.#options.changed?.(index, origin);
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

/** The value of a member, or of a nested one: `attributes.email`. Never calls a getter. */
function valueIn(record: object, field: string): unknown {
  const value = valueOf(record, field);
  if (value !== undefined || !field.includes(".")) return value;
  return field
    .split(".")
    .reduce<unknown>((object, name) => (isObject(object) ? valueOf(object, name) : undefined), record);
}
