import { expect, test } from "vitest";
import { AdjustableClock } from "./clock.ts";

test.each<readonly [what: string, set: (clock: AdjustableClock) => void, now: number, frozenAt: number | null]>([
  ["follows the other until it is set", () => undefined, 1005, null],
  ["stands still now", (clock) => clock.freeze(), 1000, 1000],
  ["stands still at the very first timestamp", (clock) => clock.freeze(0), 0, 0],
  ["goes forward and back while it runs", (clock) => [clock.advance(60), clock.advance(-10)], 1055, null],
  ["goes forward while it stands still", (clock) => [clock.freeze(), clock.advance(60)], 1060, 1060],
  ["stands still where it had been set forward to", (clock) => [clock.advance(60), clock.freeze()], 1060, 1060],
  ["follows the other again", (clock) => [clock.advance(60), clock.freeze(), clock.resume()], 1005, null],
  ...[Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, Number.NaN].map(
    (ms) =>
      [`rejects ${ms} ms`, (clock: AdjustableClock) => expectRejection(() => clock.advance(ms)), 1005, null] as const,
  ),
  ...[(clock: object) => Reflect.get(clock, "advance")("5"), (clock: object) => Reflect.get(clock, "freeze")("0")].map(
    (set) => ["rejects a text", (clock: AdjustableClock) => expectRejection(() => set(clock)), 1005, null] as const,
  ),
  ["rejects the year 10,000", (clock) => expectRejection(() => clock.freeze(Date.UTC(10_000, 0, 1))), 1005, null],
])("an adjustable clock %s", (_, set, expected, frozenAt) => {
  let now = 1000;
  const clock = new AdjustableClock({ now: () => now });
  set(clock);
  now += 5;
  const aheadMs = frozenAt === null ? expected - 1005 : 0;
  expect([clock.now(), clock.setting]).toStrictEqual([expected, { frozenAt, aheadMs }]);
});

function expectRejection(set: () => unknown): void {
  expect(set).toThrow("timestamp: expected a number of milliseconds since 1970, from the year 0000 to the year 9999");
}
