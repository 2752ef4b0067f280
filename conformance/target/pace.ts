import { setTimeout } from "node:timers/promises";

/** Limits the rate of requests, and the total wait for the target's rate limit. */
export interface Pace {
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>;
  /**
   * Waits as long as a rate limit asks for, if the run has enough time. Where it does not say how long, all further
   * requests are sent more slowly, too.
   * @returns by how many milliseconds the run's wait grew, or `undefined` if it would take too long or was aborted:
   * requests that wait at the same time share it
   */
  waitOut(limit: Limit): Promise<number | undefined>;
  /** A request was not limited: after some of these, requests are sent faster again. */
  pass(): void;
  /** What looked like a limit was none: requests are sent as fast as at the start. */
  forgetLimit(): void;
}

/** A response that asks to wait. */
export interface Limit {
  /** Its header, if it has one (RFC 9110 §10.2.3). */
  readonly retryAfter?: string | undefined;
  /** The number of earlier ones for the same request. */
  readonly attempt: number;
  /** Whether it may be an outage as well: a 503 that does not say how long. */
  readonly isUnsure?: boolean;
}

export interface PaceOptions {
  /** The maximum number of requests a second. */
  readonly maxRps?: number | undefined;
  /** The maximum total wait for the target's rate limit, in milliseconds. */
  readonly maxWait?: number;
  /** Aborts every wait, at once. */
  readonly signal?: AbortSignal;
  /** The clock; tests can replace it. */
  readonly time?: Time;
}

/** Milliseconds since any start. */
export interface Time {
  now(): number;
  /** Resolves after this time, or when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const systemTime: Time = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch {
      // Aborted: the caller checks the signal.
    }
  },
};

/** The maximum total wait of a run for the target's rate limit, in milliseconds: enough for one request a second. */
const maxWaitByDefault = 600_000;

/** How often a request is sent again after a 429. */
const maxAttempts = 7;

/** The first wait beyond what the target asks for, in milliseconds; it doubles, since others wait for the same moment. */
const firstBackoff = 50;

/** The wait if the target does not say how long; it doubles up to a maximum. */
const unknownWait = { first: 1000, max: 10_000 };

/** How often a request is sent again that may have met an outage, and the first wait; it doubles. */
const unsure = { maxAttempts: 4, first: 250 };

/**
 * A limit of unknown size is looked for as TCP does it: at once a part of the rate that met it, a little faster after
 * some requests that did not.
 */
const adapting = { part: 0.8, slower: 1.5, faster: 0.85, passes: 25, maxInterval: 2000, intervalAfterLoss: 400 };

/** So often in turn, a rate that is met again before it was raised is no rate: the target refuses requests at random. */
const maxSlowdowns = 4;

export function createPace({ maxRps, maxWait = maxWaitByDefault, signal, time = systemTime }: PaceOptions): Pace {
  const shortest = maxRps === undefined ? 0 : 1000 / maxRps;
  let interval = shortest;
  let next = 0;
  let waited = 0;
  let waitingUntil = 0;
  /** Since the rate last changed. */
  let passes = 0;
  let slowdowns = 0;
  let starts: readonly number[] = [];

  /** Sends further requests more slowly, since a limit of unknown size was met. */
  const slowDown = (): void => {
    // Where none has passed since, it is still the same limit, or an outage.
    if (passes === 0) return;
    passes = 0;
    slowdowns += 1;
    const lastSecond = starts.filter((one) => one > time.now() - 1000).length;
    const slower = Math.max(interval * adapting.slower, 1000 / (adapting.part * Math.max(lastSecond, 1)));
    interval = slowdowns > maxSlowdowns ? shortest : Math.min(slower, adapting.maxInterval);
  };

  return {
    async turn() {
      const start = Math.max(time.now(), next);
      next = start + interval;
      starts = [...starts.filter((one) => one > start - 1000), start];
      // Timers may fire a little early, and the promised rate must hold.
      for (let early = start - time.now(); early > 0; early = start - time.now()) {
        if (signal?.aborted === true) return;
        await time.sleep(early, signal);
      }
    },
    async waitOut({ retryAfter, attempt, isUnsure = false }) {
      const { first } = isUnsure ? unsure : unknownWait;
      const asked = parseRetryAfter(retryAfter);
      const pause = asked ?? Math.min(first * 2 ** attempt, unknownWait.max);
      const wait = Math.max(pause, attempt === 0 ? 0 : firstBackoff * 2 ** attempt);
      const now = time.now();
      const added = Math.max(now + wait - Math.max(now, waitingUntil), 0);
      if (attempt >= (isUnsure ? unsure.maxAttempts : maxAttempts) || waited + added > maxWait) {
        if (isUnsure) interval = Math.max(interval, adapting.intervalAfterLoss);
        return undefined;
      }
      if (asked === undefined && now >= waitingUntil) slowDown();
      waited += added;
      waitingUntil = Math.max(waitingUntil, now + wait);
      next = Math.max(next, now + wait);
      await time.sleep(wait, signal);
      return signal?.aborted === true ? undefined : added;
    },
    pass() {
      passes += 1;
      if (passes < adapting.passes) return;
      passes = 0;
      slowdowns = Math.max(slowdowns - 1, 0);
      interval = Math.max(interval * adapting.faster, shortest);
    },
    forgetLimit() {
      interval = shortest;
    },
  };
}

function parseRetryAfter(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const timestamp = Date.parse(retryAfter);
  return Number.isNaN(timestamp) ? undefined : Math.max(timestamp - Date.now(), 0);
}

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
