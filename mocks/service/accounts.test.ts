import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { renderWorld, type AccountRecords } from "./accounts.ts";
import { openTestCaller, testTimestamp } from "../simulation/caller.fixture.ts";

const world = worldSchema.parse({
  name: "small",
  accounts: [
    {
      id: "acct_a",
      name: "A",
      tokens: ["token-a-0001", { token: "token-a-0002", expiresAt: "{{now + 90 minutes}}" }],
      users: [
        { id: "usr_1", joined: "{{now - 2 days}}", note: "since {{now}}", nested: { at: "{{now}}" }, age: 7 },
        { id: 2, subscription_id: "sub_1" },
      ],
      subscriptions: [{ id: "sub_1", plan: "sub_1" }, { id: 44 }],
      invoices: [
        { id: "sub_1", subscriptionId: "sub_1", due: "{{today + 1 week}}" },
        { id: "inv_2", subscriptionId: 44 },
        { id: "inv_3", subscriptionId: "sub_gone" },
      ],
    },
    { id: "acct_b", name: "B", tokens: ["token-b-0001"], subscriptions: [{ id: "sub_1" }] },
  ],
});

function withFormat(format: unknown): ReturnType<typeof dialectSchema.parse> {
  return dialectSchema.parse({ name: "mine", subscriptionId: { format } });
}

test.each([
  ["ids that fit the format are kept", { kind: "any" }, "sub_1"],
  ["a subscription gets the same new id everywhere, and nothing else changes", { kind: "integer" }, 1001],
])("timestamps are resolved if they are the whole value of a field, and %s", (_, format, id) => {
  const [first, second]: readonly AccountRecords[] = renderWorld(world, withFormat(format), testTimestamp);
  expect(first?.tokens).toStrictEqual([
    { token: "token-a-0001" },
    { token: "token-a-0002", expiresAt: testTimestamp + 5_400_000 },
  ]);
  expect(first?.users).toStrictEqual([
    { id: "usr_1", joined: "2026-02-27T12:30:00.000Z", note: "since {{now}}", nested: { at: "{{now}}" }, age: 7 },
    { id: 2, subscription_id: id },
  ]);
  expect(first?.subscriptions).toStrictEqual([{ id, plan: "sub_1" }, { id: 44 }]);
  expect(first?.invoices).toStrictEqual([
    { id: "sub_1", subscriptionId: id, due: "2026-03-08" },
    { id: "inv_2", subscriptionId: 44 },
    { id: "inv_3", subscriptionId: "sub_gone" },
  ]);
  expect(second?.subscriptions).toStrictEqual([{ id }]);
});

test("a format with ten ids for eleven subscriptions is reported as a mistake of the user", async () => {
  const subscriptions = Array.from({ length: 11 }, (_, index) => ({ id: `sub_${index}` }));
  const accounts = [{ id: "a", name: "A", tokens: ["token-a-0001"], subscriptions }];
  const starting = openTestCaller({
    world: worldSchema.parse({ name: "crowd", accounts }),
    dialect: withFormat({ kind: "prefixed", prefix: "s", alphabet: "digits", length: 1 }),
  });
  await expect(starting).rejects.toThrow(InputError);
  await expect(starting).rejects.toThrow(
    'Cannot use world "crowd" in dialect "mine":\n' +
      "  subscriptionId.format: allows 10 ids, the world has 11 subscriptions; expected a longer id",
  );
});
