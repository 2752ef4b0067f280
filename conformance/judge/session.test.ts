import { describe, expect, test } from "vitest";
import { Unavailable } from "../target/session.ts";
import { Judge } from "./judge.ts";
import { StageSession } from "./session.ts";
import { Service, stageOn } from "./service.fixture.ts";

describe("a session on a stage", () => {
  test("sends a call once, and none that an experiment has sent", async () => {
    const service = new Service();
    const stage = stageOn(service);
    await new Judge(stage).create();
    const session = new StageSession(stage, 0);
    const count = service.requests.length;
    await session.call({ operation: "listUsers" });
    await session.call({ operation: "createUser" });
    expect(service.requests.length).toBe(count);
    const query = { page: "999" };
    const [one, other] = await Promise.all([
      session.call({ operation: "listUsers", query }),
      session.call({ operation: "listUsers", query }),
    ]);
    expect(service.requests.length).toBe(count + 1);
    expect(one).toBe(other);
  });

  test("says what is missing for a call that cannot be sent", async () => {
    const session = new StageSession(stageOn(new Service(), { allowWrites: false, ids: {} }), 0);
    const lacks = await Promise.all([
      session.call({ operation: "createUser" }),
      session.call({ operation: "getSubscription" }),
      session.call({ operation: "listUsers", as: "second" }),
    ]);
    expect(lacks.map((one) => (one instanceof Unavailable ? one.lack : "sent"))).toStrictEqual([
      "writes",
      "subscription-id",
      "second-token",
    ]);
  });

  test("shows the successes of a run with the token, and whether the target is known to serve them", async () => {
    const stage = stageOn(new Service());
    await new Judge(stage).create();
    const served = new StageSession(stage, 0).served("listUsers");
    expect(served.filter(({ isUsual }) => isUsual).map(({ place }) => place)).toContain("listUsers");
    expect(served.every(({ exchange }) => exchange.response.status === 200)).toBe(true);
    expect(served.some(({ isUsual }) => !isUsual)).toBe(true);
  });
});
