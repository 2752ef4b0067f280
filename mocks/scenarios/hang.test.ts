import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

test.each([
  ["hang", 0, 47],
  ["hang:served=true", 201, 48],
])("%s: never answered; with status %d, and %d users after", async (scenario, status, users) => {
  const caller = await openTestCaller({ scenarios: [scenario] });
  const reply = await caller.create({ email: "a@new.example", name: "A" });
  expect([reply.status, reply.delivery?.end, reply.why.scenarios]).toStrictEqual([status, "never", [scenario]]);
  caller.simulation.use();
  expect(await caller.users()).toHaveLength(users);
});
