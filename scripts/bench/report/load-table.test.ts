import { expect, test } from "vitest";
import type { Measurement } from "../measure/measure-load.ts";
import { bare } from "../servers/bare.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import { loadTable, speedGoal } from "./load-table.ts";

const orgkit = orgkitMock();

function measured(perSecond: number, cpuMicros?: number): Measurement {
  const cost = cpuMicros === undefined ? {} : { cpuMicros, serverBusy: 1, othersBusy: 0 };
  return { perSecond, p50Ms: 0.5, p99Ms: 1, clientBusy: 0.9, ...cost };
}

test("ratios are those of each round, by time and by processor time", () => {
  const results = new Map([
    [bare, [measured(100, 10), measured(10, 10), measured(100, 20)]],
    [orgkit, [measured(90, 8), measured(9, 8), measured(80, 16)]],
  ]);
  expect(loadTable("t", results, bare).rows.map((row) => row.slice(0, 6))).toStrictEqual([
    ["bare node:http", "100", "10 – 100", "1.00", "10.0", "1.00"],
    ["orgkit", "80", "9 – 90", "0.90", "8.0", "1.25"],
  ]);
  expect(speedGoal("listUsers", results, orgkit, bare, 0.85)).toStrictEqual({
    name: "listUsers × bare node:http",
    limit: "at least 0.85",
    measured: "0.90 (by CPU time 1.25)",
    isMet: true,
  });
});

test("a goal says where other programs disturbed most of the rounds", () => {
  const disturbed = [0.5, 0.5, 0].map((othersBusy) => ({ ...measured(90, 8), othersBusy }));
  const results = new Map([
    [bare, [measured(100, 10), measured(100, 10), measured(100, 10)]],
    [orgkit, disturbed],
  ]);
  expect(speedGoal("listUsers", results, orgkit, bare, 0.85).measured).toBe(
    "0.90 (by CPU time 1.25; disturbed by other programs)",
  );
});

test("where the system tells no processor time, there is none", () => {
  const results = new Map([
    [bare, [measured(100)]],
    [orgkit, [measured(80)]],
  ]);
  expect(loadTable("t", results, bare).rows[1]?.slice(3)).toStrictEqual([
    "0.80",
    "–",
    "–",
    "0.500 ms",
    "1.00 ms",
    "–",
    "0.90",
    "–",
  ]);
  expect(speedGoal("listUsers", results, orgkit, bare, 0.85)).toMatchObject({ measured: "0.80", isMet: false });
});
