/** Something whose oldest entries can be dropped. */
export interface Evictable {
  /** When its oldest entry was added, as `Share.tick` counts; `undefined` if it has none. */
  readonly oldest: number | undefined;
  /** Drops the oldest entry and releases its bytes. */
  forget(): void;
}

/** One simulation's share of a budget. */
export interface Share {
  readonly budget: Budget;
  /** Counts additions, over all shares. */
  tick(): number;
  join(keeper: Evictable): void;
  /**
   * Takes bytes for entries that can be dropped, or releases them. Over the limit, the oldest entry of all shares is
   * dropped.
   */
  take(bytes: number): void;
  /** Takes bytes for entries that must not be dropped, or releases them. @returns whether there was room */
  reserve(bytes: number): boolean;
  /** Releases everything. */
  end(): void;
}

/**
 * Limits the memory that a server uses beside its records: histories, snapshots, sandboxes and caches, of a simulation
 * and all its sandboxes. Bytes are estimates and include the overhead per entry.
 */
export class Budget {
  readonly bytes: number;
  readonly #keepers = new Set<Evictable>();
  #forgettable = 0;
  #reserved = 0;
  #ticks = 0;

  constructor(bytes = 256e6) {
    this.bytes = bytes;
  }

  get used(): number {
    return this.#forgettable + this.#reserved;
  }

  share(): Share {
    const own = new Set<Evictable>();
    let [forgettable, reserved, hasEnded] = [0, 0, false];
    return {
      budget: this,
      tick: () => (this.#ticks += 1),
      join: (keeper) => {
        if (hasEnded) return;
        own.add(keeper);
        this.#keepers.add(keeper);
      },
      take: (bytes) => {
        if (hasEnded) return;
        forgettable += bytes;
        this.#forgettable += bytes;
        if (bytes > 0) this.#makeRoom();
      },
      reserve: (bytes) => {
        if (this.#reserved + bytes > this.bytes) return false;
        if (hasEnded) return true;
        reserved += bytes;
        this.#reserved += bytes;
        this.#makeRoom();
        return true;
      },
      end: () => {
        hasEnded = true;
        for (const keeper of own) this.#keepers.delete(keeper);
        this.#forgettable -= forgettable;
        this.#reserved -= reserved;
      },
    };
  }

  #makeRoom(): void {
    while (this.used > this.bytes) {
      let next: Evictable | undefined;
      let oldest = Number.POSITIVE_INFINITY;
      for (const keeper of this.#keepers) {
        const came = keeper.oldest ?? Number.POSITIVE_INFINITY;
        if (came < oldest) [next, oldest] = [keeper, came];
      }
      if (next === undefined) return;
      next.forget();
    }
  }
}
