import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, JournalPart } from "../../control/replies.ts";
import { testEntry } from "../entry.fixture.ts";
import { createJournal } from "./journal.ts";

const frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (task: () => void) => frames.push(task));
});
afterEach(() => {
  frames.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders frames like a browser. @returns the number of requested frames */
function draw(): number {
  const asked = frames.splice(0);
  for (const task of asked) task();
  return asked.length;
}

/** A journal with requests 1 to `count`, which reads a part on demand. */
function openJournal(count: number, part: JournalPart = { entries: [], total: 0, dropped: 0 }) {
  const readAll = vi.fn(() => Promise.resolve(part));
  const journal = createJournal(readAll);
  for (let number = 1; number <= count; number += 1) journal.add(call(number));
  return { journal, readAll };
}

const call = (number: number): Entry => testEntry({ number });
const numbers = (entries: readonly Entry[]): readonly number[] => entries.map(({ number }) => number);

test("a burst of requests is added with one frame, the newest first", () => {
  const { journal } = openJournal(500);
  expect(journal.kept.value).toHaveLength(0);
  expect(draw()).toBe(1);
  expect(numbers(journal.shown.value).slice(0, 3)).toStrictEqual([500, 499, 498]);
  expect(journal.total.value).toBe(500);
});

test("missed requests count at once, and are read after a pause, below a paused list", async () => {
  const { journal, readAll } = openJournal(1, { entries: [1, 2, 3, 4, 5].map(call), total: 5, dropped: 0 });
  draw();
  journal.hold(true);
  journal.miss(2);
  await vi.advanceTimersByTimeAsync(499);
  journal.miss(2);
  await vi.advanceTimersByTimeAsync(499);
  expect([journal.total.value, journal.held.value, readAll.mock.calls.length]).toStrictEqual([5, 4, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([numbers(journal.kept.value), readAll.mock.calls.length]).toStrictEqual([[1, 2, 3, 4, 5], 1]);
  expect([journal.total.value, journal.held.value, numbers(journal.shown.value)]).toStrictEqual([5, 4, [1]]);
});

test("a request that was both read and sent is kept once", async () => {
  const { journal } = openJournal(0, { entries: [call(1), call(2)], total: 12, dropped: 10 });
  await journal.reload();
  journal.add(call(2));
  journal.add(call(3));
  draw();
  expect([numbers(journal.kept.value), journal.total.value]).toStrictEqual([[1, 2, 3], 13]);
});

test("if the numbers start again, the journal is read again", async () => {
  const { journal, readAll } = openJournal(0, { entries: [call(1), call(2)], total: 2, dropped: 0 });
  await journal.reload();
  const first = testEntry({ number: 1, at: "2026-03-01T12:31:00.000Z" });
  readAll.mockResolvedValue({ entries: [first], total: 1, dropped: 0 });
  journal.add(first);
  draw();
  await vi.advanceTimersByTimeAsync(0);
  expect([journal.kept.value, journal.total.value, readAll.mock.calls.length]).toStrictEqual([[first], 1, 2]);
});
