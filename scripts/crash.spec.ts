import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "./cli.fixture.ts";
import { compare, crashRounds } from "./crash-rounds.ts";

test("a mock that is killed under load 10 times loses nothing it acknowledged", async ({ folder }) => {
  test.setTimeout(400_000);
  const { acknowledged, faults } = await crashRounds(join(folder, "crash.state"), 10);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(20);
});

test("what is lost, changed or there twice after a crash is found", () => {
  const found = [{ email: "a", note: "1" }];
  const faults = (allowed: readonly (string | undefined)[], users = found): readonly string[] =>
    compare(new Map([["a", allowed]]), users);
  expect(faults([undefined, "1"])).toEqual([]);
  expect(faults(["1"], [])).toEqual(["a: lost"]);
  expect(faults(["2"])).toEqual(["a: not as it was acknowledged"]);
  expect(faults([undefined])).toEqual(["a: not as it was acknowledged"]);
  expect(faults(["1"], [...found, ...found])).toEqual(["an email is there twice"]);
});
