import { describe, expect, test } from "vitest";
import { TargetJudge } from "./target-judge.ts";
import { outcomeOf } from "./outcome.ts";
import { Service, stageOn } from "./service.fixture.ts";

describe("why a rule was not judged, and what would help", () => {
  test.each([
    ["CREATE-01", "createUser", { allowWrites: false }, "writes"],
    ["AUTH-02", "getSubscription", { ids: {} }, "subscription-id"],
    ["SUB-02", "getSubscription", {}, "second-subscription-id"],
    ["SCOPE-01", "listInvoices", {}, "second-token"],
    ["PAGE-01", "listUsers", {}, "nothing"],
  ] as const)("%s on %s", async (requirement, operation, given, lack) => {
    const stage = stageOn(new Service(), given);
    const conclusions = await new TargetJudge(stage).conclude();
    const conclusion = conclusions.get(`${requirement} ${operation}`);
    const outcome = outcomeOf({ requirement, operation }, conclusion, stage);
    expect(outcome).toMatchObject({ status: "skipped", lack });
  });

  test("a run that may create no more users says so, and names the option", async () => {
    const service = Object.assign(new Service(), { storesRejected: true });
    const stage = stageOn(service, {}, { maxCreated: 1 });
    const conclusions = await new TargetJudge(stage).conclude();
    for (const requirement of ["PATH-01", "CREATE-01"]) {
      const place = { requirement, operation: "createUser" } as const;
      expect(outcomeOf(place, conclusions.get(`${requirement} createUser`), stage)).toMatchObject({
        status: "skipped",
        message: "a run creates at most 1 user (--max-created)",
        lack: "more-users",
      });
    }
  });

  test("a run with few requests says that some were left out", async () => {
    const stage = stageOn(new Service(), {}, { maxRequests: 60 });
    const conclusions = await new TargetJudge(stage).conclude();
    const place = { requirement: "AUTH-05", operation: "listInvoices" } as const;
    const outcome = outcomeOf(place, conclusions.get("AUTH-05 listInvoices"), stage);
    expect(outcome).toMatchObject({ status: "skipped", message: expect.stringContaining("--max-requests") });
  });

  test("a failure that does not recur says so", () => {
    const [requirement, operation, message] = ["AUTH-05", "listUsers", "a cut token was accepted"] as const;
    const check = { requirement, operation, status: "failed", message, exchanges: [] } as const;
    const conclusion = { ...check, status: "inconclusive", checks: [check] } as const;
    const outcome = outcomeOf({ requirement, operation }, conclusion, stageOn(new Service()));
    expect(outcome.message).toMatch(/accepted; it did not recur/);
  });

  test("an operation that does not succeed leaves its other rules open", async () => {
    const stage = stageOn(new Service(), { ids: { subscription: ["unknown"] } });
    const conclusions = await new TargetJudge(stage).conclude();
    const place = { requirement: "ENV-02", operation: "getSubscription" } as const;
    const outcome = outcomeOf(place, conclusions.get("ENV-02 getSubscription"), stage);
    expect(outcome).toMatchObject({ status: "skipped", message: expect.stringContaining("PATH-01") });
    expect(conclusions.get("PATH-01 getSubscription")?.status).toBe("failed");
  });
});

test("a failure shows its deciding exchange first, and the places where it failed, too", async () => {
  const service = new Service();
  service.users.push({ id: 4, name: "Ada 4" });
  const stage = stageOn(service, { allowWrites: false });
  const send = service.send.bind(service);
  service.send = async (outgoing) => {
    const authorized = { ...outgoing, headers: { ...outgoing.headers, authorization: "Bearer good" } };
    const { exchange, ...sent } = await send(outgoing.url.includes("users") ? authorized : outgoing);
    return { ...sent, exchange: { ...exchange, request: { ...exchange.request, headers: outgoing.headers } } };
  };
  const conclusions = await new TargetJudge(stage).conclude();
  const place = { requirement: "AUTH-02", operation: "listUsers" } as const;
  const { status, message, evidence, places = [] } = outcomeOf(place, conclusions.get("AUTH-02 listUsers"), stage);
  expect([status, message]).toStrictEqual(["failed", "a request with no `Authorization` header was accepted: 200"]);
  expect(evidence[0]?.request.headers["authorization"]).toBeUndefined();
  expect(evidence[0]?.request.url).toBe("https://target.example/api/v1/users");
  expect(places.filter((one) => one.status === "failed").length).toBeGreaterThan(0);
});
