import { describe, expect, test } from "vitest";
import { obligationName, obligations } from "../../checks/catalogue.ts";
import { unguarded } from "./kill-matrix.ts";
import { mutants } from "./mutants.ts";

const names = new Set(obligations(["stated", "implied", "declared"]).map(obligationName));

describe("the mutants", () => {
  test("have unique ids", () => {
    expect(mutants.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index)).toStrictEqual([]);
  });

  test("list existing obligations, and none both as their own and as collateral", () => {
    const named = mutants.flatMap(({ breaks, collateral = [] }) => [...breaks, ...collateral]);
    expect(named.filter((name) => !names.has(name))).toStrictEqual([]);
    expect(
      mutants.filter(({ breaks, collateral = [] }) => breaks.some((name) => collateral.includes(name))),
    ).toStrictEqual([]);
  });

  test("break every obligation that decides a verdict", () => {
    expect(unguarded(mutants)).toStrictEqual([]);
    expect(unguarded([])).toHaveLength(names.size);
  });

  test("break something: each changes the simulation or uses another dialect than declared", () => {
    expect(mutants.filter(({ around, speaks }) => around === undefined && speaks === undefined)).toStrictEqual([]);
  });
});
