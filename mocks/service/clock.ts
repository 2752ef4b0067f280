import { InputError } from "../../fixtures/input-error.ts";

/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stays at a timestamp (milliseconds since 1970). */
export function frozenClock(timestamp: number): Clock {
  return { now: () => timestamp };
}

/** The setting of an adjustable clock as plain data, in milliseconds. */
export interface ClockSetting {
  /** The timestamp of a frozen clock; `null` while it runs. */
  readonly frozenAt: number | null;
  /** How far it is ahead of the clock it follows. */
  readonly aheadMs: number;
}

/** The clock of a simulation. It follows another clock until it is set. */
export interface AdjustableClock extends Clock {
  setting: ClockSetting;
  /** Freezes the clock, now or at a timestamp (milliseconds since 1970). @throws InputError if its year does not have four digits */
  freeze(at?: number): void;
  /**
   * Advances the clock, frozen or not; a negative number sets it back.
   * @throws InputError if the year would not have four digits
   */
  advance(milliseconds: number): void;
  /** Follows the other clock again and drops all settings. */
  resume(): void;
}

/** The timestamps with a four-digit year. With any delay added, a `Date` can still hold them. */
export const firstTimestamp = Date.parse("0000-01-01T00:00:00.000Z");
export const lastTimestamp = Date.parse("9999-12-31T23:59:59.999Z");

const following: ClockSetting = { frozenAt: null, aheadMs: 0 };

/** @param changed called after each change of the setting */
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
      const timestamp = possible(now() + milliseconds);
      set(
        setting.frozenAt === null
          ? { frozenAt: null, aheadMs: setting.aheadMs + milliseconds }
          : { frozenAt: timestamp, aheadMs: 0 },
      );
    },
    resume: () => set(following),
  };
}

function possible(timestamp: number): number {
  if (timestamp >= firstTimestamp && timestamp <= lastTimestamp) return timestamp;
  throw new InputError("the clock", [{ at: "timestamp", problem: "expected one from the year 0000 to the year 9999" }]);
}
