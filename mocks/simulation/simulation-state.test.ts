import { describe, expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCaller } from "./caller.fixture.ts";
import type { Simulation } from "./simulation.ts";
import { snapshotSchema } from "../service/snapshot.ts";

function create(caller: TestCaller, name: string): Promise<Reply> {
  return caller.create({ email: `${name}@new.example`, name });
}

async function added(caller: TestCaller): Promise<readonly unknown[]> {
  return (await caller.users()).slice(47).map((user) => user["name"]);
}

describe("a snapshot", () => {
  test("is plain data in the published format, and does not change later", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    const snapshot = caller.simulation.snapshot();
    const text = JSON.stringify(snapshot);
    expect(snapshotSchema.parse(JSON.parse(text))).toStrictEqual(snapshot);
    expect(snapshot.accounts.map(({ users }) => users.length)).toStrictEqual(
      caller.simulation.accounts.map(({ users }) => users.count()),
    );
    await create(caller, "b");
    caller.simulation.accounts[0]?.users.remove("usr_2z8iq9y7jz");
    caller.simulation.clock.advance(1);
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  test("restores records, ids and clock: the same requests get the same responses", async () => {
    const caller = await openTestCaller();
    const { simulation } = caller;
    await create(caller, "a");
    simulation.clock.advance(60_000);
    const snapshot = simulation.snapshot();
    const replies = async () => [await create(caller, "b"), await create(caller, "c"), await caller.call()];
    const first = await replies();
    simulation.clock.freeze(0);
    await simulation.collections().users.create({ id: "usr_a", name: "a" });
    await simulation.restore(snapshot);
    expect(await added(caller)).toStrictEqual(["a"]);
    expect(simulation.clock.now()).toBe(testTimestamp + 60_000);
    expect(await replies()).toStrictEqual(first);
  });

  test("works after saving to a file, in another simulation, any number of times", async () => {
    const [one, other] = [await openTestCaller(), await openTestCaller()];
    await create(one, "a");
    const snapshot = snapshotSchema.parse(JSON.parse(JSON.stringify(one.simulation.snapshot())));
    for (let time = 0; time < 2; time += 1) {
      await other.simulation.restore(snapshot);
      expect(await added(other)).toStrictEqual(["a"]);
      await create(other, "b");
    }
    expect(await added(one)).toStrictEqual(["a"]);
  });

  test("keeps scenarios and journal when restored, shows hidden records, and resets rate limits", async () => {
    const rate = { requests: 3, seconds: 60 };
    const caller = await openTestCaller({ scenarios: ["eventual-consistency"], dialect: { limits: { rate } } });
    const { simulation } = caller;
    await create(caller, "a");
    expect(await added(caller)).toStrictEqual([]);
    await simulation.restore(simulation.snapshot());
    expect(await added(caller)).toStrictEqual(["a"]);
    expect([simulation.scenarios(), simulation.journal.total]).toStrictEqual([["eventual-consistency"], 3]);
    expect((await caller.call()).headers["ratelimit-remaining"]).toBe("1");
  });

  test("of another world is rejected with the reason, and changes nothing", async () => {
    const caller = await openTestCaller();
    const { simulation } = caller;
    const fork = await simulation.fork("acct_cedar", "fork-token-1");
    simulation.accounts[0]?.users.remove("usr_2z8iq9y7jz");
    const before = simulation.snapshot();
    await expect(simulation.restore(fork.snapshot())).rejects.toThrow(
      'accounts: expected the account "acct_aurora", got only acct_cedar; it is of another world',
    );
    expect(simulation.snapshot()).toStrictEqual(before);
  });
});

test("a reset restores the start: the same requests get the same responses, and listeners are notified", async () => {
  const caller = await openTestCaller({
    scenarios: ["latency:max=100", "server-errors:rate=0.3", "eventual-consistency"],
  });
  const { simulation } = caller;
  const replies = async () => {
    const seen = [];
    for (const name of ["a", "b", "c", "d"]) seen.push(await create(caller, name), await caller.call());
    return seen;
  };
  const first = await replies();
  const start = simulation.journal.entries();
  simulation.use("refused");
  simulation.clock.advance(1000);
  await caller.call();
  let changes = 0;
  const end = simulation.onChange(() => (changes += 1));
  await simulation.collections().users.create({ id: "usr_added", name: "Added" });
  await simulation.reset();
  expect(changes).toBeGreaterThan(1);
  end();
  expect(simulation.accounts[0]?.users.hidden.size).toBe(0);
  expect(await replies()).toStrictEqual(first);
  expect(simulation.journal.entries()).toStrictEqual(start);
  const seen = changes;
  await simulation.reset();
  expect(changes).toBe(seen);
});

describe("a fork", () => {
  const token = "fork-token-1";
  const ask = (simulation: Simulation, call: Parameters<typeof testCall>[0] = {}): Promise<Reply> =>
    simulation.answer(testCall({ token, ...call }));

  test("is one account as it was at the start, only with its own token", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    const fork = await caller.simulation.fork("acct_aurora", token);
    expect([{ name: fork.world.name }, fork.accounts.map(({ id, tokens }) => [id, tokens])]).toStrictEqual([
      { name: "demo" },
      [["acct_aurora", [{ token }]]],
    ]);
    expect(readEnvelope(await ask(fork)).meta.total).toBe(47);
    expect((await ask(fork, { token: "aurora-token-4f7a91" })).status).toBe(401);
    expect((await caller.call({ token })).status).toBe(401);
  });

  test("issues the same ids, or others with another seed", async () => {
    const { simulation } = await openTestCaller({ seed: 7 });
    const idBy = async (seed?: number) => {
      const fork = await simulation.fork("acct_aurora", token, seed);
      const headers = { "content-type": "application/json" };
      const reply = await ask(fork, { method: "POST", headers, body: '{"email":"a@new.example","name":"A"}' });
      return reply.why.created;
    };
    const first = await idBy();
    expect([await idBy(), await idBy(7)]).toStrictEqual([first, first]);
    expect(await idBy(8)).not.toBe(first);
  });
});

test("another world keeps the users that were created, unless an id, a unique value or the account is gone", async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const { world, dialect } = simulation;
  for (const name of ["stays", "taken"]) await create(caller, name);
  const createdIn = (name: string) => simulation.collections().users.findFirst((q) => q.where({ name }));
  const [stays, taken] = [createdIn("stays"), createdIn("taken")];
  const [first, ...others] = world.accounts;
  const users = [{ id: "usr_other", name: "other", email: taken?.["email"] ?? "" }];
  const next = { ...world, accounts: first === undefined ? others : [{ ...first, users }, ...others] };
  expect(await simulation.adopt({ world: next, dialect })).toStrictEqual([
    "kept 1 created user",
    `dropped created user ${String(taken?.id)} of acct_aurora: its email is taken`,
  ]);
  expect((await caller.users()).map(({ id }) => id)).toStrictEqual(["usr_other", stays?.id]);
  const { id } = await simulation.collections().users.create({ name: "new", email: "new@new.example" });
  expect(id).not.toBe(stays?.id);
  expect(await simulation.adopt({ world: { ...next, accounts: others }, dialect })).toStrictEqual([
    expect.stringContaining("its account is gone from the file"),
    expect.stringContaining("its account is gone from the file"),
  ]);
});
