import { Collection, Query } from "@msw/data";
import { InputError } from "../../fixtures/input-error.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { RecordIndex, valueIn, type Origin, type RecordChange } from "./record-index.ts";
import {
  createdFrom,
  recordValues,
  valueOf,
  withoutRelations,
  withRelations,
  type NewRecord,
  type VisibilityDelay,
} from "./record-values.ts";

type Records = Collection<typeof recordValues>;
type StoredRecord = ReturnType<Records["all"]>[number];
type Found<Strict extends boolean> = Strict extends true ? StoredRecord : StoredRecord | undefined;
type Which = Parameters<Records["delete"]>[0];
type Change = Parameters<Records["update"]>[1]["data"];

interface RecordCollectionOptions {
  readonly kind: string;
  readonly newId: () => string | number;
  /** What timestamps such as `{{now - 1 hour}}` of a new record refer to: milliseconds since 1970. */
  readonly startedAt: number;
  /** Called for each record that is added, replaced or removed, except by `restore`. */
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
  /** Records that are being added or removed, by id. Their ids and unique values are taken. */
  readonly #pending = new Map<string, { readonly values: object; readonly origin: Origin | undefined }>();
  /** Serializing a page costs more than all the rest of a request, and frontends request the same again and again. */
  readonly #replies = new Map<string, Reply>();
  #hasRelations = false;

  constructor(options: RecordCollectionOptions) {
    super({ schema: recordValues });
    this.#options = options;
  }

  override create(values: NewRecord, origin?: Origin): Promise<StoredRecord> {
    const { id = this.#options.newId() } = values;
    // A request's texts stay as they are.
    const resolved = origin === undefined ? this.#withTimestamps(values) : values;
    // A member keeps the place where it is first.
    return this.#create({ ...(values.id === undefined && { id }), ...resolved, id }, { origin });
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

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#index.find(id);
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
    const isPending = (): boolean => this.#pending.values().some(({ values }) => valueIn(values, field) === value);
    return value !== undefined && (this.#index.isTaken(field, value) || isPending());
  }

  /** The fields that `isTaken` checks. */
  set unique(fields: readonly string[]) {
    this.#indexAll(fields);
  }

  /** All records as plain data, without relations. */
  records(): readonly RecordData[] {
    return this.sent(this.#index.records.slice(), 0);
  }

  /** All records as they are sent: with their relations, but without the relations of those. */
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

  /**
   * Repeats or undoes a change. A position beyond the end means the end.
   * @throws InputError if another record has the id
   */
  async apply({ before, after }: RecordChange, origin?: Origin): Promise<void> {
    const id = String(before?.record.id);
    const removed = before && this.all().find((record) => String(record.id) === id);
    if (after !== undefined) await this.#create(after.record, { index: after.index, removed, origin });
    else if (removed !== undefined) {
      this.#pending.set(id, { values: {}, origin });
      try {
        this.#settled(() => this.#remove(removed));
      } finally {
        this.#pending.delete(id);
      }
    }
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

  async #create(
    values: NewRecord,
    { index, removed, origin }: { index?: number; removed?: StoredRecord | undefined; origin?: Origin | undefined },
  ): Promise<StoredRecord> {
    const id = String(values.id);
    this.#rejectTaken(id, removed);
    this.#pending.set(id, { values, origin });
    let isLast = false;
    try {
      const record = await this.#push(values);
      const all = this.all();
      if (removed !== undefined) this.#remove(removed, () => all.splice(all.lastIndexOf(record), 1));
      isLast = removed === undefined && (index === undefined || index >= all.length - 1);
      if (!isLast) {
        all.splice(all.lastIndexOf(record), 1);
        all.splice(index ?? all.length, 0, record);
      }
      return record;
    } finally {
      this.#settle(isLast);
      this.#pending.delete(id);
    }
  }

  /** Appends a record. Hooks get the given values themselves. */
  #push(values: NewRecord): Promise<StoredRecord> {
    return super.create(this.hooks.listenerCount("create") === 0 ? createdFrom(values) : values);
  }

  #remove(record: StoredRecord, prevented?: () => void): void {
    super.delete(record);
    if (!this.all().includes(record)) return;
    prevented?.();
    throw new InputError("the record", [{ at: String(record.id), problem: "a delete hook prevented it" }]);
  }

  /** Two records with one id would be indistinguishable. */
  #rejectTaken(id: string, apartFrom?: StoredRecord): void {
    const holder = this.find(id);
    if (!this.#pending.has(id) && (holder === undefined || holder === apartFrom)) return;
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
   * Updates the index to match the list, and reports the changes.
   * @param isAppended whether records were only added at the end
   */
  #settle(isAppended = false): void {
    this.#replies.clear();
    const changes = this.#index.update(this.all(), isAppended);
    for (const id of this.hidden.keys()) if (this.find(id) === undefined) this.hidden.delete(id);
    for (const change of changes) {
      const { origin } = this.#pending.get(String((change.after ?? change.before)?.record.id)) ?? {};
      this.#options.changed?.(this.#hasRelations ? withoutRelations(change) : change, origin);
    }
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
