import { Collection, Query } from "@msw/data";
import type { CollectionName } from "../../fixtures/contract/record-kinds.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { isJson, mapMembers, valueAt, own, type Json } from "../../fixtures/values/json.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { RecordList, RecordData } from "../../fixtures/worlds/records.ts";

/** The values of a record to create. Without an `id`, it gets one. */
type NewRecord = Readonly<Record<string, Json | undefined>> & { readonly id?: string | number | undefined };

/**
 * A valid record that nobody else holds. @msw/data does not copy an instance of a class, and its copy takes longer than
 * the rest of a creation.
 */
class OwnRecord {
  readonly values: RecordData;

  constructor(values: RecordData) {
    this.values = values;
  }
}

/** A Standard Schema (https://standardschema.dev), which @msw/data takes. */
interface RecordValues {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      input: unknown,
    ) => { readonly value: RecordData } | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: NewRecord | OwnRecord; readonly output: RecordData };
  };
}

/** A record keeps the order of its members, which is part of the responses. */
const recordValues: RecordValues = {
  "~standard": {
    version: 1,
    vendor: "orgkit",
    validate: (input) => {
      if (input instanceof OwnRecord) return { value: input.values };
      // As in JSON, an `undefined` member is absent.
      const members = Object.entries(Object(input)).filter(([, member]) => member !== undefined);
      const value: Readonly<Record<string, unknown>> = Object.fromEntries(members);
      if (isRecordData(value)) return { value };
      return { issues: [{ message: "expected an object of JSON values with an id, a string or a whole number" }] };
    },
  },
};

function isRecordData(value: Readonly<Record<string, unknown>>): value is RecordData {
  const id = own(value, "id");
  return (Number.isInteger(id) || (typeof id === "string" && id !== "")) && isJson(value);
}

type Records = Collection<typeof recordValues>;
type StoredRecord = ReturnType<Records["all"]>[number];
type Match<Strict extends boolean> = Strict extends true ? StoredRecord : StoredRecord | undefined;
type Which = Parameters<Records["delete"]>[0];

/** Whether a request changed records, or a person or a test. */
export type Origin = "request" | "edit";

/** How long a new record stays out of lists: until either limit is reached. */
interface VisibilityDelay {
  /** The number of reads of the list that still leave it out; `null` for any number. */
  readonly reads: number | null;
  /** Milliseconds since 1970; `null` forever. */
  readonly until: number | null;
}

export interface RecordCollectionOptions {
  readonly kind: CollectionName;
  /** Issues an id for a record without one. */
  readonly newId: (list: RecordCollection) => string | number;
  /** What timestamps such as `{{now - 1 hour}}` of a new record refer to: milliseconds since 1970. */
  readonly startedAt: number;
  /** Called for each record that a test or a person adds or changes. */
  readonly edited: (kind: CollectionName, record: RecordData) => void;
  /** Called after each change of the list, except by `restore`. A changed record is another object. */
  readonly changed: (origin: Origin) => void;
}

const maxAddedLength = 64e6;

/** What to tell who adds one more. */
export const fullText =
  "The mock holds 64 MB of records that were added to this account, its maximum. Remove some, or reset the mock.";

/** An id that a sequence can continue. */
const wholeNumber = /^\d{1,15}$/;

/** What is looked up in a list: records by id, and taken values of unique fields. */
interface RecordIndex {
  /** By id as text, as in a path. */
  readonly byId: Map<string, RecordData>;
  readonly uniqueValues: ReadonlyMap<string, Set<unknown>>;
}

/**
 * The records of one kind in one account, in the order of creation: a collection of @msw/data that also finds records
 * by id, and taken values of unique fields, in constant time. Most simulations only answer requests. So the records
 * stay as they are, and enter the collection when a test, a handler or a person asks for them. @msw/data calls its
 * hooks before a change, which may still be prevented or fail. So the index is made from the list itself, when it is
 * used after an operation.
 */
export class RecordCollection extends Collection<typeof recordValues> {
  /** Records that lists leave out for a while, by id. They can be read by id, and their unique values are taken. */
  readonly hidden = new Map<string, VisibilityDelay>();
  readonly kind: CollectionName;
  readonly #options: RecordCollectionOptions;
  /** The records of the start, and those that requests added; `undefined` once they are in the collection. */
  #plain: { readonly start: RecordList; readonly added: RecordData[] } | undefined;
  #recordMarks: RecordMarks = () => ({});
  #index: RecordIndex | undefined;
  #uniqueFields: readonly string[] = [];
  /** The length as JSON of each record that was added since the start, since only these can become any number. */
  readonly #addedLengths = new WeakMap<RecordData, number>();
  /** Their sum. */
  #addedLength = 0;
  /** The highest whole number that a record had as its id, also if it was removed. */
  #lastNumber = 0;

  constructor(options: RecordCollectionOptions) {
    super({ schema: recordValues });
    this.kind = options.kind;
    this.#options = options;
  }

  override async create(values: NewRecord): Promise<StoredRecord> {
    this.#open();
    const { id = this.newId() } = values;
    this.#rejectTakenId(String(id));
    // A member keeps the place where it is first.
    const members = { ...(values.id === undefined && { id }), ...this.#resolveTimestamps(values), id };
    return this.#place(await super.create(members), "edit");
  }

  override all(): StoredRecord[] {
    this.#open();
    return super.all();
  }

  override count(): number {
    return this.#plain === undefined ? super.count() : this.#plain.start.length + this.#plain.added.length;
  }

  override findFirst<Strict extends boolean>(
    which?: Parameters<Records["findFirst"]>[0],
    options?: { readonly strict?: Strict },
  ): Match<Strict> {
    this.#open();
    return super.findFirst<Strict>(which, options);
  }

  override findMany(...options: Parameters<Records["findMany"]>): StoredRecord[] {
    this.#open();
    return super.findMany(...options);
  }

  override update<Strict extends boolean>(
    which: Which,
    options: Parameters<Records["update"]>[1] & { readonly strict?: Strict },
  ): Promise<Match<Strict>> {
    return this.#edit(super.update<Strict>(which, options), (record) => (record === undefined ? [] : [record]));
  }

  override updateMany(...options: Parameters<Records["updateMany"]>): Promise<StoredRecord[]> {
    return this.#edit(super.updateMany(...options), (records) => records);
  }

  override delete<Strict extends boolean>(which: Which, options?: { readonly strict?: Strict }): Match<Strict> {
    return this.#change(() => super.delete<Strict>(which, options));
  }

  override deleteMany(...options: Parameters<Records["deleteMany"]>): StoredRecord[] {
    return this.#change(() => super.deleteMany(...options));
  }

  override clear(): void {
    this.#change(() => this.#empty());
  }

  /** Relations would be part of each response, and may be circular. */
  override defineRelations(): never {
    throw inputError(
      "the collection",
      "defineRelations",
      "records of a mock are plain JSON; define relations in collections of your own",
    );
  }

  /** The records, to read only: they do not enter the collection. */
  records(): readonly RecordData[] {
    return this.#plain === undefined ? super.all() : this.slice(0, this.count());
  }

  /** Records by their position, to read only. */
  slice(from: number, to: number): readonly RecordData[] {
    if (this.#plain === undefined) return super.all().slice(from, to);
    const { start, added } = this.#plain;
    const later = to > start.length ? added.slice(Math.max(from - start.length, 0), to - start.length) : [];
    return [...start.slice(from, to), ...later];
  }

  /**
   * Adds a record as it is, also texts such as `{{now}}`.
   * @param index its position; by default, and beyond the end, the end
   * @throws InputError if another record has the id
   */
  async insert(values: RecordData, origin: Origin, index?: number): Promise<void> {
    this.#rejectTakenId(String(values.id));
    const isOwn = origin === "request" && this.hooks.listenerCount("create") === 0;
    if (this.#plain !== undefined && isOwn && index === undefined) {
      this.#plain.added.push(values);
      this.#keepLength(values);
      this.#addToIndex(values, this.#indexed());
      return this.#options.changed(origin);
    }
    this.#open();
    const record = await super.create(isOwn ? new OwnRecord(values) : values);
    this.#keepLength(record);
    this.#place(record, origin, index);
  }

  /**
   * Replaces the record with an id, which may change. Runs the hooks of a creation.
   * @throws InputError if there is none, or another record has the new id
   */
  async replace(id: string, values: RecordData): Promise<RecordData> {
    this.#open();
    const before = this.#get(id);
    if (String(values.id) !== id) this.#rejectTakenId(String(values.id));
    const record = await super.create(values);
    const records = super.all();
    const index = records.indexOf(before);
    records.splice(index, 1, ...records.splice(records.lastIndexOf(record), 1));
    this.#changed();
    this.#options.edited(this.kind, record);
    return record;
  }

  /** @throws InputError if no record has the id, or a hook prevents it */
  remove(id: string): void {
    this.#open();
    const record = this.#get(id);
    this.#change(() => super.delete(record));
    if (this.find(id) !== record) return;
    throw inputError("the record", id, "a delete hook prevented it");
  }

  /** Issues an id that is not taken, in the dialect's format. */
  newId(): string | number {
    return this.#options.newId(this);
  }

  /** Whether the records that were added have reached the maximum size. */
  get isFull(): boolean {
    return this.#addedLength >= maxAddedLength;
  }

  /** @param id as text, as in a path */
  find(id: string): RecordData | undefined {
    return this.#indexed().byId.get(id);
  }

  /** A whole number higher than any id so far, and than the number of records. */
  get nextNumber(): number {
    this.#indexed();
    return Math.max(this.#lastNumber, this.count()) + 1;
  }

  /** Whether another record has the value of this one in a unique field. */
  isTaken(field: string, record: RecordData): boolean {
    const value = readMember(record, field);
    return value !== undefined && this.#indexed().uniqueValues.get(field)?.has(value) === true;
  }

  /** The fields that `isTaken` checks. */
  set unique(fields: readonly string[]) {
    this.#uniqueFields = fields;
    this.#index = undefined;
  }

  /** Replaces all records; none of them is hidden. */
  async restore(records: RecordList): Promise<void> {
    this.#recordMarks = await learnRecordMarks();
    this.#empty();
    this.hidden.clear();
    this.#lastNumber = 0;
    this.#addedLength = 0;
    this.#index = undefined;
    if (this.hooks.listenerCount("create") === 0) this.#plain = { start: records, added: [] };
    else for (const record of records.all()) await super.create(record);
  }

  /** Moves the records into the collection: from now on, anybody may hold and change them. */
  #open(): void {
    const records = this.records();
    if (this.#plain === undefined) return;
    this.#plain = undefined;
    this.#index = undefined;
    for (const record of records) {
      const copy = Object.defineProperties({ ...record }, this.#recordMarks());
      const length = this.#addedLengths.get(record);
      if (length !== undefined) this.#addedLengths.set(copy, length);
      if (isStored(copy)) super.all().push(copy);
    }
  }

  /** As in a world. */
  #resolveTimestamps(values: NewRecord): NewRecord {
    const { startedAt } = this.#options;
    return mapMembers(values, (value) => (typeof value === "string" ? resolveTimestamp(value, startedAt) : value));
  }

  /** Moves a new record to its position. */
  #place(record: StoredRecord, origin: Origin, index = Number.POSITIVE_INFINITY): StoredRecord {
    const records = super.all();
    const position = records.lastIndexOf(record);
    if (index < position) records.splice(index, 0, ...records.splice(position, 1));
    if (this.#index !== undefined) this.#addToIndex(record, this.#index);
    if (origin === "edit") this.#options.edited(this.kind, record);
    this.#options.changed(origin);
    return record;
  }

  #keepLength(record: RecordData): void {
    const { length } = JSON.stringify(record);
    this.#addedLengths.set(record, length);
    this.#addedLength += length;
  }

  #get(id: string): StoredRecord {
    const record = super.all().find((one) => String(one.id) === id);
    if (record !== undefined) return record;
    throw inputError("the record", id, `unknown id among the ${this.kind}`);
  }

  /** Two records with one id would be indistinguishable. */
  #rejectTakenId(id: string): void {
    if (this.find(id) === undefined) return;
    throw inputError("the record", "id", `another of the ${this.kind} has "${id}"`);
  }

  /** `Collection.clear` calls its hooks for only half of the records, and takes quadratic time. */
  #empty(): void {
    if (this.hooks.listenerCount("delete") > 0) super.deleteMany(new Query(() => true));
    this.#plain = undefined;
    super.all().length = 0;
  }

  /** Waits for an edit, and passes on each record that it changed; the list may have changed also if a hook aborts it. */
  async #edit<Result>(edit: Promise<Result>, listRecords: (result: Result) => readonly RecordData[]): Promise<Result> {
    try {
      const result = await edit;
      for (const record of listRecords(result)) this.#options.edited(this.kind, record);
      return result;
    } finally {
      this.#changed();
    }
  }

  /** Changes the list, and forgets its index, also if a hook aborts the change halfway. */
  #change<Result>(change: () => Result): Result {
    // The numbers of removed ids are not given again.
    this.#indexed();
    try {
      return change();
    } finally {
      this.#changed();
    }
  }

  #changed(): void {
    this.#index = undefined;
    this.#addedLength = this.records().reduce((sum, record) => sum + (this.#addedLengths.get(record) ?? 0), 0);
    if (this.hidden.size > 0) {
      const { byId } = this.#indexed();
      for (const id of this.hidden.keys()) if (!byId.has(id)) this.hidden.delete(id);
    }
    this.#options.changed("edit");
  }

  #indexed(): RecordIndex {
    if (this.#index !== undefined) return this.#index;
    const uniqueValues = new Map(this.#uniqueFields.map((field) => [field, new Set()]));
    const index = (this.#index = { byId: new Map(), uniqueValues });
    for (const record of this.records()) this.#addToIndex(record, index);
    return index;
  }

  #addToIndex(record: RecordData, { byId, uniqueValues }: RecordIndex): void {
    const id = String(record.id);
    byId.set(id, record);
    if (wholeNumber.test(id)) this.#lastNumber = Math.max(this.#lastNumber, Number(id));
    for (const [field, values] of uniqueValues) values.add(readMember(record, field));
  }
}

/** What @msw/data adds to a record, by which it knows it again. */
type RecordMarks = () => PropertyDescriptorMap;

function isStored(record: RecordData): record is StoredRecord {
  return Object.getOwnPropertySymbols(record).length > 0;
}

let learning: Promise<RecordMarks> | undefined;

/** The names of the marks are symbols that are not exported, but each record has them: a key, and its relations. */
function learnRecordMarks(): Promise<RecordMarks> {
  learning ??= new Collection({ schema: recordValues }).create({ id: "any" }).then((record) => {
    const marks = Object.getOwnPropertySymbols(record).map((mark) => {
      const isKey = typeof Reflect.get(record, mark) === "string";
      return { mark, create: () => ({ value: isKey ? crypto.randomUUID() : new Map() }) };
    });
    return () => Object.fromEntries(marks.map(({ mark, create }) => [mark, create()]));
  });
  return learning;
}

/** A member of a record, or a nested one: `address.city`. */
export function readMember(record: RecordData, field: string): Json | undefined {
  if (Object.hasOwn(record, field)) return record[field] ?? null;
  return field.includes(".") ? valueAt(record, field) : undefined;
}
