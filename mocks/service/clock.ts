/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still at a moment (milliseconds since 1970). */
export function frozenClock(moment: number): Clock {
  return { now: () => moment };
}

/** How an adjustable clock was set; plain data. Milliseconds. */
export interface ClockSetting {
  /** Where the clock stands still; `null` where it runs. */
  readonly frozenAt: number | null;
  /** How far it runs ahead of the clock it follows. */
  readonly aheadMs: number;
}

/** The clock of a simulation: it follows another one until it is set. */
export interface AdjustableClock extends Clock {
  setting: ClockSetting;
  /** Stands still, now or at a moment (milliseconds since 1970). */
  freeze(at?: number): void;
  /** Goes forward at once, frozen or not; a negative number goes back. */
  advance(milliseconds: number): void;
  /** Follows the other clock again, as if it had never been set. */
  resume(): void;
}

const following: ClockSetting = { frozenAt: null, aheadMs: 0 };

/** @param changed told after each change of the setting */
export function adjustableClock(base: Clock, changed: () => void = () => undefined): AdjustableClock {
  let setting = following;
  const set = (next: ClockSetting): void => {
    setting = next;
    changed();
  };
  const now = (): number => setting.frozenAt ?? base.now() + setting.aheadMs;
  return {
    now,
    get setting() {
      return setting;
    },
    set setting(next) {
      set(next);
    },
    freeze: (at = now()) => set({ frozenAt: at, aheadMs: 0 }),
    advance: (milliseconds) =>
      set(
        setting.frozenAt === null
          ? { frozenAt: null, aheadMs: setting.aheadMs + milliseconds }
          : { frozenAt: setting.frozenAt + milliseconds, aheadMs: 0 },
      ),
    resume: () => set(following),
  };
}
