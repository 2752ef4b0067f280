import { expect, test } from "vitest";
import type { Rule } from "../log/rule.ts";
import { judgeLog, people, type Line } from "./log.fixture.ts";
import { judgeCrashes } from "./path.ts";
import { judgeStability } from "./stable-list.ts";

const users: Line = { data: people(1, 2) };
const suspect: Line = { ...users, place: { isSuspect: true } };
const gone: Line = { noReply: { kind: "refused", message: "the connection was refused" } };
const stuckFor = (stuck: Line): readonly Line[] => [users, users, users, suspect, stuck, stuck];
const ofSize = (size: number): Line => ({ data: people(1, size) });
const afterCreation = (size: number): Line => ({ ...ofSize(size), place: { moment: "after" } });

test.each<[what: string, Rule, readonly Line[], ...checks: string[]]>([
  ["a request that ends the service twice", judgeCrashes, [suspect, gone], "PATH-01 failed"],
  ["a request that ends the service once", judgeCrashes, [suspect, users]],
  ["waiting in vain", judgeCrashes, stuckFor({ status: 500, text: "", ms: 1500 }), "PATH-01 failed"],
  ["waiting long", judgeCrashes, stuckFor({ ...users, ms: 6000 }), "PATH-01 failed"],
  ["waiting on a busy machine", judgeCrashes, stuckFor({ ...users, ms: 1800 })],
  ["half of the users after a creation", judgeStability, [12, 12, 5].map(afterCreation), "TOTAL-01 failed"],
  ["an empty list at the end", judgeStability, [12, 0].map(ofSize), "TOTAL-01 failed"],
  ["an empty list after a longer one", judgeStability, [12, 13, 0].map(ofSize), "TOTAL-01 failed"],
  ["the loss of one user after the other", judgeStability, [12, 11, 9, 7, 5].map(afterCreation), "TOTAL-01 passed"],
  ["the loss of all users, one after the other", judgeStability, [12, 8, 3, 0].map(ofSize), "TOTAL-01 passed"],
])("%s", (_, rule, lines, ...checks) => {
  expect(judgeLog(rule, lines)).toStrictEqual(checks);
});
