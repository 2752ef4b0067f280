import type { RecordData } from "../../fixtures/worlds/world.ts";

/** How long a new record stays out of lists: until either limit is reached. */
export interface VisibilityDelay {
  /** The number of reads of the list that still leave it out. */
  readonly readings: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Records that lists leave out for a while. They can be read by id, and their unique values are taken. */
export class HiddenRecords {
  readonly #hidden = new Map<string, VisibilityDelay>();
  readonly #isThere: (id: string) => boolean;

  constructor(isThere: (id: string) => boolean) {
    this.#isThere = isThere;
  }

  get size(): number {
    return this.#hidden.size;
  }

  all(): readonly (VisibilityDelay & { readonly id: string })[] {
    return [...this.#hidden].map(([id, delay]) => ({ id, ...delay }));
  }

  add(id: string, delay: VisibilityDelay): void {
    if (this.#isThere(id)) this.#hidden.set(id, delay);
  }

  clear(): void {
    this.#hidden.clear();
  }

  /** Drops the records that no longer exist. */
  update(): void {
    for (const id of this.#hidden.keys()) if (!this.#isThere(id)) this.#hidden.delete(id);
  }

  /**
   * Filters the records of a list, and counts one read.
   * @param now milliseconds since 1970
   */
  read(records: readonly RecordData[], now: number): readonly RecordData[] {
    if (this.size === 0) return records;
    for (const [id, { readings, until }] of this.#hidden) {
      if (readings <= 0 || until <= now) this.#hidden.delete(id);
      else this.#hidden.set(id, { readings: readings - 1, until });
    }
    return records.filter(({ id }) => !this.#hidden.has(String(id)));
  }
}
