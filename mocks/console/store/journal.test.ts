import { expect, test } from "vitest";
import type { Entry, JournalPart } from "../control-schemas.ts";
import { testEntry } from "../test-entry.ts";
import { createJournalStore, type JournalStore } from "./journal.ts";

interface TestStore {
  readonly store: JournalStore;
  /** Draws the page, as a browser does. */
  readonly draw: () => void;
  readonly frames: () => number;
  readonly reads: () => number;
  /** Lets what waits for calm happen. */
  readonly calm: () => void;
}

function openStore(read: () => JournalPart = () => ({ entries: [], total: 0, dropped: 0 })): TestStore {
  const tasks: (() => void)[] = [];
  let afterCalm: (() => void) | undefined;
  let frames = 0;
  let reads = 0;
  const store = createJournalStore({
    nextFrame: (task) => {
      frames += 1;
      tasks.push(task);
    },
    onceCalm: (task) => {
      afterCalm = task;
    },
    read: () => {
      reads += 1;
      return Promise.resolve(read());
    },
  });
  return {
    store,
    draw: () => tasks.splice(0).forEach((task) => task()),
    frames: () => frames,
    reads: () => reads,
    calm: () => afterCalm?.(),
  };
}

const call = (number: number): Entry => testEntry({ number });
const numbers = (entries: readonly Entry[]): readonly number[] => entries.map(({ number }) => number);

test("a burst of calls is taken in with one frame, the newest first", () => {
  const { store, draw, frames } = openStore();
  for (let number = 1; number <= 500; number += 1) store.add(call(number));
  expect([frames(), store.kept.value.length]).toStrictEqual([1, 0]);
  draw();
  expect(numbers(store.shown.value).slice(0, 3)).toStrictEqual([500, 499, 498]);
  expect(store.total.value).toBe(500);
});

test("the last 1,000 are kept, and all are counted", () => {
  const { store, draw } = openStore();
  for (let number = 1; number <= 1500; number += 1) store.add(call(number));
  draw();
  expect([store.kept.value.length, store.kept.value[0]?.number, store.total.value]).toStrictEqual([1000, 501, 1500]);
});

test("calls that were missed count at once, and are read once it is calm, under a list that is held", async () => {
  const { store, draw, reads, calm } = openStore(() => ({ entries: [1, 2, 3, 4, 5].map(call), total: 5, dropped: 0 }));
  store.add(call(1));
  draw();
  store.hold();
  store.miss(2);
  store.miss(2);
  expect([store.total.value, store.held.value, reads()]).toStrictEqual([5, 4, 0]);
  calm();
  await expect.poll(() => numbers(store.kept.value)).toStrictEqual([1, 2, 3, 4, 5]);
  expect([reads(), store.total.value, store.held.value, numbers(store.shown.value)]).toStrictEqual([1, 5, 4, [1]]);
});

test("a call that was read and told of is kept once", async () => {
  const { store, draw } = openStore(() => ({ entries: [call(1), call(2)], total: 12, dropped: 10 }));
  await store.reload();
  store.add(call(2));
  store.add(call(3));
  draw();
  expect([numbers(store.kept.value), store.total.value]).toStrictEqual([[1, 2, 3], 13]);
});

test("where the numbers begin anew, the journal is read again", async () => {
  let part: JournalPart = { entries: [call(1), call(2)], total: 2, dropped: 0 };
  const { store, draw, reads } = openStore(() => part);
  await store.reload();
  const first = testEntry({ number: 1, at: "2026-03-01T12:31:00.000Z" });
  part = { entries: [first], total: 1, dropped: 0 };
  store.add(first);
  draw();
  await Promise.resolve();
  expect([store.kept.value, store.total.value, reads()]).toStrictEqual([[first], 1, 2]);
});

test("while it is held the list stays, and what comes is counted", () => {
  const { store, draw } = openStore();
  store.add(call(1));
  draw();
  store.hold();
  store.add(call(2));
  draw();
  expect([numbers(store.shown.value), store.held.value]).toStrictEqual([[1], 1]);
  store.follow();
  expect([numbers(store.shown.value), store.held.value]).toStrictEqual([[2, 1], undefined]);
});

test("a filter decides what is shown, not what is kept", () => {
  const { store, draw } = openStore();
  store.add(call(1));
  store.add(testEntry({ number: 2, reply: { status: 500 } }));
  draw();
  store.filter.value = { text: "", outcome: "5xx" };
  expect([numbers(store.shown.value), store.kept.value.length]).toStrictEqual([[2], 2]);
});
