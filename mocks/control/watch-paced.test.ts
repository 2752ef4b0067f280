import { expect, test } from "vitest";
import { testCall } from "../simulation/caller.fixture.ts";
import { openTestControl } from "./control.fixture.ts";
import { watchPaced } from "./watch-paced.ts";

/** A number of requests; a change of scenarios; a cleared journal; the end of a burst; the watcher leaves. */
type Step = number | "change" | "clear" | "burst ends" | "leave";

const calls = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `call ${from + index}`);

test.each<readonly [what: string, steps: readonly Step[], received: readonly string[], bursts: number]>([
  ["as many calls as people make are each sent", [19, "burst ends", 19, "burst ends"], calls(1, 38), 0],
  ["of a flood the first calls of a burst are sent", [1000], calls(1, 20), 1],
  [
    "and how many were not, burst by burst",
    [1000, "burst ends", 25, "burst ends"],
    [...calls(1, 20), "980 missed", ...calls(1001, 1020), "5 missed"],
    0,
  ],
  ["changes of one burst are sent together", ["change", "change", "change"], ["change"], 1],
  ["and as one more at its end", ["change", "change", "change", "burst ends", "burst ends"], ["change", "change"], 0],
  [
    "what was missed of a journal that was cleared is what came after",
    [100, "clear", 7, "burst ends"],
    [...calls(1, 20), "7 missed", "change"],
    1,
  ],
  ["who left in a flood gets nothing more", [30, "leave", 30, "change", "burst ends"], calls(1, 20), 0],
])("%s", async (_, steps, expected, left) => {
  const { simulation } = await openTestControl();
  const received: string[] = [];
  const bursts = new Set<() => void>();
  const watcher = {
    call: ({ number }: { readonly number: number }) => received.push(`call ${number}`),
    missed: (count: number) => received.push(`${count} missed`),
    change: () => received.push("change"),
  };
  const leave = watchPaced(simulation, watcher, (task) => {
    bursts.add(task);
    return () => bursts.delete(task);
  });
  for (const step of steps) {
    if (step === "change") simulation.use("latency");
    else if (step === "clear") simulation.journal.clear();
    else if (step === "leave") leave();
    else if (step === "burst ends") {
      const ended = [...bursts];
      bursts.clear();
      for (const task of ended) task();
    } else for (let call = 0; call < step; call += 1) await simulation.answer(testCall());
  }
  expect([received, bursts.size]).toStrictEqual([expected, left]);
});
