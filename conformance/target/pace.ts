import { setTimeout } from "node:timers/promises";

/** Limits the rate of requests, and the total wait for the target's rate limit. */
export interface Pace {
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>;
  /**
   * Waits as long as a 429 asks for, if the run has enough time.
   * @param retryAfter the header, if there is one (RFC 9110 §10.2.3)
   * @param attempt the number of earlier 429s for this request
   * @returns by how many milliseconds the run's wait grew, or `undefined` if it would take too long or was aborted:
   * requests that wait at the same time share it
   */
  waitOut(retryAfter: string | undefined, attempt: number): Promise<number | undefined>;
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

export function createPace({ maxRps, maxWait = maxWaitByDefault, signal, time = systemTime }: PaceOptions): Pace {
  const interval = maxRps === undefined ? 0 : 1000 / maxRps;
  let next = 0;
  let waited = 0;
  let waitingUntil = 0;
  return {
    async turn() {
      const start = Math.max(time.now(), next);
      next = start + interval;
      // Timers may fire a little early, and the promised rate must hold.
      for (let early = start - time.now(); early > 0; early = start - time.now()) {
        if (signal?.aborted === true) return;
        await time.sleep(early, signal);
      }
    },
    async waitOut(retryAfter, attempt) {
      const pause = parseRetryAfter(retryAfter) ?? Math.min(unknownWait.first * 2 ** attempt, unknownWait.max);
      const wait = Math.max(pause, attempt === 0 ? 0 : firstBackoff * 2 ** attempt);
      const now = time.now();
      const added = Math.max(now + wait - Math.max(now, waitingUntil), 0);
      if (attempt >= maxAttempts || waited + added > maxWait) return undefined;
      waited += added;
      waitingUntil = Math.max(waitingUntil, now + wait);
      next = Math.max(next, now + wait);
      await time.sleep(wait, signal);
      return signal?.aborted === true ? undefined : added;
    },
  };
}

function parseRetryAfter(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const timestamp = Date.parse(retryAfter);
  return Number.isNaN(timestamp) ? undefined : Math.max(timestamp - Date.now(), 0);
}
