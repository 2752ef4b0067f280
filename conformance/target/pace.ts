import { setTimeout } from "node:timers/promises";

/** When the next call may be sent, and how long a run may wait in all because a target limits the rate of calls. */
export interface Pace {
  /** Resolves when a call may be sent. */
  turn(): Promise<void>;
  /**
   * Waits as long as a 429 asks for, if the run can still afford it.
   * @param retryAfter the header, where the response has one (RFC 9110 §10.2.3)
   * @param attempt how often this call was refused before
   * @returns milliseconds waited, or `undefined` if it would take too long or was broken off
   */
  waitOut(retryAfter: string | undefined, attempt: number): Promise<number | undefined>;
}

export interface PaceOptions {
  /** Calls a second, at most. */
  readonly maxRps?: number | undefined;
  /** Milliseconds a run may wait in all for a target that limits the rate of calls. */
  readonly maxWait?: number;
  /** Breaks off every wait, at once. */
  readonly signal?: AbortSignal;
  /** By which it waits; that of the system, unless a test wants otherwise. */
  readonly time?: Time;
}

/** Milliseconds, from any start. */
export interface Time {
  now(): number;
  /** Resolves when they have passed, or the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const systemTime: Time = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch {
      // Broken off: whoever waited looks at the signal.
    }
  },
};

/** The longest that a run waits in all, in milliseconds, for a target that limits the rate of calls. */
const maxWaitByDefault = 90_000;

export function createPace({ maxRps, maxWait = maxWaitByDefault, signal, time = systemTime }: PaceOptions): Pace {
  const interval = maxRps === undefined ? 0 : 1000 / maxRps;
  let next = 0;
  let waited = 0;
  return {
    async turn() {
      const start = Math.max(time.now(), next);
      next = start + interval;
      // Timers may end a little early, and a rate that is promised is kept.
      for (let early = start - time.now(); early > 0; early = start - time.now()) {
        if (signal?.aborted === true) return;
        await time.sleep(early, signal);
      }
    },
    async waitOut(retryAfter, attempt) {
      const wait = millisecondsOf(retryAfter) ?? 1000 * 2 ** attempt;
      if (attempt >= 4 || waited + wait > maxWait) return undefined;
      waited += wait;
      next = Math.max(next, time.now() + wait);
      await time.sleep(wait, signal);
      return signal?.aborted === true ? undefined : wait;
    },
  };
}

function millisecondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const timestamp = Date.parse(retryAfter);
  return Number.isNaN(timestamp) ? undefined : Math.max(timestamp - Date.now(), 0);
}
