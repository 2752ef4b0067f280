import { Budget, type Evictable, type Share } from "../service/budget.ts";

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
