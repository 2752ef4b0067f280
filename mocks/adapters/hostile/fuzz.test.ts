import { expect, test } from "vitest";
import { dialectNames } from "../../../fixtures/dialect/load.ts";
import { fuzz } from "./fuzz.fixture.ts";

// A failure shows its seed and path; npm run fuzz -- --part … --seed … --path … repeats it.

test.each(dialectNames())("whatever is called, the dialect %s answers in its own words", async (name) => {
  expect(await fuzz("simulation", { runs: 80 }, name)).toMatchObject({ failure: undefined, runs: 80 });
});

test("whatever the control API is asked, it does it or says what is wrong", async () => {
  expect((await fuzz("control", { runs: 300 })).failure).toBeUndefined();
});

test("whatever comes with the token of a sandbox, no other world shows or changes", async () => {
  expect((await fuzz("sandboxes", { runs: 150 })).failure).toBeUndefined();
});
