/** The only source of time in a simulation. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still at a moment (milliseconds since 1970). */
export function frozenClock(moment: number): Clock {
  return { now: () => moment };
}
