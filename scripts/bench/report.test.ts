import { expect, test } from "vitest";
import { atLeast, atMost, ratio, runBenchmark, type Figures } from "./report.ts";

function inTurn(...rounds: readonly Figures[]): () => Promise<Figures> {
  const waiting = [...rounds];
  return () => Promise.resolve(waiting.shift() ?? {});
}

function study(subjects: Readonly<Record<string, () => Promise<Figures>>>) {
  return { title: "Cost", method: "As it is.", subjects, base: "bare", goals: [] };
}

test("subjects are measured in turns, and ratios are taken within a round", async () => {
  const steps: string[] = [];
  const subjects = {
    bare: inTurn({ "list µs": 10 }, { "list µs": 100 }, { "list µs": 12 }),
    ours: inTurn(
      { "list µs": 20, "start ms": 73_512 },
      { "list µs": 200, "start ms": 4 },
      { "list µs": 8, "start ms": 5 },
    ),
  };
  const text = await runBenchmark(study(subjects), 3, (step) => steps.push(step));
  expect(steps.map((step) => step.split(": ")[1])).toStrictEqual(["bare", "ours", "bare", "ours", "bare", "ours"]);
  expect(
    text
      .split("\n")
      .filter((line) => /bare|ours/.test(line))
      .map((line) => line.split(/\s*\|\s*/).slice(1, -1)),
  ).toStrictEqual([
    ["bare", "12", "–", "1"],
    ["ours", "20", "5", "0.5"],
  ]);
});

test.each([
  [atLeast(0.85, ratio("µs", "bare", "ours")), "at least 0.85", "reached"],
  [atLeast(0.95, ratio("µs", "bare", "ours")), "at least 0.95", "NOT REACHED"],
  [atMost(1.1, ratio("µs", "ours", "bare")), "at most 1.1", "NOT REACHED"],
  [atMost(1.2, ratio("µs", "ours", "bare")), "at most 1.2", "reached"],
  [atMost(1, ratio("µs", "ours", "gone")), "at most 1", "NOT REACHED"],
])("a goal stands next to what was measured: %#", async (goal, limit, reached) => {
  const subjects = { bare: inTurn({ µs: 9 }), ours: inTurn({ µs: 10 }) };
  const text = await runBenchmark({ ...study(subjects), goals: [goal] }, 1, () => undefined);
  const line = text.split("\n").find((one) => one.includes(limit));
  expect(line?.split(/\s*\|\s*/).slice(3, -1)).toStrictEqual([limit, reached]);
});
