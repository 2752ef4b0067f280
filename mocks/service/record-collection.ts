import { Collection, Query } from "@msw/data";
import { InputError } from "../../fixtures/input-error.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { HiddenRecords } from "./hidden-records.ts";
import { appendedTo, changesOf, type Origin, type RecordChange } from "./record-changes.ts";
import { RecordIndex, type PendingRecord } from "./record-index.ts";
import {
  createdFrom,
  recordValues,
  valueOf,
  withoutRelations,
  withRelations,
  type NewRecord,
} from "./record-values.ts";

type Records = Collection<typeof recordValues>;
type StoredRecord = ReturnType<Records["all"]>[number];
type Found<Strict extends boolean> = Strict extends true ? StoredRecord : StoredRecord | undefined;
type Which = Parameters<Records["delete"]>[0];
type Change = Parameters<Records["update"]>[1]["data"];

export interface RecordCollectionOptions {
  readonly kind: string;
  /** Makes an id that no record has. */
  readonly newId: () => string | number;
  /** Called for each record that is added, replaced or removed, except by `restore`. */
  readonly changed?: ((change: RecordChange, origin: Origin | undefined) => void) | undefined;
}

/**
 * The records of one kind in one account, in the order of creation: a collection of @msw/data that also finds records
 * by id, and taken values of unique fields, in constant time.
 * @msw/data calls its hooks before a change, which may still be prevented or fail. So the index and the listeners
 * follow the list itself, right after each operation.
 */
export class RecordCollection extends Collection<typeof recordValues> {
  readonly hidden = new HiddenRecords((id) => this.find(id) !== undefined);
  readonly #options: RecordCollectionOptions;
  #unique: readonly string[] = [];
  readonly #pending = new Map<string, PendingRecord>();
  #index = new RecordIndex([], this.#pending);
  /** The list that the index describes. */
  #indexed: RecordData[] = [];
  #version = 0;
  #hasRelations = false;

  constructor(options: RecordCollectionOptions) {
    super({ schema: recordValues });
    this.#options = options;
  }

  override create(values: NewRecord, origin?: Origin): Promise<StoredRecord> {
    if (values.id !== undefined) return this.#create(values, { origin });
    const first = { id: this.#options.newId() };
    return this.#create({ ...first, ...values, ...first }, { origin });
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

  isTaken(field: string, value: unknown): boolean {
    return this.#index.isTaken(field, value);
  }

  /** The fields that `isTaken` checks. */
  set unique(fields: readonly string[]) {
    this.#unique = fields;
    this.#indexAll();
  }

  /** All records as plain data, without relations. */
  records(): readonly RecordData[] {
    return this.sent(this.#indexed.slice(), 0);
  }

  /** All records as they are sent: with their relations, but without the relations of those. */
  sent(records: readonly RecordData[], levels = 1): readonly RecordData[] {
    return this.#hasRelations ? records.map((record) => withRelations(record, levels)) : records;
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
    this.#indexAll();
    for (const record of records) {
      const kept = await this.#push(record);
      this.#indexed.push(kept);
      this.#index.add(kept);
    }
    this.#version += 1;
  }

  /** Changes with every change; `undefined` while reads can differ without one. */
  get version(): number | undefined {
    return this.hidden.size === 0 && !this.#hasRelations ? this.#version : undefined;
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
    const problem = "a delete hook of the collection prevented it";
    throw new InputError("the record", [{ at: String(record.id), problem }]);
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
    const changes = [...(isAppended ? appendedTo : changesOf)(this.#indexed, this.all())];
    for (const { before, after } of changes) {
      if (before !== undefined) this.#index.delete(before.record);
      if (after !== undefined) this.#index.add(after.record);
      if (after !== undefined && isAppended) this.#indexed.push(after.record);
    }
    if (!isAppended) this.#indexed = this.all().slice();
    this.#version += 1;
    this.hidden.update();
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

  #indexAll(): void {
    this.#indexed = this.all().slice();
    this.#version += 1;
    this.#index = new RecordIndex(this.#unique, this.#pending);
    for (const record of this.#indexed) this.#index.add(record);
  }
}
