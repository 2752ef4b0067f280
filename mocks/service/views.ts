import type { RecordData } from "../../fixtures/worlds/world.ts";
import { Budget, type Keeper, type Share } from "./budget.ts";

/** Which records of a list are shown. Two filters of the same key admit the same records. */
export interface Filter {
  readonly key: string;
  readonly admits: (record: RecordData) => boolean;
  /** What a record must hold to be admitted: for each field, one of the values, as texts. */
  readonly wanted: readonly { readonly field: string; readonly values: readonly string[] }[];
}

/** In which order records are shown; equal ones in the order of the list. Two orders of the same key are the same. */
export interface Order {
  readonly key: string;
  readonly compare: (one: RecordData, other: RecordData) => number;
}

interface View {
  readonly filter: Filter | undefined;
  readonly order: Order | undefined;
  readonly records: RecordData[];
}

/** How many records all views of a list hold together, and how many views there are, at most; one is always kept. */
const mostHeld = 2_000_000;
const mostViews = 50;

/**
 * Filtered and ordered views of one list, kept for the next reader: a page of a view costs the same at any
 * length of the list. Those longest not asked for make room.
 */
export class Views implements Keeper {
  readonly #share: Share;
  // A Map keeps its keys in the order in which they were set: the first is the one longest not asked for.
  readonly #views = new Map<string, View>();
  #held = 0;
  #since: number | undefined;

  constructor(share: Share = new Budget().share()) {
    this.#share = share;
    share.join(this);
  }

  get oldest(): number | undefined {
    return this.#since;
  }

  /** All of them: each can be made anew. */
  forget(): void {
    this.clear();
  }

  /** @param all the list as it stands */
  of(all: readonly RecordData[], filter: Filter | undefined, order: Order | undefined): readonly RecordData[] {
    if (filter === undefined && order === undefined) return all;
    const key = JSON.stringify([filter?.key, order?.key]);
    const known = this.#views.get(key);
    const view = known ?? make(all, filter, order);
    this.#views.delete(key);
    this.#views.set(key, view);
    this.#since ??= this.#share.tick();
    if (known === undefined) this.#hold(view.records.length);
    this.#makeRoom();
    return view.records;
  }

  /** Told of a record added at the end of the list. */
  added(record: RecordData): void {
    for (const { filter, order, records } of this.#views.values()) {
      if (filter !== undefined && !filter.admits(record)) continue;
      this.#hold(1);
      if (order === undefined) records.push(record);
      else records.splice(placeAfterEquals(records, record, order), 0, record);
    }
  }

  /** Told of any other change. */
  clear(): void {
    this.#views.clear();
    this.#since = undefined;
    this.#hold(-this.#held);
  }

  /** A reference each. */
  #hold(records: number): void {
    this.#held += records;
    this.#share.take(8 * records);
  }

  #makeRoom(): void {
    for (const [key, { records }] of this.#views) {
      const isRoom = this.#held <= mostHeld && this.#views.size <= mostViews;
      if (isRoom || this.#views.size === 1) return;
      this.#views.delete(key);
      this.#hold(-records.length);
    }
  }
}

function make(all: readonly RecordData[], filter: Filter | undefined, order: Order | undefined): View {
  const admitted = filter === undefined ? [...all] : all.filter(filter.admits);
  if (order !== undefined) admitted.sort(order.compare);
  return { filter, order, records: admitted };
}

function placeAfterEquals(records: readonly RecordData[], record: RecordData, { compare }: Order): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = records[middle];
    if (other !== undefined && compare(other, record) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
