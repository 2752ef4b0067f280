import { expect, test } from "vitest";
import { dialectNames } from "../../../fixtures/dialect/load.ts";
import { fuzz } from "./fuzz.fixture.ts";

// A failure shows its seed and path; npm run fuzz -- --part … --seed … --path … repeats it.

test.each(dialectNames())("whatever the request, the dialect %s responds in its format", async (name) => {
  expect(await fuzz("simulation", { runs: 80 }, name)).toMatchObject({ failure: undefined, runs: 80 });
});

test("whatever the request, the control API does it or says what is wrong", async () => {
  expect((await fuzz("control", { runs: 100 })).failure).toBeUndefined();
});

test("whatever a sandbox's token sends, no other world shows or changes", async () => {
  expect((await fuzz("sandboxes", { runs: 40 })).failure).toBeUndefined();
});
