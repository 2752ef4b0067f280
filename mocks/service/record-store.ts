import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Share } from "./budget.ts";
import { UniqueValues } from "./unique-values.ts";
import { Views, type Filter, type Order } from "./views.ts";

/** A record and where it stands in the list. */
export interface Placed {
  readonly record: RecordData;
  readonly index: number;
}

/** One change of a list: a record that came, or one that went. */
export type RecordChange = { readonly added: Placed } | { readonly removed: Placed };

/** How long a record is kept out of what readers see: until the one or the other. */
export interface Hiding {
  /** So many readings of the list go by without it. */
  readonly readings: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface RecordStoreOptions {
  /** Fields whose values `isTaken` is asked about. */
  readonly unique?: readonly string[];
  /** Told of each record that comes or goes, but not of an exchange. */
  readonly changed?: (change: RecordChange) => void;
  /** For its views. */
  readonly share?: Share;
}

/**
 * The records of one kind in one account, in the order of creation. A look-up by id, one by unique field, a page
 * of the list or of a view, and a creation cost the same at any number of records. No record is ever changed:
 * another one takes its place.
 */
export class RecordStore {
  readonly #changed: (change: RecordChange) => void;
  readonly #byId = new Map<string, RecordData>();
  readonly #uniqueValues: UniqueValues;
  readonly #views: Views;
  readonly #hidden = new Map<RecordData, Hiding>();
  // Grows in place; any other change makes it anew, so that whoever took its first so many records keeps them.
  #records: RecordData[] = [];
  #version = 0;

  constructor({ unique = [], changed = () => undefined, share }: RecordStoreOptions = {}) {
    this.#views = new Views(share);
    this.#uniqueValues = new UniqueValues(unique);
    this.#changed = changed;
  }

  /** How many records there are, hidden ones included. */
  get size(): number {
    return this.#records.length;
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  /** Every record, hidden ones included. The live list: read it, do not change it. */
  all(): readonly RecordData[] {
    return this.#records;
  }

  /** @returns what gives the records as they are now, whenever it is asked: taken at no cost, copied only then */
  mark(): () => readonly RecordData[] {
    const records = this.#records;
    const { length } = records;
    return () => records.slice(0, length);
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
   * What a reader of the list sees: every record that is not hidden, by filter and order.
   * @param now milliseconds since 1970
   */
  read(now: number, filter?: Filter, order?: Order): readonly RecordData[] {
    const seen = this.#fewest(filter) ?? this.#views.of(this.#records, filter, order);
    if (this.#hidden.size === 0) return seen;
    for (const [record, { readings, until }] of this.#hidden) {
      if (readings <= 0 || until <= now) this.#hidden.delete(record);
      else this.#hidden.set(record, { readings: readings - 1, until });
    }
    return seen.filter((record) => !this.#hidden.has(record));
  }

  /** @param id as text, the way a path carries it */
  find(id: string): RecordData | undefined {
    return this.#byId.get(id);
  }

  isTaken(field: string, value: unknown): boolean {
    return this.#uniqueValues.has(field, value);
  }

  add(record: RecordData): void {
    this.insert({ record, index: this.#records.length });
  }

  /** Adds a record at a place of the list, for instance where it once stood; at its end, where the place is beyond. */
  insert({ record, index }: Placed): void {
    const isLast = index >= this.#records.length;
    if (isLast) {
      this.#records.push(record);
      this.#views.added(record);
    } else {
      this.#records = this.#records.toSpliced(index, 0, record);
      this.#views.clear();
    }
    this.#version += 1;
    this.#index(record);
    this.#changed({ added: { record, index: isLast ? this.#records.length - 1 : index } });
  }

  /** Takes a record out; `undefined` where no record has the id. */
  remove(id: string): Placed | undefined {
    const record = this.#byId.get(id);
    if (record === undefined) return undefined;
    const index = this.#records.indexOf(record);
    this.#records = this.#records.toSpliced(index, 1);
    this.#views.clear();
    this.#byId.delete(id);
    this.#uniqueValues.delete(record);
    this.#hidden.delete(record);
    this.#version += 1;
    this.#changed({ removed: { record, index } });
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

  /** Holds other records instead, hidden ones shown. */
  exchange(records: readonly RecordData[]): void {
    this.#records = [...records];
    this.#version += 1;
    this.#views.clear();
    this.#hidden.clear();
    this.#byId.clear();
    this.#uniqueValues.clear();
    for (const record of records) this.#index(record);
  }

  /** Where a filter names a unique value and no more than one record holds it: that record, if it is admitted. */
  #fewest(filter: Filter | undefined): readonly RecordData[] | undefined {
    const { field, values } = filter?.wanted.find((wanted) => this.#uniqueValues.knows(wanted.field)) ?? {};
    const [text = ""] = values ?? [];
    // Lists and objects are found by no value: each is its own.
    const isFound = values?.length === 1 && !/^[[{]/.test(text);
    if (filter === undefined || field === undefined || !isFound) return undefined;
    const holders = this.#holdersOf(field, text);
    return holders.length > 1 ? undefined : holders.filter(filter.admits);
  }

  /** A query tells no text from another value that reads the same. */
  #holdersOf(field: string, text: string): readonly RecordData[] {
    const other = otherValue(text);
    const others = other === undefined ? [] : this.#uniqueValues.holders(field, other);
    return [...this.#uniqueValues.holders(field, text), ...others];
  }

  #index(record: RecordData): void {
    this.#byId.set(String(record.id), record);
    this.#uniqueValues.add(record);
  }
}

/** The number, boolean or null that a text is the JSON of. */
function otherValue(text: string): number | boolean | null | undefined {
  if (text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text !== "" && String(number) === text ? number : undefined;
}
