/** What keeps things that can be forgotten, the oldest first. */
export interface Keeper {
  /** When the oldest of them came, as `Share.tick` counts; `undefined` where there is nothing to forget. */
  readonly oldest: number | undefined;
  /** Forgets the oldest, and gives back what it took. */
  forget(): void;
}

/** What one simulation takes of a budget. */
export interface Share {
  readonly budget: Budget;
  /** Counts what comes, over all shares. */
  tick(): number;
  join(keeper: Keeper): void;
  /** Takes bytes for what can be forgotten, or gives them back; where they are too many, the oldest of all is forgotten. */
  take(bytes: number): void;
  /** Takes bytes for what must not be forgotten, or gives them back. @returns whether there was room */
  reserve(bytes: number): boolean;
  /** Gives everything back. */
  end(): void;
}

/**
 * How much memory a server may use beside the records it serves: for histories, snapshots, sandboxes and caches. One
 * for a simulation and all its sandboxes. Bytes are estimates, heads included.
 */
export class Budget {
  readonly bytes: number;
  readonly #keepers = new Set<Keeper>();
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
    const own = new Set<Keeper>();
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
      let next: Keeper | undefined;
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
