import { describe, expect, test } from "vitest";
import type { Reply } from "../service/call.ts";
import { snapshotSchema } from "../service/snapshot.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCaller } from "./caller.fixture.ts";

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
    await create(caller, "b");
    caller.simulation.accounts[0]?.users.remove("usr_2z8iq9y7jz");
    caller.simulation.clock.advance(1);
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  test("restores records, ids and clock, in any simulation of the world: the same requests get the same responses", async () => {
    const caller = await openTestCaller();
    await create(caller, "a");
    caller.simulation.clock.advance(60_000);
    const snapshot = snapshotSchema.parse(JSON.parse(JSON.stringify(caller.simulation.snapshot())));
    const replies = async (from: TestCaller) => [await create(from, "b"), await create(from, "c"), await from.call()];
    const first = await replies(caller);
    caller.simulation.clock.freeze(0);
    await caller.simulation.collections().users.create({ id: "usr_a", name: "a" });
    for (const target of [caller, await openTestCaller()]) {
      await target.simulation.restore(snapshot);
      expect(await added(target)).toStrictEqual(["a"]);
      expect(target.simulation.clock.now()).toBe(testTimestamp + 60_000);
      expect(await replies(target)).toStrictEqual(first);
    }
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
    const { simulation } = await openTestCaller();
    const fork = await simulation.fork("acct_cedar", "fork-token-1");
    simulation.accounts[0]?.users.remove("usr_2z8iq9y7jz");
    const before = simulation.snapshot();
    await expect(simulation.restore(fork.snapshot())).rejects.toThrow(
      'expected the account "acct_aurora", got only acct_cedar',
    );
    expect(simulation.snapshot()).toStrictEqual(before);
  });
});

test("a reset restores the start: the same requests get the same responses, and listeners are notified", async () => {
  const scenarios = ["latency:max=100", "server-errors:rate=0.3", "eventual-consistency"];
  const caller = await openTestCaller({ scenarios });
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
  expect(await replies()).toStrictEqual(first);
  expect(simulation.journal.entries()).toStrictEqual(start);
  const before = changes;
  await simulation.reset();
  expect(changes).toBe(before);
});

describe("simulation.use", () => {
  test("activates scenarios, deactivates all others, and notifies; a reset undoes it", async () => {
    const caller = await openTestCaller({ scenarios: ["latency"] });
    const { simulation } = caller;
    let changes = 0;
    simulation.onChange(() => (changes += 1));
    simulation.use("refused", "latency:ms=1");
    expect(simulation.scenarios()).toStrictEqual(["refused", "latency:ms=1"]);
    const texts: readonly string[] = ["latency:ms=0", "hang"];
    simulation.use(texts);
    expect(simulation.scenarios()).toStrictEqual(texts);
    simulation.use();
    expect([simulation.scenarios(), (await caller.call()).status, changes]).toStrictEqual([[], 200, 3]);
    await simulation.reset();
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });

  test("changes nothing if one is invalid", async () => {
    const { simulation } = await openTestCaller({ scenarios: ["latency"] });
    // @ts-expect-error -- no scenario has this name, and the compiler knows
    expect(() => simulation.use("refused", "nope")).toThrow("nope: unknown scenario");
    expect(() => simulation.use(["refused", "nope:ms=1"])).toThrow("nope: unknown scenario");
    expect(simulation.scenarios()).toStrictEqual(["latency"]);
  });
});

test("a fork is one account as it was at the start, only with its own token, and issues the same ids", async () => {
  const token = "fork-token-1";
  const caller = await openTestCaller({ seed: 7 });
  const first = (await create(caller, "a")).why.created;
  const fork = await caller.simulation.fork("acct_aurora", token);
  expect(fork.accounts.map(({ id, tokens }) => [id, tokens])).toStrictEqual([["acct_aurora", [{ token }]]]);
  expect(readEnvelope(await fork.answer(testCall({ token }))).meta.total).toBe(47);
  expect((await fork.answer(testCall())).status).toBe(401);
  expect((await caller.call({ token })).status).toBe(401);
  const headers = { "content-type": "application/json" };
  const call = testCall({ token, method: "POST", headers, body: '{"email":"a@new.example","name":"A"}' });
  const other = await caller.simulation.fork("acct_aurora", token, 8);
  const created = await Promise.all([fork, other].map(async (one) => (await one.answer(call)).why.created === first));
  expect(created).toStrictEqual([true, false]);
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
  const gone = expect.stringContaining("its account is gone from the file");
  expect(await simulation.adopt({ world: { ...next, accounts: others }, dialect })).toStrictEqual([gone, gone]);
});
