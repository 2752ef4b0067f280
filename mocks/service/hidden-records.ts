import type { RecordData } from "../../fixtures/worlds/world.ts";

/** How long a record is kept out of what readers see: until the one or the other. */
export interface VisibilityDelay {
  /** The next N readings of the list go by without it. */
  readonly readings: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What readers of a list miss for a while: it is found by its id, and its unique values stay taken. */
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
    return [...this.#hidden].map(([id, hiding]) => ({ id, ...hiding }));
  }

  add(id: string, hiding: VisibilityDelay): void {
    if (this.#isThere(id)) this.#hidden.set(id, hiding);
  }

  clear(): void {
    this.#hidden.clear();
  }

  /** Forgets those that are no longer there. */
  update(): void {
    for (const id of this.#hidden.keys()) if (!this.#isThere(id)) this.#hidden.delete(id);
  }

  /**
   * Counts as a reading.
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
