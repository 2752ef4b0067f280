import { expect, test } from "vitest";
import { judgeLog, people, type Line } from "./log.fixture.ts";
import { judgeStability } from "./stable-list.ts";

const ofSize = (size: number): Line => ({ data: people(1, size) });
const afterCreation = (size: number): Line => ({ ...ofSize(size), place: { moment: "after" } });

test.each<[what: string, lines: readonly Line[], ...checks: string[]]>([
  ["has half of its users after a creation", [ofSize(12), ofSize(12), afterCreation(5)], "TOTAL-01 failed"],
  ["is empty at the end", [ofSize(12), ofSize(0)], "TOTAL-01 failed"],
  ["has grown, and is empty at the end", [ofSize(12), ofSize(13), ofSize(0)], "TOTAL-01 failed"],
  ["loses one user after the other", [12, 11, 9, 7, 5].map(afterCreation), "TOTAL-01 passed"],
  ["loses all users, one after the other", [12, 8, 3, 0].map(ofSize), "TOTAL-01 passed"],
])("a list that %s", (_, lines, ...checks) => {
  expect(judgeLog(judgeStability, lines)).toStrictEqual(checks);
});
