import { expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { demoTokens, openTestCaller, readEnvelope } from "../simulation/caller.fixture.ts";
import { identifierSchema } from "../../fixtures/dialect/identifier-schema.ts";

const path = "/api/v1/subscriptions";

test.each([
  ["notFound", 200, ["sub_f5zr37e3"]],
  ["notFound", 404, ["sub_00000000", "sub_F5ZR37E3", "sub_f5zr37e", "%20", "constructor", "a%2Fb", "usr_2z8iq9y7jz"]],
  ["reject", 200, ["sub_f5zr37e3"]],
  ["reject", 404, ["sub_00000000"]],
  ["reject", 400, ["42", "SUB_00000000"]],
])("with illFormed %s, %d for %j", async (illFormed, status, ids) => {
  const caller = await openTestCaller({ dialect: { subscriptionId: { illFormed } } });
  for (const id of ids) {
    const reply = await caller.call({ path: `${path}/${id}` });
    expect([reply.status, reply.why.operation], id).toStrictEqual([status, "getSubscription"]);
  }
});

test.each([
  ["integer", ["0", "41"], ["x", "1.5"]],
  ["uuid", ["00000000-0000-4000-8000-00000000000A"], ["0"]],
])("of the format %s, %j are unknown, and %j ill-formed", async (kind, unknown, others) => {
  const caller = await openTestCaller({ dialect: { subscriptionId: { format: { kind }, illFormed: "reject" } } });
  const statuses = [...unknown, ...others].map(async (id) => (await caller.call({ path: `${path}/${id}` })).status);
  expect(await Promise.all(statuses)).toEqual([...unknown.map(() => 404), ...others.map(() => 400)]);
});

test("the response has one subscription, and another account's is unknown", async () => {
  const caller = await openTestCaller();
  expect(readEnvelope(await caller.call({ path: `${path}/sub_f5zr37e3` }))).toStrictEqual({
    data: [expect.objectContaining({ id: "sub_f5zr37e3", plan: "sandbox", status: "canceled", seats: 5 })],
    meta: metaOf(1, 1),
  });
  const foreign = await caller.call({ token: demoTokens[1], path: `${path}/sub_f5zr37e3` });
  expect(foreign).toStrictEqual(await caller.call({ token: demoTokens[1], path: `${path}/sub_00000000` }));
});

test.each([[{ kind: "integer" }], [{ kind: "uuid" }], [{ kind: "prefixed", prefix: "", alphabet: "hex", length: 6 }]])(
  "in the format %j, a subscription is found by the id in invoices",
  async (format) => {
    const caller = await openTestCaller({ dialect: { subscriptionId: { format } } });
    const invoices = readEnvelope(await caller.call({ path: "/api/v1/invoices", query: "per_page=100" })).data;
    const ids = [...new Set(invoices.map((invoice) => invoice["subscriptionId"]))];
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      expect(fitsIdentifier(identifierSchema.parse(format), String(id))).toBe(true);
      expect(readEnvelope(await caller.call({ path: `${path}/${String(id)}` })).data[0]?.id).toBe(id);
    }
  },
);

test("an id that needs escaping is found", async () => {
  const account = { id: "a", name: "A", tokens: [demoTokens[0]], subscriptions: [{ id: "50% off/ü?" }] };
  const world = worldSchema.parse({ name: "odd", accounts: [account] });
  const caller = await openTestCaller({ world, dialect: { subscriptionId: { format: { kind: "any" } } } });
  const reply = await caller.call({ path: `${path}/${encodeURIComponent("50% off/ü?")}` });
  expect(readEnvelope(reply).data).toStrictEqual([{ id: "50% off/ü?" }]);
});
