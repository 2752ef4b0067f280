import { describe, expect, test } from "vitest";
import { openTestCaller, readEnvelope, type TestCall } from "../simulation/caller.fixture.ts";

const cedarInvoices: TestCall = { path: "/api/v1/invoices", token: "cedar-token-9e15b7" };
const record = { id: "usr_1", name: "Ada" };
const world = {
  name: "one",
  description: "",
  accounts: [
    {
      id: "a",
      name: "A",
      tokens: [{ token: "token-a-0001", expiresAt: undefined }],
      users: [record],
      subscriptions: [],
      invoices: [],
    },
  ],
};
const users: TestCall = { token: "token-a-0001" };
const invoices: TestCall = { token: "token-a-0001", path: "/api/v1/invoices" };

describe("malformed-envelope", () => {
  test.each([
    ["ENV-01", users, [record]],
    ["ENV-01", invoices, []],
    ["ENV-02", users, { data: record, meta: { page: 1, total: 1 } }],
    ["ENV-02", invoices, { data: null, meta: { page: 1, total: 0 } }],
    ["ENV-03", users, { data: [record], meta: 1 }],
    ["ENV-04", users, { data: [record], meta: { page: "1", total: 1 } }],
    ["ENV-05", users, { data: [record], meta: { page: 1, total: "1" } }],
    ["ENV-06", users, { data: [], meta: { page: 0, total: 0 } }],
    ["ENV-07", users, { data: [record], meta: { page: 1, total: 0 } }],
  ])("of %s in reply to %j", async (rule, call, expected) => {
    const scenario = `malformed-envelope:rule=${rule}`;
    const caller = await openTestCaller({ scenarios: [scenario], world });
    const reply = await caller.call(call);
    expect(JSON.parse(reply.body)).toStrictEqual(expected);
    expect([reply.status, reply.why.rule, reply.why.scenarios]).toStrictEqual([200, rule, [scenario]]);
  });

  test("of ENV-07 leaves a reply without records as it is", async () => {
    const caller = await openTestCaller({ scenarios: ["malformed-envelope:rule=ENV-07"] });
    const reply = await caller.call(cedarInvoices);
    expect(readEnvelope(reply)).toStrictEqual({ data: [], meta: { page: 1, total: 0 } });
    expect(reply.why.scenarios).toBeUndefined();
  });

  test.each([
    ["with records", {}, ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"]],
    ["without records", cedarInvoices, ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06"]],
  ])("by its bare name breaks in a reply %s each rule that can be broken", async (_, call, rules) => {
    const caller = await openTestCaller({ scenarios: ["malformed-envelope"] });
    const seen = new Set<string>();
    for (let count = 0; count < 60; count += 1) seen.add((await caller.call(call)).why.rule);
    expect([...seen].toSorted()).toStrictEqual(rules);
  });

  test.each([{ token: "nobody-0001" }, { path: "/nothing" }, { query: "page=0" }])(
    "leaves a refusal as it is: %j",
    async (call) => {
      const [caller, plain] = [await openTestCaller({ scenarios: ["malformed-envelope"] }), await openTestCaller()];
      expect(await caller.call(call)).toStrictEqual(await plain.call(call));
    },
  );
});
