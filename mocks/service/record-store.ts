import { Collection } from "@msw/data";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { RecordData } from "../../fixtures/worlds/world.ts";

/** Records are validated where they enter (world file, request body), so the collection only types them. */
const recordSchema: StandardSchemaV1<RecordData> = {
  "~standard": {
    version: 1,
    vendor: "orgkit",
    validate: (value) => (isRecordData(value) ? { value } : { issues: [{ message: "expected a record with an id" }] }),
  },
};

function isRecordData(value: unknown): value is RecordData {
  return typeof value === "object" && value !== null && "id" in value;
}

/** The records and the indexes over them, exchanged as one. */
interface Contents {
  readonly collection: Collection<typeof recordSchema>;
  readonly byId: Map<string, RecordData>;
  /** Of each unique field, how many records hold a value. */
  readonly holders: ReadonlyMap<string, Map<unknown, number>>;
}

/** A record and where it stands in the list. */
export interface Placed {
  readonly record: RecordData;
  readonly index: number;
}

/** How long a record is kept out of what readers see: until the one or the other. */
export interface Hiding {
  /** So many readings of the list go by without it. */
  readonly readings: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * The records of one kind in one account, in the order of creation. Look-ups by id and by unique field go
 * through indexes that the collection's own hooks keep, so they cost the same at any size.
 */
export class RecordStore {
  readonly #uniqueFields: readonly string[];
  readonly #hidden = new Map<RecordData, Hiding>();
  #contents: Contents;

  /** @param uniqueFields fields whose values `isTaken` is asked about */
  constructor(uniqueFields: readonly string[] = []) {
    this.#uniqueFields = uniqueFields;
    this.#contents = emptyContents(uniqueFields);
  }

  /** How many records there are, hidden ones included. */
  get size(): number {
    return this.#contents.collection.count();
  }

  /** Every record, hidden ones included. The live list: read it, do not change it. */
  all(): readonly RecordData[] {
    return this.#contents.collection.all();
  }

  /** Whether a reader misses any. */
  get isHiding(): boolean {
    return this.#hidden.size > 0;
  }

  /** What a reader misses, and how long. */
  get hidden(): readonly (Hiding & { readonly id: string })[] {
    return [...this.#hidden].map(([{ id }, hiding]) => ({ id: String(id), ...hiding }));
  }

  /**
   * What a reader of the list sees: every record that is not hidden.
   * @param now milliseconds since 1970
   */
  read(now: number): readonly RecordData[] {
    if (this.#hidden.size === 0) return this.all();
    for (const [record, { readings, until }] of this.#hidden) {
      if (readings <= 0 || until <= now) this.#hidden.delete(record);
      else this.#hidden.set(record, { readings: readings - 1, until });
    }
    return this.all().filter((record) => !this.#hidden.has(record));
  }

  /** @param id as text, the way a path carries it */
  find(id: string): RecordData | undefined {
    return this.#contents.byId.get(id);
  }

  isTaken(field: string, value: unknown): boolean {
    return this.#contents.holders.get(field)?.has(value) ?? false;
  }

  async add(record: RecordData): Promise<RecordData> {
    return this.#contents.collection.create(record);
  }

  /** Adds a record at a place of the list, for instance where it once stood. */
  async insert({ record, index }: Placed): Promise<RecordData> {
    const added = await this.add(record);
    const all = this.#contents.collection.all();
    const end = all.findLastIndex((candidate) => candidate === added);
    all.splice(index, 0, ...all.splice(end, 1));
    return added;
  }

  /** Takes a record out; `undefined` where no record has the id. */
  remove(id: string): Placed | undefined {
    const index = this.#contents.collection.all().findIndex((record) => String(record.id) === id);
    const record = this.#contents.collection.all()[index];
    if (record === undefined) return undefined;
    this.#contents.collection.delete(record);
    this.#hidden.delete(record);
    return { record, index };
  }

  /** Keeps a record out of what readers see for a while; it is found by its id, and its unique values stay taken. */
  hide(id: string, hiding: Hiding): void {
    const record = this.find(id);
    if (record !== undefined) this.#hidden.set(record, hiding);
  }

  showAll(): void {
    this.#hidden.clear();
  }

  /**
   * Makes ready to hold other records instead, hidden ones shown.
   * @returns what exchanges them, at once, so that no reader sees a half of either
   */
  async prepare(records: readonly RecordData[]): Promise<() => void> {
    const contents = emptyContents(this.#uniqueFields);
    for (const record of records) await contents.collection.create({ ...record });
    return () => {
      this.#contents = contents;
      this.#hidden.clear();
    };
  }
}

function emptyContents(uniqueFields: readonly string[]): Contents {
  const collection = new Collection({ schema: recordSchema });
  const byId = new Map<string, RecordData>();
  const holders = new Map(uniqueFields.map((field) => [field, new Map<unknown, number>()]));
  const count = (record: RecordData, change: 1 | -1): void => {
    for (const [field, values] of holders) {
      if (!Object.hasOwn(record, field)) continue;
      const held = (values.get(record[field]) ?? 0) + change;
      if (held > 0) values.set(record[field], held);
      else values.delete(record[field]);
    }
  };
  collection.hooks.on("create", ({ data: { record } }) => {
    byId.set(String(record.id), record);
    count(record, 1);
  });
  collection.hooks.on("delete", ({ data: { deletedRecord } }) => {
    byId.delete(String(deletedRecord.id));
    count(deletedRecord, -1);
  });
  return { collection, byId, holders };
}
