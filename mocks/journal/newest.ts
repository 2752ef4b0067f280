export interface NewestOptions<Item> {
  /** How many items are kept at most. */
  readonly capacity: number;
  /** How much they weigh together at most; the last one is kept whatever it weighs. */
  readonly weight: number;
  readonly weigh: (item: Item) => number;
}

/** The newest items of a sequence without end; the older ones are dropped. Adding one costs the same, full or not. */
export class Newest<Item> {
  readonly #options: NewestOptions<Item>;
  /** Those before `#start` are dropped already, and taken away many at a time. */
  #items: Item[] = [];
  /** Of each item, so that one is never looked at again after so long a time: it would have to be fetched from memory. */
  #weights: number[] = [];
  #start = 0;
  #weight = 0;

  constructor(options: NewestOptions<Item>) {
    this.#options = options;
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  /** The oldest first. */
  all(): readonly Item[] {
    return this.#items.slice(this.#start);
  }

  add(item: Item): void {
    const { capacity, weight, weigh } = this.#options;
    if (capacity === 0) return;
    const own = weigh(item);
    this.#items.push(item);
    this.#weights.push(own);
    this.#weight += own;
    while (this.size > capacity || (this.#weight > weight && this.size > 1)) this.#drop();
    if (this.#start > capacity / 4) {
      this.#items = this.#items.slice(this.#start);
      this.#weights = this.#weights.slice(this.#start);
      this.#start = 0;
    }
  }

  clear(): void {
    this.#items = [];
    this.#weights = [];
    this.#start = 0;
    this.#weight = 0;
  }

  #drop(): void {
    this.#weight -= this.#weights[this.#start] ?? 0;
    this.#start += 1;
  }
}
