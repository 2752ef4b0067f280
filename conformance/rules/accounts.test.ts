import { expect, test } from "vitest";
import { judgeUnsteadyScope } from "./accounts.ts";
import { judgeLog, type Line } from "./log.fixture.ts";

const bills = (...numbers: readonly number[]): readonly object[] =>
  numbers.map((id) => ({ id, amount: 5 + id, day: "Monday" }));
const mine: Line = { operation: "listInvoices", data: bills(2, 4, 6) };
const theirs = (...numbers: readonly number[]): Line => ({ ...mine, as: "second", data: bills(...numbers) });
const own = theirs(1, 3, 5);

test.each<[what: string, lines: readonly Line[], ...checks: string[]]>([
  ["is the same each time", [own, own, own]],
  ["has the other account's records now and then", [own, theirs(1, 2, 3, 4, 5, 6), own], "SCOPE-01 failed"],
  ["has them from some request on", [own, own, theirs(1, 2, 3, 4, 5, 6)]],
  ["has one of them now and then", [own, theirs(1, 2, 3, 5), own]],
  ["has more of its own now and then", [own, theirs(1, 3, 5, 7, 9), own]],
])("the list of the second account %s", (_, lines, ...checks) => {
  expect(judgeLog(judgeUnsteadyScope, [mine, ...lines])).toStrictEqual(checks);
});

test("records that both accounts number from 1 may be at the end of both lists", () => {
  const all = { ...mine, data: bills(1, 2, 3, 4, 5) };
  const copies = [theirs(1, 2, 3), theirs(1, 2, 3, 4, 5), theirs(1, 2, 3)];
  expect(judgeLog(judgeUnsteadyScope, [all, ...copies])).toStrictEqual([]);
});
