import { expect, test } from "vitest";
import { testCall } from "../simulation/caller.fixture.ts";
import { openTestControl } from "./control.fixture.ts";
import { watchPaced } from "./watch-paced.ts";

interface TestWatch {
  readonly told: readonly string[];
  readonly answer: (calls: number) => Promise<void>;
  readonly change: () => void;
  readonly clear: () => void;
  readonly endBurst: () => void;
  readonly end: () => void;
  /** How many bursts were begun and not ended. */
  readonly bursts: () => number;
}

async function openWatch(): Promise<TestWatch> {
  const { simulation } = await openTestControl();
  const told: string[] = [];
  const bursts = new Set<() => void>();
  const end = watchPaced(
    simulation,
    {
      call: ({ number }) => told.push(`call ${number}`),
      missed: (calls) => told.push(`${calls} missed`),
      change: () => told.push("change"),
    },
    (task) => {
      bursts.add(task);
      return () => bursts.delete(task);
    },
  );
  return {
    told,
    answer: async (calls) => {
      for (let call = 0; call < calls; call += 1) await simulation.answer(testCall());
    },
    change: () => simulation.use("latency"),
    clear: () => simulation.journal.clear(),
    endBurst: () => {
      const ended = [...bursts];
      bursts.clear();
      for (const task of ended) task();
    },
    end,
    bursts: () => bursts.size,
  };
}

const calls = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `call ${from + index}`);

test("as many calls as people make are each told of", async () => {
  const { told, answer, endBurst } = await openWatch();
  await answer(19);
  endBurst();
  await answer(19);
  endBurst();
  expect(told).toStrictEqual(calls(1, 38));
});

test("of a flood the first calls of each burst are told of, and how many were not", async () => {
  const { told, answer, endBurst } = await openWatch();
  await answer(1000);
  expect(told).toStrictEqual(calls(1, 20));
  endBurst();
  await answer(25);
  endBurst();
  expect(told).toStrictEqual([...calls(1, 20), "980 missed", ...calls(1001, 1020), "5 missed"]);
});

test("changes of one burst are one more", async () => {
  const { told, change, endBurst, bursts } = await openWatch();
  for (let count = 0; count < 50; count += 1) change();
  expect(told).toStrictEqual(["change"]);
  endBurst();
  endBurst();
  expect([told, bursts()]).toStrictEqual([["change", "change"], 0]);
});

test("what was missed of a journal that was cleared is what came after", async () => {
  const { told, answer, clear, endBurst } = await openWatch();
  await answer(100);
  clear();
  await answer(7);
  endBurst();
  expect(told).toStrictEqual([...calls(1, 20), "7 missed", "change"]);
});

test("who left in a flood is told nothing more", async () => {
  const { told, answer, change, end, endBurst, bursts } = await openWatch();
  await answer(30);
  end();
  await answer(30);
  change();
  endBurst();
  expect([told.length, bursts()]).toStrictEqual([20, 0]);
});
