import { describe, expect, test, vi } from "vitest";
import { adjustableClock, frozenClock, systemClock, type AdjustableClock } from "./clock.ts";

test("a frozen clock stands still", () => {
  const clock = frozenClock(1234);
  expect([clock.now(), clock.now()]).toStrictEqual([1234, 1234]);
});

test("the system clock tells the time of the system", () => {
  vi.spyOn(Date, "now").mockReturnValue(77);
  expect(systemClock.now()).toBe(77);
});

describe("an adjustable clock", () => {
  function open(): {
    readonly clock: AdjustableClock;
    readonly pass: (milliseconds: number) => void;
    readonly told: () => number;
  } {
    let now = 1000;
    let changes = 0;
    const clock = adjustableClock({ now: () => now }, () => (changes += 1));
    return { clock, pass: (milliseconds) => (now += milliseconds), told: () => changes };
  }

  test("follows the other until it is set", () => {
    const { clock, pass } = open();
    pass(5);
    expect([clock.now(), clock.setting]).toStrictEqual([1005, { frozenAt: null, aheadMs: 0 }]);
  });

  test.each([
    ["now", undefined, 1000],
    ["at a moment", 7, 7],
    ["at the very first moment", 0, 0],
  ])("stands still %s", (_, at, expected) => {
    const { clock, pass } = open();
    clock.freeze(at);
    pass(5);
    expect([clock.now(), clock.setting]).toStrictEqual([expected, { frozenAt: expected, aheadMs: 0 }]);
  });

  test("goes forward while it runs, and still runs", () => {
    const { clock, pass } = open();
    clock.advance(60);
    clock.advance(-10);
    pass(5);
    expect([clock.now(), clock.setting]).toStrictEqual([1055, { frozenAt: null, aheadMs: 50 }]);
  });

  test("goes forward while it stands still, and still stands", () => {
    const { clock, pass } = open();
    clock.freeze();
    clock.advance(60);
    pass(5);
    expect(clock.now()).toBe(1060);
  });

  test("stands still where it had been set forward to", () => {
    const { clock } = open();
    clock.advance(60);
    clock.freeze();
    expect(clock.setting).toStrictEqual({ frozenAt: 1060, aheadMs: 0 });
  });

  test("follows the other again as if it had never been set", () => {
    const { clock, pass } = open();
    clock.advance(60);
    clock.freeze();
    pass(5);
    clock.resume();
    expect(clock.now()).toBe(1005);
  });

  test.each([
    ["beyond the last moment", (clock: AdjustableClock) => clock.advance(Number.MAX_SAFE_INTEGER)],
    ["before the first", (clock: AdjustableClock) => clock.advance(-Number.MAX_SAFE_INTEGER)],
    ["to no moment at all", (clock: AdjustableClock) => clock.advance(Number.NaN)],
    ["at one beyond the last", (clock: AdjustableClock) => clock.freeze(Date.UTC(10_000, 0, 1))],
  ])("is not set %s, and stays as it was", (_, set) => {
    const { clock, told } = open();
    expect(() => set(clock)).toThrow("moment: expected one from the year 0000 to the year 9999");
    expect([clock.now(), told()]).toStrictEqual([1000, 0]);
    clock.freeze(Date.UTC(9999, 11, 31));
    expect(() => clock.advance(86_400_000)).toThrow("moment: expected one");
  });

  test("takes a setting back as it was given, and tells of each change", () => {
    const { clock, told } = open();
    clock.advance(60);
    const { setting } = clock;
    clock.freeze();
    clock.setting = setting;
    expect([clock.now(), told()]).toStrictEqual([1060, 3]);
  });
});
