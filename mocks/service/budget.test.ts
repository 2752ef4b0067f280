import fc from "fast-check";
import { expect, test } from "vitest";
import { Newest } from "../service/budget.ts";
import { Budget } from "./budget.ts";

test("several keepers stay within their common limit, and the oldest entry of all is dropped", () => {
  const steps = fc.array(fc.record({ who: fc.nat(2), bytes: fc.nat(60) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.nat(100), (kept, reserved) => {
      const budget = new Budget(100);
      const weigh = ({ bytes }: { bytes: number }): number => bytes;
      const keepers = [0, 1, 2].map(() => new Newest({ capacity: 1000, share: budget.share(), weigh }));
      expect(budget.share().reserve(reserved)).toBe(true);
      for (const step of kept) {
        keepers[step.who]?.add(step);
        expect(budget.used).toBeLessThanOrEqual(100);
      }
      const left = new Set(keepers.flatMap((keeper) => keeper.all()));
      const isForgotten = kept.map((step) => !left.has(step));
      expect(isForgotten).toStrictEqual(isForgotten.toSorted((one, other) => Number(other) - Number(one)));
      expect(budget.used).toBe(reserved + [...left].reduce((sum, { bytes }) => sum + bytes, 0));
      keepers[0]?.clear();
      for (let last = keepers[1]?.pop(); last !== undefined; last = keepers[1]?.pop()) left.delete(last);
      const others = keepers[2]?.all() ?? [];
      expect(budget.used).toBe(reserved + others.reduce((sum, { bytes }) => sum + bytes, 0));
    }),
  );
});

test("reservations must fit, and an ended share takes nothing", () => {
  const budget = new Budget(100);
  const [one, other] = [budget.share(), budget.share()];
  expect([one.reserve(60), other.reserve(50), other.reserve(40), one.reserve(-60), other.reserve(60)]).toStrictEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  const keeper = new Newest({ capacity: 9, share: one, weigh: () => 10 });
  other.end();
  keeper.add("a");
  expect([budget.used, keeper.all()]).toStrictEqual([10, ["a"]]);
  one.end();
  one.take(50);
  keeper.add("b");
  expect([budget.used, one.reserve(50), budget.used]).toStrictEqual([0, true, 0]);
});
