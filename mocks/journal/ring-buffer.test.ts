import { expect, test } from "vitest";
import { RingBuffer } from "./ring-buffer.ts";

function filled({ capacity = 100, maxBytes = 1e6 }, items: readonly number[]): readonly number[] {
  const buffer = new RingBuffer<number>({ capacity, maxBytes, sizeOf: (item) => item });
  for (const item of items) buffer.add(item);
  expect(buffer.size).toBe(buffer.all().length);
  return buffer.all();
}

test("beyond its capacity or its bytes, the oldest items are dropped", () => {
  expect(filled({ capacity: 3 }, [1, 2, 3, 4, 5])).toStrictEqual([3, 4, 5]);
  expect(filled({ maxBytes: 10 }, [3, 3, 3, 3, 5])).toStrictEqual([3, 5]);
});

test("the newest item is kept even if it is larger than all may be; a capacity of 0 keeps none", () => {
  expect(filled({ maxBytes: 10 }, [1, 2, 99])).toStrictEqual([99]);
  expect(filled({ capacity: 0 }, [1])).toStrictEqual([]);
});

test("it can be cleared and used again", () => {
  const buffer = new RingBuffer<number>({ capacity: 2, maxBytes: 10, sizeOf: (item) => item });
  for (const item of [4, 5, 6]) buffer.add(item);
  buffer.clear();
  buffer.add(9);
  expect(buffer.all()).toStrictEqual([9]);
});
