import { describe, expect, test, vi } from "vitest";
import { adjustableClock, systemClock, type AdjustableClock } from "./clock.ts";

test("the system clock shows the system's time", () => {
  vi.spyOn(Date, "now").mockReturnValue(77);
  expect(systemClock.now()).toBe(77);
});

describe("an adjustable clock", () => {
  test.each<readonly [what: string, set: (clock: AdjustableClock) => void, now: number, frozenAt: number | null]>([
    ["follows the other until it is set", () => undefined, 1005, null],
    ["stands still now", (clock) => clock.freeze(), 1000, 1000],
    ["stands still at a timestamp", (clock) => clock.freeze(7), 7, 7],
    ["stands still at the very first timestamp", (clock) => clock.freeze(0), 0, 0],
    ["goes forward and back while it runs", (clock) => [clock.advance(60), clock.advance(-10)], 1055, null],
    ["goes forward while it stands still", (clock) => [clock.freeze(), clock.advance(60)], 1060, 1060],
    ["stands still where it had been set forward to", (clock) => [clock.advance(60), clock.freeze()], 1060, 1060],
    ["follows the other again", (clock) => [clock.advance(60), clock.freeze(), clock.resume()], 1005, null],
  ])("%s", (_, set, expected, frozenAt) => {
    let now = 1000;
    const clock = adjustableClock({ now: () => now });
    set(clock);
    now += 5;
    const aheadMs = frozenAt === null ? expected - 1005 : 0;
    expect([clock.now(), clock.setting]).toStrictEqual([expected, { frozenAt, aheadMs }]);
  });

  test.each<readonly [what: string, set: (clock: AdjustableClock) => void]>([
    ["beyond the last timestamp", (clock) => clock.advance(Number.MAX_SAFE_INTEGER)],
    ["before the first", (clock) => clock.advance(-Number.MAX_SAFE_INTEGER)],
    ["to NaN", (clock) => clock.advance(Number.NaN)],
    ["at one beyond the last", (clock) => clock.freeze(Date.UTC(10_000, 0, 1))],
  ])("rejects %s, and does not change", (_, set) => {
    const changed = vi.fn<() => void>();
    const clock = adjustableClock({ now: () => 1000 }, changed);
    expect(() => set(clock)).toThrow("timestamp: expected one from the year 0000 to the year 9999");
    expect([clock.now(), changed.mock.calls.length]).toStrictEqual([1000, 0]);
    clock.freeze(Date.UTC(9999, 11, 31));
    expect(() => clock.advance(86_400_000)).toThrow("timestamp: expected one");
  });
});
