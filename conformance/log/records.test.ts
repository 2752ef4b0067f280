import { describe, expect, test } from "vitest";
import { findIdentity } from "./records.ts";
import { isMovedToFront } from "./history.ts";

type Row = Readonly<Record<string, unknown>>;
const rows = (show: (index: number) => Row): readonly Row[] => Array.from({ length: 12 }, (_, index) => show(index));
const inPages = (all: readonly Row[]): readonly (readonly Row[])[] => [
  all.slice(0, 5),
  all.slice(5, 10),
  all.slice(10),
];
const byNumber = (index: number): string => `E-${1000 + 7 * index}`;

describe("records are told apart", () => {
  test.each<readonly [string, (index: number) => Row]>([
    ["by an id", (index) => ({ id: index, name: "Ada" })],
    ["by a number of staff, and not by what is called an id", (index) => ({ staff: byNumber(index), key: "std" })],
    ["by `no`, and not by whom they are managed", (index) => ({ no: index + 1, manager: { id: 1 + (index % 6) } })],
    ["by an address", (index) => ({ contact: { mail: `p${index}@x.example` }, paid: index % 2 === 0, valid: true })],
    ["by a place on the page no more than by their own", (index) => ({ row: 1 + (index % 5), ref: byNumber(index) })],
  ])("%s", (_, show) => {
    const { isReliable, identify } = findIdentity(inPages(rows(show)));
    expect(isReliable).toBe(true);
    expect(new Set(identify(rows(show))).size).toBe(12);
  });

  test("by stable values, if another member changes with each reading", () => {
    let reading = 0;
    const read = (): readonly Row[] =>
      rows((index) => ({ etag: `a7f${(reading += 1)}c9d${index}`, employeeNumber: 500 + 3 * index }));
    const [first, second] = [read(), read()];
    const { isReliable, identify } = findIdentity(inPages(first), second.slice(0, 5));
    expect(isReliable).toBe(true);
    expect(identify(first)).toEqual(identify(second));
  });

  test("by nothing that is absent: newer ones may have another member", () => {
    const { identify } = findIdentity(inPages(rows((index) => ({ uuid: index, name: "Ada" }))));
    expect(new Set(identify([{ id: 1 }, { id: 2 }])).size).toBe(2);
  });

  test("even if some are in the list twice", () => {
    const all = rows((index) => ({ employeeNumber: 500 + 3 * Math.max(index - 1, 0) }));
    const { isReliable, identify } = findIdentity(inPages(all));
    expect(isReliable).toBe(true);
    expect(new Set(identify(all)).size).toBe(11);
  });
});

test.each<readonly [string, (index: number) => Row]>([
  ["names", (index) => ({ name: index % 2 === 0 ? "J. Smith" : "A. Jones" })],
  ["amounts with fractions and dates", (index) => ({ amount: 12.5 + index / 4, due: `2026-01-${10 + index}` })],
  ["values that all have", () => ({ amount: 5, account: "north", date: "2026-01-01" })],
  ["values that most have", (index) => ({ amount: index === 0 ? 7 : 5, vat: index === 0 ? 3 : 9 })],
  ["flags", () => ({ paid: true, void: false })],
])("%s do not tell records apart", (_, show) => {
  expect(findIdentity(inPages(rows(show))).isReliable).toBe(false);
});

test.each<readonly [what: string, after: string, isMoved: boolean | undefined]>([
  ["nothing", "abcdefgh", true],
  ["one record of the page", "dabcefgh", true],
  ["one record of another page", "xabcdefg", true],
  ["two records, one after the other", "fdabcegh", true],
  ["all records of a short page", "hg", undefined],
  ["more records than requests", "gfdabceh", false],
  ["a rotation", "bcdefgha", false],
  ["two records that change places further down", "abcdfegh", false],
  ["another order", "hgfedcba", false],
  ["another page", "stuvwxyz", false],
])("%s moved to the front of a page: %s", (_, after, isMoved) => {
  expect(isMovedToFront("abcdefgh".split(""), after.split(""), 2)).toBe(isMoved);
});
