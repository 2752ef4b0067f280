import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

test("refused: nobody listens, and nothing is done", async () => {
  const caller = await openTestCaller({ scenarios: ["refused"] });
  expect(await caller.create({ email: "a@new.example", name: "A" })).toStrictEqual({
    status: 0,
    headers: {},
    body: "",
    why: { operation: "createUser", rule: "scenario", scenarios: ["refused"] },
    delivery: { end: "refused" },
  });
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(47);
});
