import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

test("reset: the call is lost before it is served, so that sending it again is safe", async () => {
  const caller = await openTestCaller({ scenarios: ["reset:times=1"] });
  const create = () => caller.create({ email: "a@new.example", name: "A" });
  const first = await create();
  expect([first.status, first.delivery]).toStrictEqual([0, { end: "reset" }]);
  expect((await create()).status).toBe(201);
  expect(await caller.users()).toHaveLength(48);
});
