import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

test("lost-response: the user is created, its caller never learns, and a second try meets a conflict", async () => {
  const caller = await openTestCaller({ scenarios: ["lost-response:on=createUser,times=1"] });
  const create = () => caller.create({ email: "a@new.example", name: "A" });
  const first = await create();
  expect([first.status, first.delivery?.end, first.why.rule]).toStrictEqual([
    201,
    "reset",
    "statuses.success.createUser",
  ]);
  expect((await create()).status).toBe(409);
  expect(await caller.users()).toHaveLength(48);
});
