import { describe, expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

describe("truncated-body", () => {
  test("cuts the body of a call that was served", async () => {
    const caller = await openTestCaller({ scenarios: ["truncated-body:on=createUser"] });
    const reply = await caller.create({ email: "a@new.example", name: "A" });
    expect([reply.status, reply.delivery?.end]).toStrictEqual([201, "cut"]);
    expect(await caller.users()).toHaveLength(48);
  });

  test("leaves a reply without a body as it is", async () => {
    const caller = await openTestCaller({ scenarios: ["truncated-body", "server-errors:status=503,body=empty"] });
    expect((await caller.call({ method: "HEAD" })).delivery).toBeUndefined();
    expect((await caller.call()).delivery).toBeUndefined();
  });

  test.each(["refused", "reset", "hang", "lost-response"])("cuts nothing of what %s lets nobody see", async (other) => {
    const alone = await openTestCaller({ scenarios: [other] });
    const caller = await openTestCaller({ scenarios: ["truncated-body", other] });
    expect((await caller.call()).delivery?.end).toBe((await alone.call()).delivery?.end);
  });

  test("is not seen where the reply is lost later", async () => {
    const caller = await openTestCaller({ scenarios: ["lost-response", "truncated-body"] });
    expect((await caller.call()).delivery?.end).toBe("reset");
  });
});
