import { expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { obligationName, obligations } from "../requirements/catalogue.ts";
import { levels } from "../requirements/requirement.ts";
import { explainNotJudged } from "./not-judged.ts";
import { sendOnce } from "../log/experiment.ts";
import { createExchange } from "../rules/log.fixture.ts";
import { concludeLog } from "./conclude.ts";
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
  "%s on %s was not judged, and the check says what would help: %j %j",
  async (requirement, operation, given, connection, expected) => {
    const stage = stageOn(
      Object.assign(new Service(), { storesRejected: connection?.maxCreated === 1 }),
      given,
      connection,
    );
    const conclusions = await new Judge(stage).conclude();
    const name = `${requirement} ${operation}`;
    expect([...conclusions.keys()]).not.toContain(name);
    const obligation = obligations(levels).find((one) => obligationName(one) === name);
    const check = obligation && explainNotJudged(obligation, stage);
    expect(check).toMatchObject({ status: "skipped", ...expected });
  },
);

test("a failure that does not recur is inconclusive and says so", async () => {
  const stage = stageOn(new Service());
  const text = '{"data":[],"meta":{"page":"1","total":0}}';
  stage.log.push(createExchange({ text, experiment: "once" }, 0));
  const again = sendOnce("once", { operation: "listUsers" });
  const check = (await concludeLog(stage, new Map([["once", again]]))).get("ENV-04 listUsers");
  expect(check).toMatchObject({ status: "inconclusive", message: expect.stringMatching(/"1".*; it did not recur/) });
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
  const { status, message, exchanges = [], places = new Map() } = conclusions.get("AUTH-02 listUsers") ?? {};
  expect([status, message]).toStrictEqual([
    "failed",
    "a request with no `Authorization` header was accepted: 200 with 4 records",
  ]);
  expect(exchanges[0]?.request.headers["authorization"]).toBeUndefined();
  expect(exchanges[0]?.request.url).toBe("https://target.example/api/v1/users");
  expect([...places.values()].filter((one) => one.status === "failed").length).toBeGreaterThan(0);
});
