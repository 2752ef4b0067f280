/** Functions that are called with each event. */
export class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns a function that removes it */
  add(listener: (event: Event) => void): () => void {
    const own = (event: Event): void => listener(event);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  notify(event: Event): void {
    for (const listener of this.#all) listener(event);
  }
}
