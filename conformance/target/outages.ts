/** After this many requests that got 503 to the end, the next one is hardly a matter of speed. */
const enoughOutages = 3;

/**
 * Requests that got 503 to the end, without a word how long to wait. Where others succeed beside them, it is no limit:
 * going slower would make the whole run slow, for nothing.
 */
export class Outages {
  #count = 0;
  /** By the path and the one above it, where nothing has worked. */
  readonly #countByPath = new Map<string, number>();
  readonly #workingPaths = new Set<string>();

  /** Counts a request. @returns whether it shows that nothing works at its path */
  add(url: string): boolean {
    this.#count += 1;
    const counts = findPaths(url)
      .filter((path) => !this.#workingPaths.has(path))
      .map((path) => {
        const count = (this.#countByPath.get(path) ?? 0) + 1;
        this.#countByPath.set(path, count);
        return count;
      });
    return counts.includes(enoughOutages);
  }

  /** A request succeeded. */
  endAt(url: string): void {
    for (const path of findPaths(url)) {
      this.#workingPaths.add(path);
      this.#countByPath.delete(path);
    }
  }

  /** Whether sending a request again is in vain. @param requests how often it was sent */
  isInVain(url: string, requests: number): boolean {
    const isDown = findPaths(url).some((path) => (this.#countByPath.get(path) ?? 0) >= enoughOutages);
    // Elsewhere, this request alone may get it each time.
    return isDown || (this.#count >= enoughOutages && requests > 1);
  }
}

/** The path of a URL, and the one above it. */
function findPaths(url: string): readonly string[] {
  const { pathname } = new URL(url);
  return [pathname, pathname.slice(0, pathname.lastIndexOf("/"))];
}
