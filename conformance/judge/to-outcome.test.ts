import { expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { toOutcome } from "./to-outcome.ts";
import { Service, stageOn } from "./service.fixture.ts";
import { Judge } from "./judge.ts";

test.each<
  [
    requirement: string,
    operation: OperationId,
    given: Parameters<typeof stageOn>[1],
    connection: Parameters<typeof stageOn>[2],
    expected: object,
  ]
>([
  ["CREATE-01", "createUser", { allowWrites: false }, {}, { lack: "writes" }],
  ["AUTH-02", "getSubscription", { ids: {} }, {}, { lack: "subscription-id" }],
  ["SUB-02", "getSubscription", {}, {}, { lack: "second-subscription-id" }],
  ["SCOPE-01", "listInvoices", {}, {}, { lack: "second-token" }],
  ["PAGE-01", "listUsers", {}, {}, { lack: "nothing" }],
  ["PATH-01", "createUser", {}, { maxCreated: 1 }, { lack: "more-users" }],
  ["CREATE-01", "createUser", {}, { maxCreated: 1 }, { lack: "more-users" }],
  ["AUTH-05", "listInvoices", {}, { maxRequests: 60 }, { lack: "more-requests" }],
  [
    "ENV-02",
    "getSubscription",
    { ids: { subscription: ["unknown"] } },
    {},
    { message: expect.stringContaining("unknown"), lack: "subscription-id" },
  ],
])(
  "%s on %s was not judged, and the outcome says what would help: %j %j",
  async (requirement, operation, given, connection, expected) => {
    const stage = stageOn(
      Object.assign(new Service(), { storesRejected: connection?.maxCreated === 1 }),
      given,
      connection,
    );
    const conclusions = await new Judge(stage).conclude();
    const outcome = toOutcome({ requirement, operation }, conclusions.get(`${requirement} ${operation}`), stage);
    expect(outcome).toMatchObject({ status: "skipped", ...expected });
  },
);

test("a failure that does not recur says so", () => {
  const [requirement, operation, message] = ["AUTH-05", "listUsers", "a cut token was accepted"] as const;
  const check = { requirement, operation, status: "failed", message, exchanges: [] } as const;
  const conclusion = { ...check, status: "inconclusive", checks: [check] } as const;
  const outcome = toOutcome({ requirement, operation }, conclusion, stageOn(new Service()));
  expect(outcome.message).toMatch(/accepted; it did not recur/);
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
  const conclusions = await new Judge(stage).conclude();
  const place = { requirement: "AUTH-02", operation: "listUsers" } as const;
  const { status, message, evidence, places = [] } = toOutcome(place, conclusions.get("AUTH-02 listUsers"), stage);
  expect([status, message]).toStrictEqual([
    "failed",
    "a request with no `Authorization` header was accepted: 200 with 4 records",
  ]);
  expect(evidence[0]?.request.headers["authorization"]).toBeUndefined();
  expect(evidence[0]?.request.url).toBe("https://target.example/api/v1/users");
  expect(places.filter((one) => one.status === "failed").length).toBeGreaterThan(0);
});
