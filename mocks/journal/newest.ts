import { Budget, type Keeper, type Share } from "../service/budget.ts";

export interface NewestOptions<Item> {
  /** How many items are kept at most. */
  readonly capacity: number;
  /** Where the bytes of the items are taken from. */
  readonly share?: Share | undefined;
  /** In bytes. */
  readonly weigh: (item: Item) => number;
}

/** The newest items of a sequence without end; the older ones are forgotten. Adding one costs the same, full or not. */
export class Newest<Item> implements Keeper {
  readonly #capacity: number;
  readonly #weigh: (item: Item) => number;
  readonly #share: Share;
  /** Those before `#start` are forgotten already, and taken away many at a time. */
  #items: (Item | undefined)[] = [];
  /** Of each item, so that one is never looked at again after so long a time: it would have to be fetched from memory. */
  #weights: number[] = [];
  #ticks: number[] = [];
  #start = 0;
  /** Whether there were others, since it was last cleared. */
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

  /** Takes the last one added away; `undefined` where there is none. */
  pop(): Item | undefined {
    if (this.size === 0) return undefined;
    this.#ticks.pop();
    this.#share.take(-(this.#weights.pop() ?? 0));
    return this.#items.pop();
  }

  forget(): void {
    this.hasForgotten = true;
    // Not kept alive by what is taken away later.
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
