import { expect, test } from "vitest";
import { dialectNames } from "../../../fixtures/dialect/load.ts";
import { fuzz } from "./fuzz.fixture.ts";

// A failure shows its seed and path, which the options of `fuzz` repeat. `npm run fuzz` sets the number of runs.
const runs = Number(process.env["ORGKIT_FUZZ_RUNS"] ?? 80);

test.each(dialectNames())("whatever the request, the dialect %s responds in its format", async (name) => {
  expect(await fuzz("simulation", { runs }, name)).toMatchObject({ failure: undefined, runs });
});

test("whatever the request, the control API does it or says what is wrong", async () => {
  expect((await fuzz("control", { runs })).failure).toBeUndefined();
});

test("whatever a sandbox's token sends, no other world shows or changes", async () => {
  expect((await fuzz("sandboxes", { runs })).failure).toBeUndefined();
});
