import { describe, expect, test } from "vitest";
import type { OwnScenario } from "../scenarios/parse.ts";
import type { Reply } from "../service/call.ts";
import { snapshotSchema } from "../service/snapshot.ts";
import type { Simulation } from "./simulation.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCaller } from "./caller.fixture.ts";

function create(caller: TestCaller, name: string): Promise<Reply> {
  return caller.create({ email: `${name}@new.example`, name });
}

async function createdNames(caller: TestCaller): Promise<readonly unknown[]> {
  return (await caller.users()).slice(47).map((user) => user["name"]);
}

function countChanges({ simulation }: TestCaller): () => number {
  let changes = 0;
  simulation.onChange(() => (changes += 1));
  return () => changes;
}

describe("a snapshot", () => {
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
      expect(await createdNames(target)).toStrictEqual(["a"]);
      expect(target.simulation.clock.now()).toBe(testTimestamp + 60_000);
      expect(await replies(target)).toStrictEqual(first);
    }
  });

  test("keeps scenarios and journal when restored, shows hidden records, and resets rate limits", async () => {
    const rate = { requests: 3, seconds: 60 };
    const caller = await openTestCaller({ scenarios: ["eventual-consistency"], dialect: { limits: { rate } } });
    const { simulation } = caller;
    await create(caller, "a");
    expect(await createdNames(caller)).toStrictEqual([]);
    await simulation.restore(simulation.snapshot());
    expect(await createdNames(caller)).toStrictEqual(["a"]);
    expect([simulation.scenarios(), simulation.journal.total]).toStrictEqual([["eventual-consistency"], 3]);
    expect((await caller.call()).headers["ratelimit-remaining"]).toBe("1");
  });

  test("does not change later; one of another world is rejected with the reason, and changes nothing", async () => {
    const { simulation } = await openTestCaller();
    const fork = await simulation.fork("acct_cedar", "fork-token-1");
    const start = simulation.snapshot();
    const text = JSON.stringify(start);
    simulation.accounts[0]?.users.remove("usr_2z8iq9y7jz");
    expect(JSON.stringify(start)).toBe(text);
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
  await simulation.collections().users.create({ id: "usr_added", name: "Added" });
  const changes = countChanges(caller);
  await simulation.reset();
  expect(changes()).toBeGreaterThan(0);
  expect(await replies()).toStrictEqual(first);
  expect(simulation.journal.entries()).toStrictEqual(start);
});

test("use activates scenarios, deactivates all others, and notifies; a reset undoes it", async () => {
  const caller = await openTestCaller({ scenarios: ["latency"] });
  const { simulation } = caller;
  const changes = countChanges(caller);
  simulation.use("refused", "latency:ms=1");
  expect(simulation.scenarios()).toStrictEqual(["refused", "latency:ms=1"]);
  const texts: readonly string[] = ["latency:ms=0", "hang"];
  simulation.use(texts);
  // @ts-expect-error -- no scenario has this name, and the compiler knows
  expect(() => simulation.use("refused", "nope")).toThrow("nope: unknown scenario");
  expect([simulation.scenarios(), changes()]).toStrictEqual([texts, 2]);
  simulation.use();
  expect([simulation.scenarios(), (await caller.call()).status]).toStrictEqual([[], 200]);
  await simulation.reset();
  expect(simulation.scenarios()).toStrictEqual(["latency"]);
});

test("calls without await take effect in their order", async () => {
  const caller = await openTestCaller({ scenarios: ["respond:status=503"] });
  const { simulation } = caller;
  const before = caller.call();
  void simulation.reset();
  simulation.use("respond:status=418");
  simulation.clock.freeze(0);
  const after = caller.call();
  simulation.use();
  expect([(await before).status, (await after).status, simulation.clock.now()]).toStrictEqual([503, 418, 0]);
  expect([simulation.scenarios(), simulation.journal.entries()]).toMatchObject([
    [],
    [{ number: 1, reply: { status: 418 } }],
  ]);
});

test.each([{}, { ids: [1, 2, 3, 4], accounts: [{}], clock: null }])(
  "what is no snapshot is rejected: %j",
  async (given) => {
    const { simulation } = await openTestCaller();
    const before = simulation.snapshot();
    // @ts-expect-error -- not a snapshot
    await expect(simulation.restore(given)).rejects.toThrow('Cannot use the snapshot of "restore":');
    expect(simulation.snapshot()).toStrictEqual(before);
  },
);

test("a fork is one account as it was at the start, only with its own token, and issues the same ids", async () => {
  const token = "fork-token-1";
  const caller = await openTestCaller({ seed: 7 });
  const first = (await create(caller, "a")).why.created;
  const fork = await caller.simulation.fork("acct_aurora", token);
  expect(fork.accounts.map(({ id, tokens }) => [id, tokens])).toStrictEqual([["acct_aurora", [{ token }]]]);
  expect(readEnvelope(await fork.answer(testCall({ token }))).meta.total).toBe(47);
  expect([(await fork.answer(testCall())).status, (await caller.call({ token })).status]).toStrictEqual([401, 401]);
  const headers = { "content-type": "application/json" };
  const call = testCall({ token, method: "POST", headers, body: '{"email":"a@new.example","name":"A"}' });
  expect((await fork.answer(call)).why.created).toBe(first);
  const other = await caller.simulation.fork("acct_aurora", token, 8);
  expect((await other.answer(call)).why.created).not.toBe(first);
});

test("another world keeps the users that were created, unless an id, a unique value or the account is gone", async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const { world, dialect } = simulation;
  const [stays, taken] = [(await create(caller, "stays")).why.created, (await create(caller, "taken")).why.created];
  const [first, ...others] = world.accounts;
  const users = [{ id: "usr_other", name: "other", email: "taken@new.example" }];
  const next = { ...world, accounts: first === undefined ? others : [{ ...first, users }, ...others] };
  expect(await simulation.adopt({ world: next, dialect })).toStrictEqual([
    "kept 1 created user",
    `dropped created user ${taken} of acct_aurora: its email is taken`,
  ]);
  expect((await caller.users()).map(({ id }) => id)).toStrictEqual(["usr_other", stays]);
  expect((await create(caller, "new")).why.created).not.toBe(stays);
  const gone = expect.stringContaining("its account is gone from the file");
  expect(await simulation.adopt({ world: { ...next, accounts: others }, dialect })).toStrictEqual([gone, gone]);
});

const mine: OwnScenario = (_, next) => next();

test("edited scenarios are activated, and again after a reset; the same ones leave what is active", async () => {
  const { simulation } = await openTestCaller({ scenarios: ["latency:ms=1"] });
  simulation.use("hang");
  await simulation.adopt({ scenarios: ["latency:ms=1"], dialect: "offset" });
  expect(simulation.scenarios()).toStrictEqual(["hang"]);
  await simulation.adopt({ scenarios: [mine] });
  expect(simulation.scenarios()).toStrictEqual(["mine"]);
  simulation.use();
  await simulation.reset();
  expect(simulation.scenarios()).toStrictEqual(["mine"]);
});

test("with another seed, a mock issues the ids of one that starts with it, and created users stay", async () => {
  const [caller, other] = [await openTestCaller(), await openTestCaller({ seed: 8 })];
  await create(caller, "a");
  await caller.simulation.adopt({ seed: 8 });
  expect(caller.simulation.seed).toBe(8);
  const ids = async (from: TestCaller) => {
    const edited = await from.simulation.collections().users.create({ email: "c@new.example", name: "c" });
    return [(await create(from, "b")).why.created, edited.id];
  };
  expect(await ids(caller)).toStrictEqual(await ids(other));
  expect(await createdNames(caller)).toStrictEqual(["a", "c", "b"]);
});

test("a fork has the handlers, the scenarios and the base URL that were adopted", async () => {
  const { simulation } = await openTestCaller();
  const handler = { info: { header: "GET /x" }, test: async () => false, run: async () => null };
  await simulation.adopt({ handlers: [handler], scenarios: [mine], baseUrl: "/x" });
  const fork = await simulation.fork("acct_aurora", "fork-token-1");
  expect([fork.listHandlers(), fork.scenarios(), fork.baseUrl]).toStrictEqual([[handler], ["mine"], "/x"]);
});

test("if the function that makes handlers fails, which may read what is new, nothing is adopted", async () => {
  const caller = await openTestCaller({ scenarios: ["latency:ms=1"] });
  const { simulation } = caller;
  await create(caller, "a");
  const look = () => {
    const { world, dialect, seed, baseUrl, ownScenarios } = simulation;
    return [simulation.snapshot(), world, dialect, seed, baseUrl, ownScenarios, simulation.scenarios()];
  };
  const before = look();
  const dialect = { createUser: { unique: [] } };
  const edited = { world: "edge", dialect, seed: 5, baseUrl: "/x", ownScenarios: { mine }, scenarios: [mine] };
  const handlers = ({ world }: Simulation): never => {
    throw new Error(`no ${world.name}`);
  };
  await expect(simulation.adopt({ ...edited, handlers })).rejects.toThrow("no edge");
  expect(look()).toStrictEqual(before);
  expect((await create(caller, "a")).status).toBe(409);
  await simulation.reset();
  expect((await caller.users()).length).toBe(47);
});
