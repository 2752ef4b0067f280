import { describe, expect, test } from "vitest";
import { fitsIdentifier, identifierSchema } from "../../../fixtures/dialect/identifier.ts";
import { demoTokens, openTestCaller, readEnvelope } from "../../simulation/caller.fixture.ts";

const path = "/api/v1/subscriptions";

describe("getSubscription", () => {
  test("answers with the one subscription of this id", async () => {
    const caller = await openTestCaller();
    const reply = await caller.call({ path: `${path}/sub_f5zr37e3` });
    expect([reply.status, readEnvelope(reply)]).toStrictEqual([
      200,
      {
        data: [expect.objectContaining({ id: "sub_f5zr37e3", plan: "sandbox", status: "canceled", seats: 5 })],
        meta: { page: 1, total: 1 },
      },
    ]);
  });

  test.each([
    "sub_00000000",
    "sub_F5ZR37E3",
    "sub_f5zr37e",
    "nothing",
    "%20",
    "constructor",
    "a%2Fb",
    "usr_2z8iq9y7jz",
  ])("finds nothing under %s", async (id) => {
    const caller = await openTestCaller();
    const { status, why } = await caller.call({ path: `${path}/${id}` });
    expect([status, why]).toStrictEqual([404, { operation: "getSubscription", rule: "statuses.failure.notFound" }]);
  });

  test("tells nothing of another account's subscription: the reply is that of an unknown one", async () => {
    const caller = await openTestCaller();
    const foreign = await caller.call({ token: demoTokens[1], path: `${path}/sub_f5zr37e3` });
    expect(foreign).toStrictEqual(await caller.call({ token: demoTokens[1], path: `${path}/sub_00000000` }));
  });

  test.each([
    ["notFound", "sub_00000000", 404],
    ["notFound", "42", 404],
    ["reject", "sub_00000000", 404],
    ["reject", "42", 400],
    ["reject", "SUB_00000000", 400],
    ["reject", "sub_f5zr37e3", 200],
  ])("with illFormed %s, %s gets %d", async (illFormed, id, status) => {
    const caller = await openTestCaller({ dialect: { subscriptionId: { illFormed } } });
    expect((await caller.call({ path: `${path}/${id}` })).status).toBe(status);
  });

  test.each([
    [{ kind: "integer" }],
    [{ kind: "uuid" }],
    [{ kind: "prefixed", prefix: "", alphabet: "hex", length: 6 }],
  ])("answers under the ids of the format %j, which the invoices name", async (format) => {
    const caller = await openTestCaller({ dialect: { subscriptionId: { format } } });
    const invoices = readEnvelope(await caller.call({ path: "/api/v1/invoices", query: "per_page=100" })).data;
    const ids = [...new Set(invoices.map((invoice) => invoice["subscriptionId"]))];
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      expect(fitsIdentifier(identifierSchema.parse(format), String(id))).toBe(true);
      expect(readEnvelope(await caller.call({ path: `${path}/${String(id)}` })).data[0]?.id).toBe(id);
    }
  });

  test("answers under an id that needs escaping", async () => {
    const world = {
      name: "odd",
      description: "",
      accounts: [
        {
          id: "a",
          name: "A",
          tokens: [{ token: demoTokens[0], expiresAt: undefined }],
          users: [],
          subscriptions: [{ id: "50% off/ü?" }],
          invoices: [],
        },
      ],
    };
    const caller = await openTestCaller({ world, dialect: { subscriptionId: { format: { kind: "any" } } } });
    const reply = await caller.call({ path: `${path}/${encodeURIComponent("50% off/ü?")}` });
    expect(readEnvelope(reply).data).toStrictEqual([{ id: "50% off/ü?" }]);
  });
});
