import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openAccounts, renderWorld, type Account } from "./accounts.ts";
import { openTestCaller, testMoment } from "../simulation/caller.fixture.ts";

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

async function open(...[source, dialect, now]: Parameters<typeof renderWorld>): Promise<readonly Account[]> {
  return openAccounts(renderWorld(source, dialect, now), { dialect });
}

describe("openAccounts", () => {
  test("resolves moments where they are the whole value of a field", async () => {
    const [account] = await open(world, withFormat({ kind: "any" }), testMoment);
    expect(account?.users.all()).toStrictEqual([
      {
        id: "usr_1",
        joined: "2026-02-27T12:30:00.000Z",
        note: "since {{now}}",
        nested: { at: "{{now}}" },
        age: 7,
      },
      { id: 2, subscription_id: "sub_1" },
    ]);
    expect(account?.tokens).toStrictEqual([
      { token: "token-a-0001" },
      { token: "token-a-0002", expiresAt: testMoment + 5_400_000 },
    ]);
  });

  test("keeps ids that fit the format of the dialect", async () => {
    const [account] = await open(world, withFormat({ kind: "any" }), testMoment);
    expect(account?.subscriptions.all()).toStrictEqual([{ id: "sub_1", plan: "sub_1" }, { id: 44 }]);
    expect(account?.invoices.all()).toStrictEqual([
      { id: "sub_1", subscriptionId: "sub_1", due: "2026-03-08" },
      { id: "inv_2", subscriptionId: 44 },
      { id: "inv_3", subscriptionId: "sub_gone" },
    ]);
  });

  test("gives a subscription the same new id wherever it stands, and nothing else", async () => {
    const [first, second] = await open(world, withFormat({ kind: "integer" }), testMoment);
    expect(first?.subscriptions.all()).toStrictEqual([{ id: 1001, plan: "sub_1" }, { id: 44 }]);
    expect(first?.users.find("2")).toStrictEqual({ id: 2, subscription_id: 1001 });
    expect(first?.invoices.all()).toStrictEqual([
      { id: "sub_1", subscriptionId: 1001, due: "2026-03-08" },
      { id: "inv_2", subscriptionId: 44 },
      { id: "inv_3", subscriptionId: "sub_gone" },
    ]);
    expect(second?.subscriptions.all()).toStrictEqual([{ id: 1001 }]);
  });

  test("keeps accounts, and the records of each, in the order of the world", async () => {
    const demo = loadWorld("demo", 1);
    const accounts = await open(demo, dialectSchema.parse({}), testMoment);
    const read = (list: readonly { readonly id: string | number }[]): readonly unknown[] => list.map(({ id }) => id);
    expect(accounts.map(({ id, users }) => [id, read(users.all())])).toStrictEqual(
      demo.accounts.map(({ id, users }) => [id, read(users)]),
    );
  });
});

describe("a format with too few ids", () => {
  const tiny = { kind: "prefixed", prefix: "s", alphabet: "digits", length: 1 };
  const crowded = worldSchema.parse({
    name: "crowded",
    accounts: [
      {
        id: "a",
        name: "A",
        tokens: ["token-a-0001"],
        subscriptions: Array.from({ length: 11 }, (_, index) => ({ id: `sub_${index}` })),
      },
    ],
  });

  test("keeps the simulation from starting, as the user's mistake", async () => {
    const starting = openTestCaller({ world: crowded, dialect: withFormat(tiny) });
    await expect(starting).rejects.toThrow(InputError);
    await expect(starting).rejects.toThrow(
      'World "crowded" in dialect "mine" cannot be used:\n' +
        "  subscriptionId.format: allows 10 ids, the world has 11 subscriptions; expected a longer id",
    );
  });

  test("will do where it has exactly enough", async () => {
    const [account] = crowded.accounts;
    const fitting = {
      ...crowded,
      accounts: [{ ...crowded.accounts[0], subscriptions: account?.subscriptions.slice(1) }],
    };
    const [opened] = await open(worldSchema.parse(fitting), withFormat(tiny), testMoment);
    expect(
      opened?.subscriptions
        .all()
        .map(({ id }) => id)
        .map(String)
        .toSorted(),
    ).toStrictEqual(Array.from({ length: 10 }, (_, index) => `s${index}`));
  });
});
