import { expect, test } from "vitest";
import { costRatio, scaleFigures, scaleTables, type WorldRounds } from "./scale-tables.ts";

function world(users: number, ...cpuMicros: readonly (number | undefined)[]): WorldRounds {
  const rounds = cpuMicros.map((micros) => ({
    startMs: users / 10,
    memory: users * 1000,
    peakMemory: users * 1100,
    calls: {
      pages: {
        perSecond: 1e6 / (users / 100),
        p50Ms: 1,
        p99Ms: 1,
        clientBusy: 1,
        firstMs: 3,
        ...(micros === undefined ? {} : { cpuMicros: micros }),
      },
    },
  }));
  return { users, rounds };
}

const worlds = [world(1000, 10, 20, 10), world(100_000, 12, 22, 14)];

test("cost goes by processor time within each round", () => {
  expect(costRatio(worlds, worlds[1]?.rounds ?? [], "pages")).toBeCloseTo(1.2);
});

test("and by time where the system tells no other", () => {
  const blind = [world(1000, undefined), world(100_000, undefined)];
  expect(costRatio(blind, blind[1]?.rounds ?? [], "pages")).toBeCloseTo(100);
});

test("tables show each world beside the smallest", () => {
  const [processor, time, first, start] = scaleTables(worlds, ["pages"]);
  expect(processor?.rows).toStrictEqual([["pages", "10.0", "1.00", "14.0", "1.20"]]);
  expect(time?.rows).toStrictEqual([["pages", "10.0", "1.00", "1000.0", "100"]]);
  expect(first?.rows).toStrictEqual([["pages", "3.0", "3.0"]]);
  expect(start?.rows).toStrictEqual([
    ["1,000", "0.1 s", "1 MB", "1 MB"],
    ["100,000", "10.0 s", "100 MB", "110 MB"],
  ]);
});

test("the figures have a line for each kind of call, and one for the goal", () => {
  const [cost, start] = scaleFigures(worlds, ["pages"]);
  expect(cost?.svg).toContain(">goal: at most 1.5</text>");
  expect(cost?.svg).toContain(">pages</text>");
  expect([cost?.file, start?.file]).toStrictEqual(["scale.svg", "scale-start.svg"]);
});
