import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "../service/budget.ts";
import { Newest } from "./newest.ts";

function filled(items: readonly number[], capacity: number, weight = Number.POSITIVE_INFINITY): Newest<number> {
  const newest = new Newest<number>({ capacity, share: new Budget(weight).share(), weigh: (item) => item });
  for (const item of items) newest.add(item);
  return newest;
}

describe("the newest items", () => {
  test("are the last so many, in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 50 }), fc.integer({ min: 1, max: 20 }), (items, capacity) => {
        const newest = filled(items, capacity);
        expect(newest.all()).toStrictEqual(items.slice(-capacity));
        expect(newest.size).toBe(Math.min(items.length, capacity));
      }),
    );
  });

  test("are none where none are to be kept, and once they are cleared", () => {
    expect(filled([1, 2, 3], 0).all()).toStrictEqual([]);
    const newest = filled([5, 5, 5], 3, 15);
    newest.clear();
    expect([newest.size, newest.all()]).toStrictEqual([0, []]);
    newest.add(15);
    expect(newest.all()).toStrictEqual([15]);
  });

  test("can be taken away one by one", () => {
    const newest = filled([1, 2, 3], 2);
    expect([newest.pop(), newest.pop(), newest.pop()]).toStrictEqual([3, 2, undefined]);
    expect([newest.all(), newest.oldest, newest.hasForgotten]).toStrictEqual([[], undefined, true]);
  });
});
