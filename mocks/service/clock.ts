import { InputError } from "../../fixtures/input-error.ts";

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
  /** Stands still, now or at a moment (milliseconds since 1970). @throws InputError where no year of four digits has it */
  freeze(at?: number): void;
  /**
   * Goes forward at once, frozen or not; a negative number goes back.
   * @throws InputError where that leads out of the years of four digits
   */
  advance(milliseconds: number): void;
  /** Follows the other clock again, as if it had never been set. */
  resume(): void;
}

/** The moments that are written with a year of four digits. Each sum of them and a delay is a moment a date can hold. */
export const firstMoment = Date.parse("0000-01-01T00:00:00.000Z");
export const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

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
    freeze: (at = now()) => set({ frozenAt: possible(at), aheadMs: 0 }),
    advance: (milliseconds) => {
      const moment = possible(now() + milliseconds);
      set(
        setting.frozenAt === null
          ? { frozenAt: null, aheadMs: setting.aheadMs + milliseconds }
          : { frozenAt: moment, aheadMs: 0 },
      );
    },
    resume: () => set(following),
  };
}

function possible(moment: number): number {
  if (moment >= firstMoment && moment <= lastMoment) return moment;
  throw new InputError("Clock", [{ at: "moment", problem: "expected one from the year 0000 to the year 9999" }]);
}
