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
 * Limits the memory that a server uses beside its records: histories, snapshots and sandboxes, of a simulation
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

export interface NewestOptions<Item> {
  /** The maximum number of items. */
  readonly capacity: number;
  /** The share that the bytes of the items are taken from. */
  readonly share?: Share | undefined;
  /** In bytes. */
  readonly weigh: (item: Item) => number;
}

/** The newest items of an endless sequence; older ones are dropped. Adding an item takes constant time. */
export class Newest<Item> implements Evictable {
  readonly #capacity: number;
  readonly #weigh: (item: Item) => number;
  readonly #share: Share;
  /** Items before `#start` are dropped already, and removed in batches. */
  #items: (Item | undefined)[] = [];
  /** The size of each item, stored apart: reading an old item would fetch it from main memory. */
  #weights: number[] = [];
  #ticks: number[] = [];
  #start = 0;
  /** Whether items were dropped since it was last cleared. */
  hasForgotten = false;

  constructor({ capacity, weigh, share = new Budget().share() }: NewestOptions<Item>) {
    this.#capacity = capacity;
    this.#weigh = weigh;
    this.#share = share;
    share.join(this);
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  get oldest(): number | undefined {
    return this.#ticks[this.#start];
  }

  /** The oldest first. */
  all(): readonly Item[] {
    return this.#items.slice(this.#start).filter((item) => item !== undefined);
  }

  add(item: Item): void {
    if (this.#capacity === 0) return;
    const weight = this.#weigh(item);
    this.#items.push(item);
    this.#weights.push(weight);
    this.#ticks.push(this.#share.tick());
    if (this.size > this.#capacity) this.forget();
    this.#share.take(weight);
  }

  /** Removes the last item; `undefined` if there is none. */
  pop(): Item | undefined {
    if (this.size === 0) return undefined;
    this.#ticks.pop();
    this.#share.take(-(this.#weights.pop() ?? 0));
    return this.#items.pop();
  }

  forget(): void {
    this.hasForgotten = true;
    // So that items removed later do not keep it alive.
    this.#items[this.#start] = undefined;
    const weight = this.#weights[this.#start] ?? 0;
    this.#start += 1;
    if (this.#start > Math.min(this.#capacity, this.#items.length) / 4) {
      this.#items = this.#items.slice(this.#start);
      this.#weights = this.#weights.slice(this.#start);
      this.#ticks = this.#ticks.slice(this.#start);
      this.#start = 0;
    }
    this.#share.take(-weight);
  }

  clear(): void {
    this.#share.take(-this.#weights.slice(this.#start).reduce((sum, weight) => sum + weight, 0));
    this.#items = [];
    this.#weights = [];
    this.#ticks = [];
    this.#start = 0;
    this.hasForgotten = false;
  }
}
