import { describe, expect, test } from "vitest";
import type { Simulation } from "./simulation.ts";
import { snapshotSchema } from "./snapshot.ts";
import { openTestCaller, readEnvelope, testCall, testMoment, type TestCaller } from "./caller.fixture.ts";

const people = { account: "acct_aurora", kind: "users" } as const;

function create(caller: TestCaller, name: string): ReturnType<TestCaller["create"]> {
  return caller.create({ email: `${name}@new.example`, name });
}

async function added(caller: TestCaller): Promise<readonly unknown[]> {
  return (await caller.users()).slice(47).map((user) => user["name"]);
}

describe("a snapshot", () => {
  test("is plain data, of the published shape, and the same as its JSON", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    const snapshot = caller.simulation.snapshot();
    expect(JSON.parse(JSON.stringify(snapshot))).toStrictEqual(snapshot);
    expect(snapshotSchema.parse(snapshot)).toStrictEqual(snapshot);
    expect(snapshot.accounts.map(({ users }) => users.length)).toStrictEqual(
      caller.simulation.accounts.map(({ users }) => users.count()),
    );
  });

  test("does not follow what happens later", async () => {
    const caller = await openTestCaller();
    const snapshot = caller.simulation.snapshot();
    const before = JSON.stringify(snapshot);
    await create(caller, "a");
    await caller.simulation.edits.remove(people, "usr_2z8iq9y7jz");
    caller.simulation.clock.advance(1);
    expect(JSON.stringify(snapshot)).toBe(before);
  });
});

describe("restore", () => {
  test("puts records and the ids to come back: the same calls get the same replies", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    const snapshot = caller.simulation.snapshot();
    const replies = async () => [await create(caller, "b"), await create(caller, "c"), await caller.call()];
    const first = await replies();
    await caller.simulation.restore(snapshot);
    expect(await added(caller)).toStrictEqual(["a"]);
    expect(await replies()).toStrictEqual(first);
  });

  test("works of a snapshot that went through a file, in another simulation, any number of times", async () => {
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

  test("sets the clock as it was set", async () => {
    const { simulation } = await openTestCaller();
    simulation.clock.advance(60_000);
    const snapshot = simulation.snapshot();
    simulation.clock.freeze(0);
    await simulation.restore(snapshot);
    expect(simulation.clock.now()).toBe(testMoment + 60_000);
  });

  test("keeps scenarios and journal, shows what was hidden, and counts rates anew", async () => {
    const caller = await openTestCaller({
      scenarios: ["eventual-consistency"],
      dialect: { limits: { rate: { requests: 3, seconds: 60 } } },
    });
    const { simulation } = caller;
    await create(caller, "a");
    expect(await added(caller)).toStrictEqual([]);
    await simulation.restore(simulation.snapshot());
    expect(await added(caller)).toStrictEqual(["a"]);
    expect([simulation.scenarios(), simulation.journal.total]).toStrictEqual([["eventual-consistency"], 3]);
    expect((await caller.call()).headers["ratelimit-remaining"]).toBe("1");
  });

  test("of a foreign snapshot says so and changes nothing", async () => {
    const caller = await openTestCaller();
    const { simulation } = caller;
    const fork = await simulation.fork("acct_cedar", "fork-token-1");
    await create(caller, "a");
    await simulation.edits.remove(people, "usr_2z8iq9y7jz");
    simulation.clock.advance(5);
    const before = simulation.snapshot();
    await expect(simulation.restore(fork.snapshot())).rejects.toThrow(
      'accounts: expected the account "acct_aurora", got only acct_cedar; it was taken of another world',
    );
    expect(simulation.snapshot()).toStrictEqual(before);
    expect(simulation.edits.counts).toStrictEqual({ undo: 1, redo: 0 });
  });
});

describe("restore", () => {
  test("leaves no edit to take back", async () => {
    const caller = await openTestCaller();
    const { simulation } = caller;
    const snapshot = simulation.snapshot();
    await simulation.edits.add(people, { id: "usr_a", name: "a" });
    await simulation.restore(snapshot);
    expect([await added(caller), simulation.edits.counts]).toStrictEqual([[], { undo: 0, redo: 0 }]);
  });
});

describe("reset", () => {
  test("is the start again: the same calls get the same replies", async () => {
    const caller = await openTestCaller({ scenarios: ["latency:max=100", "server-errors:rate=0.3"] });
    const replies = async () => {
      const seen = [];
      for (const name of ["a", "b", "c", "d"]) seen.push(await create(caller, name), await caller.call());
      return seen;
    };
    const first = await replies();
    const start = caller.simulation.journal.entries();
    caller.simulation.use("refused");
    caller.simulation.clock.advance(1000);
    await caller.call();
    await caller.simulation.reset();
    expect(await replies()).toStrictEqual(first);
    expect(caller.simulation.journal.entries()).toStrictEqual(start);
  });

  test("shows what was hidden", async () => {
    const caller = await openTestCaller({ scenarios: ["eventual-consistency"] });
    await create(caller, "a");
    await caller.simulation.reset();
    expect((await caller.users()).length).toBe(47);
    expect(caller.simulation.accounts[0]?.users.hidden.size).toBe(0);
  });

  test("tells of itself", async () => {
    const { simulation } = await openTestCaller();
    let changes = 0;
    const end = simulation.onChange(() => (changes += 1));
    await simulation.reset();
    expect(changes).toBeGreaterThan(0);
    const seen = changes;
    end();
    await simulation.reset();
    expect(changes).toBe(seen);
  });
});

describe("a fork", () => {
  const token = "fork-token-1";
  const ask = async (simulation: Simulation, call: Parameters<typeof testCall>[0] = {}) =>
    simulation.answer(testCall({ token, ...call }));

  test("is one account as it was at the start, under its own token alone", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    const fork = await caller.simulation.fork("acct_aurora", token);
    expect(fork.accounts.map(({ id, tokens }) => [id, tokens])).toStrictEqual([["acct_aurora", [{ token }]]]);
    expect(readEnvelope(await ask(fork)).meta.total).toBe(47);
    expect((await ask(fork, { token: "aurora-token-4f7a91" })).status).toBe(401);
    expect((await caller.call({ token })).status).toBe(401);
    expect(fork.world).toStrictEqual({ name: "demo" });
  });

  test("and what it was forked from do not see each other", async () => {
    const caller = await openTestCaller({ scenarios: ["latency:ms=1"] });
    const { simulation } = caller;
    const [one, other] = [await simulation.fork("acct_aurora", token), await simulation.fork("acct_aurora", token)];
    one.use("refused");
    one.clock.advance(5000);
    await one.edits.remove(people, "usr_2z8iq9y7jz");
    await ask(one);
    await create(caller, "a");
    for (const untouched of [other, simulation]) {
      expect([untouched.scenarios(), untouched.clock.now(), untouched.edits.counts.undo]).toStrictEqual([
        ["latency:ms=1"],
        testMoment,
        0,
      ]);
    }
    expect(
      [one, other, simulation].map(({ journal, accounts }) => [journal.total, accounts[0]?.users.count()]),
    ).toStrictEqual([
      [1, 46],
      [0, 47],
      [1, 48],
    ]);
    await one.reset();
    expect([one.accounts[0]?.users.count(), simulation.accounts[0]?.users.count()]).toStrictEqual([47, 48]);
  });

  test("issues the same ids, or by another seed others", async () => {
    const { simulation } = await openTestCaller({ seed: 7 });
    const idBy = async (seed?: number) => {
      const fork = await simulation.fork("acct_aurora", token, seed);
      const call = { method: "POST", headers: { "content-type": "application/json" } };
      const reply = await ask(fork, { ...call, body: '{"email":"a@new.example","name":"A"}' });
      return reply.why.created;
    };
    const first = await idBy();
    expect(await idBy()).toBe(first);
    expect(await idBy(7)).toBe(first);
    expect(await idBy(8)).not.toBe(first);
  });

  test("of no account says which there are", async () => {
    const { simulation } = await openTestCaller();
    await expect(simulation.fork("acct_x", token)).rejects.toThrow(
      "acct_x: there is no such account; expected acct_aurora, acct_brightwater, acct_cedar",
    );
  });
});
