export interface RingBufferOptions<Item> {
  /** The maximum number of items. */
  readonly capacity: number;
  /** The maximum bytes of all items. The newest item is kept even if it is larger. */
  readonly maxBytes: number;
  /** The size of an item in bytes. */
  readonly sizeOf: (item: Item) => number;
}

/** The newest items of an endless sequence; the oldest are dropped. Adding an item takes constant time. */
export class RingBuffer<Item> {
  readonly #options: RingBufferOptions<Item>;
  /** Items before `#start` are dropped already, and removed in batches. */
  #items: (Item | undefined)[] = [];
  /** The size of each item, stored apart: reading an old item would fetch it from main memory. */
  #sizes: number[] = [];
  #start = 0;
  #bytes = 0;

  constructor(options: RingBufferOptions<Item>) {
    this.#options = options;
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  /** The oldest first. */
  all(): readonly Item[] {
    return this.#items.slice(this.#start).filter((item) => item !== undefined);
  }

  add(item: Item): void {
    const { capacity, maxBytes, sizeOf } = this.#options;
    if (capacity === 0) return;
    const size = sizeOf(item);
    this.#items.push(item);
    this.#sizes.push(size);
    this.#bytes += size;
    while (this.size > capacity || (this.#bytes > maxBytes && this.size > 1)) this.#dropOldest();
  }

  clear(): void {
    [this.#items, this.#sizes] = [[], []];
    [this.#start, this.#bytes] = [0, 0];
  }

  #dropOldest(): void {
    this.#bytes -= this.#sizes[this.#start] ?? 0;
    // So that items removed later do not keep it alive.
    this.#items[this.#start] = undefined;
    this.#start += 1;
    if (this.#start <= Math.min(this.#options.capacity, this.#items.length) / 4) return;
    this.#items = this.#items.slice(this.#start);
    this.#sizes = this.#sizes.slice(this.#start);
    this.#start = 0;
  }
}
