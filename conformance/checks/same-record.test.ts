import { describe, expect, test } from "vitest";
import { tellsApart } from "../target/record-values.ts";
import { isSameRecord } from "./same-record.ts";

const four = (make: (index: number) => unknown): readonly unknown[] => [0, 1, 2, 3].map(make);

describe("how the records of a list are told apart", () => {
  test.each<readonly [string, readonly unknown[], boolean]>([
    ["employeeNumber", four((index) => ({ employeeNumber: 4411 + index, name: "J. Smith" })), true],
    ["staff", four((index) => ({ staff: `S-${index}`, name: "J. Smith" })), true],
    ["addresses", four((index) => ({ mail: `a${index}@b.example` })), true],
    ["bare numbers", [7, 8, 9], true],
    [
      "paid, void and valid are not ids",
      four((index) => ({ name: `J. Smith ${index}`, paid: true, void: false, valid: index > 2 })),
      false,
    ],
    ["names", [{ name: "Ada Okafor" }, { name: "Ewa Marsh" }], false],
    ["dates", four((index) => ({ since: `2025-0${index + 1}` })), false],
    ["an id that repeats", [{ no: 7 }, { no: 7 }], false],
  ])("%s", (_, records, wanted) => {
    expect(tellsApart(records)).toBe(wanted);
  });
});

describe("whether two ids return the same record", () => {
  const now = (): string => new Date().toISOString();
  test.each<readonly [string, unknown, unknown, boolean | undefined]>([
    ["each holds its id", { no: "s-1", plan: "team" }, { no: "s-2", plan: "team" }, false],
    ["both hold the first id", { no: "s-1", plan: "team" }, { no: "s-1", plan: "team" }, true],
    ["both hold the first id, at another time", { no: "s-1", asOf: 1 }, { no: "s-1", asOf: now() }, true],
    ["a nested id", { of: { ref: "s-1" } }, { of: { ref: "s-1" } }, true],
    ["another id than was asked for", { ref: "4711-a", plan: "team" }, { ref: "4711-a", plan: "team" }, true],
    ["the same but for the time of the call", { ref: "X-1", asOf: now() }, { ref: "X-1", asOf: Date.now() }, true],
    [
      "alike, and nothing else",
      { plan: "team", seats: 5, valid: true },
      { plan: "team", seats: 5, valid: true },
      undefined,
    ],
    ["different", { plan: "team", seats: 5 }, { plan: "team", seats: 6 }, false],
    ["different in a switch", { plan: "team", paid: true }, { plan: "team", paid: false }, false],
  ])("%s", (_, one, other, wanted) => {
    expect(isSameRecord({ id: "s-1", record: one }, { id: "s-2", record: other })).toBe(wanted);
  });
});
