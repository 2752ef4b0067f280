import { setTimeout } from "node:timers/promises";

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

/** Limits the rate of requests, and the total wait for the target's rate limit. */
export class Pace {
  readonly #maxWait: number;
  readonly #signal: AbortSignal | undefined;
  readonly #time: Time;
  /** Milliseconds between two requests: at least, and now. */
  readonly #shortest: number;
  #interval: number;
  #next = 0;
  #waited = 0;
  #waitingUntil = 0;
  /** Since the rate last changed. */
  #passes = 0;
  #slowdowns = 0;
  #starts: readonly number[] = [];

  constructor({ maxRps = Infinity, maxWait = maxWaitByDefault, signal, time = systemTime }: PaceOptions) {
    this.#maxWait = maxWait;
    this.#signal = signal;
    this.#time = time;
    this.#shortest = 1000 / maxRps;
    this.#interval = this.#shortest;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const start = Math.max(this.#time.now(), this.#next);
    this.#next = start + this.#interval;
    this.#starts = [...this.#starts.filter((one) => one > start - 1000), start];
    // Timers may fire a little early, and the promised rate must hold.
    for (let early = start - this.#time.now(); early > 0; early = start - this.#time.now()) {
      if (this.#isAborted) return;
      await this.#time.sleep(early, this.#signal);
    }
  }

  /**
   * Waits as long as a rate limit asks for, if the run has enough time. Where it does not say how long, all further
   * requests are sent more slowly, too.
   * @returns by how many milliseconds the run's wait grew, or `undefined` if it would take too long or was aborted:
   * requests that wait at the same time share it
   */
  async waitOut({ retryAfter, attempt, isUnsure = false }: Limit): Promise<number | undefined> {
    const { first } = isUnsure ? unsure : unknownWait;
    const asked = parseRetryAfter(retryAfter);
    const pause = asked ?? Math.min(first * 2 ** attempt, unknownWait.max);
    const wait = Math.max(pause, attempt === 0 ? 0 : firstBackoff * 2 ** attempt);
    const now = this.#time.now();
    const added = Math.max(now + wait - Math.max(now, this.#waitingUntil), 0);
    if (attempt >= (isUnsure ? unsure.maxAttempts : maxAttempts) || this.#waited + added > this.#maxWait) {
      if (isUnsure) this.#interval = Math.max(this.#interval, adapting.intervalAfterLoss);
      return undefined;
    }
    if (asked === undefined && now >= this.#waitingUntil) this.#slowDown();
    this.#waited += added;
    this.#waitingUntil = Math.max(this.#waitingUntil, now + wait);
    this.#next = Math.max(this.#next, now + wait);
    await this.#time.sleep(wait, this.#signal);
    return this.#isAborted ? undefined : added;
  }

  /** A request was not limited: after some of these, requests are sent faster again. */
  pass(): void {
    this.#passes += 1;
    if (this.#passes < adapting.passes) return;
    this.#passes = 0;
    this.#slowdowns = Math.max(this.#slowdowns - 1, 0);
    this.#interval = Math.max(this.#interval * adapting.faster, this.#shortest);
  }

  /** What looked like a limit was none: requests are sent as fast as at the start. */
  forgetLimit(): void {
    this.#interval = this.#shortest;
  }

  get #isAborted(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Sends further requests more slowly, since a limit of unknown size was met. */
  #slowDown(): void {
    // Where none has passed since, it is still the same limit, or an outage.
    if (this.#passes === 0) return;
    this.#passes = 0;
    this.#slowdowns += 1;
    const lastSecond = this.#starts.filter((one) => one > this.#time.now() - 1000).length;
    const byRate = 1000 / (adapting.part * Math.max(lastSecond, 1));
    const slower = Math.max(this.#interval * adapting.slower, byRate);
    this.#interval = this.#slowdowns > maxSlowdowns ? this.#shortest : Math.min(slower, adapting.maxInterval);
  }
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
