import { inputError } from "../../fixtures/input/input-error.ts";

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
interface ClockSetting {
  /** The timestamp of a frozen clock; `null` while it runs. */
  readonly frozenAt: number | null;
  /** How far it is ahead of the clock it follows. */
  readonly aheadMs: number;
}

/** The timestamps with a four-digit year. With any delay added, a `Date` can still hold them. */
export const firstTimestamp = Date.parse("0000-01-01T00:00:00.000Z");
export const lastTimestamp = Date.parse("9999-12-31T23:59:59.999Z");

/** The clock of a simulation. It follows another clock until it is set. */
export class AdjustableClock implements Clock {
  readonly #base: Clock;
  readonly #changed: () => void;
  #setting: ClockSetting = { frozenAt: null, aheadMs: 0 };

  /** @param changed called after each change of the setting */
  constructor(base: Clock, changed: () => void = () => undefined) {
    this.#base = base;
    this.#changed = changed;
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  set setting(setting: ClockSetting) {
    this.#setting = setting;
    this.#changed();
  }

  readonly now = (): number => this.#setting.frozenAt ?? this.#base.now() + this.#setting.aheadMs;

  /** Freezes the clock, now or at a timestamp (milliseconds since 1970). @throws InputError if its year does not have four digits */
  readonly freeze = (at: number = this.now()): void => {
    this.setting = { frozenAt: checkTimestamp(at), aheadMs: 0 };
  };

  /**
   * Advances the clock, frozen or not; a negative number sets it back.
   * @throws InputError if the year would not have four digits
   */
  readonly advance = (milliseconds: number): void => {
    const timestamp = checkTimestamp(this.now() + milliseconds);
    const { frozenAt, aheadMs } = this.#setting;
    this.setting =
      frozenAt === null ? { frozenAt, aheadMs: aheadMs + milliseconds } : { frozenAt: timestamp, aheadMs: 0 };
  };

  /** Follows the other clock again and drops all settings. */
  readonly resume = (): void => {
    this.setting = { frozenAt: null, aheadMs: 0 };
  };
}

function checkTimestamp(timestamp: number): number {
  // Code without types may give a text, such as an ISO date.
  if (Number.isFinite(timestamp) && timestamp >= firstTimestamp && timestamp <= lastTimestamp) return timestamp;
  const problem = "expected a number of milliseconds since 1970, from the year 0000 to the year 9999";
  throw inputError("the clock", "timestamp", problem);
}
