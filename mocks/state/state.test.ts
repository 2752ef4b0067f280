import { existsSync, writeFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { findAccount } from "../service/accounts.ts";
import { testTimestamp, type TestSetup } from "../simulation/caller.fixture.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { openStateDirectory, openTestState, reopen, type TestState } from "./state.fixture.ts";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { InputError } from "../../fixtures/input/input-error.ts";

const directory = openStateDirectory();

const findUsers = ({ accounts }: Simulation) => findAccount(accounts, "acct_aurora").users;

test("a file that does not exist, or is empty, is created, reported as new, and the only one that remains", async () => {
  const [path, empty] = [directory.newPath(), directory.newPath()];
  writeFileSync(empty, "");
  for (const file of [path, empty]) {
    expect((await reopen(file)).state.found).toBe("new, begun with 60 users");
    expect((await reopen(file)).state.found).toBe("resumed with 60 users");
    expect(existsSync(`${file}-wal`)).toBe(false);
  }
});

test("a file has the whole state of a simulation", async () => {
  const path = directory.newPath();
  const { simulation, state, add, readAll } = await openTestState(path);
  await add("a");
  const replaced = { name: "Replaced", id: "usr_2z8iq9y7jz", deep: [{ x: null }] };
  await findUsers(simulation).replace("usr_2z8iq9y7jz", replaced);
  const cedar = findAccount(simulation.accounts, "acct_cedar");
  cedar.subscriptions.remove("sub_qcxwqbwj");
  const odd = recordSchema.parse(JSON.parse('{ "name": "\\ud83e", "id": 7, "a": { "__proto__": 1 } }'));
  await cedar.invoices.insert(odd, "edit");
  simulation.clock.freeze(testTimestamp + 5000);
  simulation.use("latency:ms=1", "server-errors:rate=0.5");
  await state.close();
  expect(JSON.stringify((await reopen(path)).readAll())).toBe(JSON.stringify(readAll()));
});

test("after a start, the same ids are issued as without it", async () => {
  const path = directory.newPath();
  const whole = await openTestState(directory.newPath());
  for (const name of ["a", "b"]) await whole.add(name);
  const before = await openTestState(path);
  await before.add("a");
  await before.state.close();
  const after = await openTestState(path);
  await after.add("b");
  expect(after.readAll()).toStrictEqual(whole.readAll());
  await Promise.all([whole.state.close(), after.state.close()]);
});

test.each([
  ["another", "edge"],
  ["an edited", { ...(await openWorld("demo", 1)), accounts: (await openWorld("demo", 1)).accounts.slice(0, 1) }],
])("a file of %s world starts over on request, and only then", async (_, world) => {
  const path = directory.newPath();
  await reopen(path);
  await expect(reopen(path, { world })).rejects.toThrow("start over: --reset-state");
  const { state, readAll } = await openTestState(path, { world }, true);
  expect(state.found).toMatch(/^reset, begun with \d+ users$/);
  await state.close();
  expect((await reopen(path, { world })).readAll()).toStrictEqual(readAll());
});

/** Some changes fail when they are tried, and then have no effect. */
const changes: readonly ((opened: TestState, id: string, random: string) => unknown)[] = [
  ({ simulation }, id) => findUsers(simulation).insert({ id, name: "added" }, "edit"),
  ({ simulation }, id, note) => findUsers(simulation).replace(id, { id, note }),
  ({ simulation }, id) => findUsers(simulation).replace(id, { id: `${id}${id}` }),
  ({ simulation }, id) => findUsers(simulation).remove(id),
  ({ simulation }) => findUsers(simulation).deleteMany((q) => q.where({ name: "added" })),
  ({ simulation }, id, name) =>
    simulation.collections().users.update((q) => q.where({ id }), { data: (user) => void (user.name = name) }),
  ({ simulation }) => simulation.reset(),
  ({ simulation }) => simulation.restore(simulation.snapshot()),
  ({ simulation }) => simulation.clock.advance(1000),
  ({ state }) => state.saved(),
];

test("a change survives a crash, in order, whatever it was", async () => {
  const old = (await openWorld("demo", 1)).accounts[0]?.users.slice(0, 3) ?? [];
  const id = fc.constantFrom("a", "b", ...old.map((user) => String(user.id)));
  const steps = fc.array(fc.tuple(fc.constantFrom(...changes), id, fc.string()), { minLength: 20, maxLength: 40 });
  let effects = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const path = directory.newPath();
      const opened = await openTestState(path);
      const tryChange = async ([change, ...values]: (typeof plan)[number]) => change(opened, ...values);
      for (const step of plan) {
        const before = JSON.stringify(opened.readAll());
        await tryChange(step).catch(() => undefined);
        if (JSON.stringify(opened.readAll()) !== before) effects += 1;
      }
      await opened.state.saved();
      const copy = await reopen(directory.copyKilled(path));
      expect(JSON.stringify(copy.readAll())).toBe(JSON.stringify(opened.readAll()));
      await opened.state.close();
    }),
    { numRuns: 10 },
  );
  expect(effects).toBeGreaterThan(0);
});

test("a change is awaited, by reads, too; then nothing is left to wait for", async () => {
  const { simulation, state } = await openTestState(directory.newPath());
  expect(state.saved()).toBeUndefined();
  for (const id of ["a", "b", "c"]) await findUsers(simulation).insert({ id }, "edit");
  const writer = state.saved();
  expect(writer).toBeInstanceOf(Promise);
  expect(state.saved()).toBe(writer);
  await writer;
  expect(state.saved()).toBeUndefined();
  await state.close();
});

test.each([
  [["latency:ms=1"], ["latency:ms=1"], ["empty-lists"]],
  [[], ["latency:ms=1"], ["latency:ms=1"]],
  [["latency:ms=1"], [], []],
] as const)(
  "the last scenarios are active again unless others are requested: %j, then %j",
  async (first, second, expected) => {
    const path = directory.newPath();
    const { simulation, state } = await openTestState(path, { scenarios: first });
    simulation.use(["empty-lists"]);
    await state.close();
    for (let start = 0; start < 2; start += 1) {
      expect((await reopen(path, { scenarios: second })).simulation.scenarios()).toStrictEqual(expected);
    }
  },
);

async function expectRejection(path: string, message: string, setup?: TestSetup): Promise<void> {
  const error: unknown = await reopen(path, setup).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
}

function runSql(statement: string): (path: string) => void {
  return (path) => {
    const db = new DatabaseSync(path);
    db.exec(statement);
    db.close();
  };
}

const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";
const { accounts, ...demo } = await openWorld("demo", 1);

test.each<[what: string, message: string, damage: (path: string) => void, setup?: TestSetup]>([
  ["text", notAState, (path) => writeFileSync(path, "name: demo\n")],
  ["bytes", notAState, (path) => writeFileSync(path, "\0".repeat(100_000))],
  ["half of a state", "it is damaged", (path) => truncateSync(path, readFileSync(path).byteLength - 4096)],
  ["another format", "another version of orgkit", runSql("PRAGMA user_version = 3")],
  ["the database of another application", notAState, runSql("PRAGMA application_id = 7")],
  ["no JSON", "it is damaged", runSql("UPDATE records SET record = replace(record, '{', '') WHERE position = 3")],
  ["other JSON", "it is damaged", runSql("UPDATE meta SET value = '{}'")],
  ["records only", "it is damaged", runSql("DELETE FROM meta")],
  [
    "an unknown scenario",
    "earthquake: unknown scenario",
    runSql(`UPDATE meta SET value = replace(value, '"scenarios":[]', '"scenarios":["earthquake"]')`),
  ],
  ["another world", "and this is edge in dialect reference; ", () => undefined, { world: "edge" }],
  ["another dialect", "and this is demo in dialect mine", () => undefined, { dialect: { name: "mine" } }],
  [
    "a world in another order",
    "has changed since",
    () => undefined,
    { world: { ...demo, accounts: accounts.toReversed() } },
  ],
])("a file with %s is reported, and stays unchanged: %s", async (_, message, damage, setup) => {
  const path = directory.newPath();
  await reopen(path);
  damage(path);
  const before = readFileSync(path);
  await expectRejection(path, message, setup);
  expect(readFileSync(path)).toStrictEqual(before);
});

test("a file whose mock was killed before it wrote anything is used", async () => {
  const path = directory.newPath();
  await reopen(path);
  runSql("DELETE FROM meta; DELETE FROM records")(path);
  expect((await reopen(path)).state.found).toBe("new, begun with 60 users");
  expect((await reopen(path)).state.found).toBe("resumed with 60 users");
});

test("a path that cannot be a file is reported with the reason", async () => {
  const [parent, file] = [directory.newPath(), directory.newPath()];
  mkdirSync(parent);
  writeFileSync(file, "");
  await expectRejection(parent, "it is not a file; name a file, or a new one");
  await expectRejection("/dev/null", "it is not a file; name a file, or a new one");
  await expectRejection(join(file, "below.state"), "it cannot be opened (ENOTDIR");
  await expectRejection(join(parent, "nowhere", "my.state"), "it cannot be opened (ENOENT");
  await expectRejection(join(parent, "x".repeat(300)), "it cannot be opened (ENAMETOOLONG");
});
