import { readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { findAccount } from "../service/accounts.ts";
import { testTimestamp } from "../simulation/caller.fixture.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { openStateDirectory, openTestState, reopen, type TestState } from "./state.fixture.ts";

const directory = openStateDirectory();

function listOf(
  { accounts }: Simulation,
  account = "acct_aurora",
  kind: "users" | "subscriptions" | "invoices" = "users",
) {
  return findAccount(accounts, account)[kind];
}

describe("a file", () => {
  test("that does not exist, or is empty, is created, reported as new, and the only one that remains", async () => {
    const [path, empty] = [directory.newPath(), directory.newPath()];
    writeFileSync(empty, "");
    expect((await reopen(empty)).state.found).toBe("new, begun with 60 users");
    expect((await reopen(path)).state.found).toBe("new, begun with 60 users");
    expect((await reopen(path)).state.found).toBe("resumed with 60 users");
    expect(readdirSync(directory.path).filter((name) => name.startsWith(basename(path)))).toStrictEqual([
      basename(path),
    ]);
  });

  test("has the whole state of a simulation", async () => {
    const path = directory.newPath();
    const { simulation, state, add, held } = await openTestState(path);
    await add("a");
    const replaced = { name: "Replaced", id: "usr_2z8iq9y7jz", deep: [{ x: null }] };
    await listOf(simulation).replace("usr_2z8iq9y7jz", replaced);
    listOf(simulation, "acct_cedar", "subscriptions").remove("sub_qcxwqbwj");
    const odd = recordSchema.parse(JSON.parse('{ "name": "\\ud83e", "id": 7, "a": { "__proto__": 1 } }'));
    await listOf(simulation, "acct_cedar", "invoices").insert(odd, "edit");
    simulation.clock.freeze(testTimestamp + 5000);
    simulation.use("latency:ms=1", "server-errors:rate=0.5");
    await state.close();
    const second = await reopen(path);
    expect(JSON.stringify(second.held())).toBe(JSON.stringify(held()));
  });

  test("continues issuing ids", async () => {
    const [path, other] = [directory.newPath(), directory.newPath()];
    const whole = await openTestState(path);
    for (const name of ["a", "b", "c"]) await whole.add(name);
    const before = await openTestState(other);
    await before.add("a");
    await before.state.close();
    const after = await openTestState(other);
    for (const name of ["b", "c"]) await after.add(name);
    expect(after.held()).toStrictEqual(whole.held());
    await Promise.all([whole.state.close(), after.state.close()]);
  });

  test("belongs to the last world and dialect of the simulation", async () => {
    const path = directory.newPath();
    const { simulation, state, add, held } = await openTestState(path);
    await add("a");
    const next = { world: loadWorld("edge", 1), dialect: simulation.dialect };
    await simulation.adopt(next);
    state.adopted(next);
    await state.close();
    await expect(reopen(path)).rejects.toThrow("created with the world edge in dialect");
    expect((await reopen(path, next)).held()).toStrictEqual(held());
  });

  test.each([
    ["another", loadWorld("edge", 1)],
    ["an edited", { ...loadWorld("demo", 1), accounts: loadWorld("demo", 1).accounts.slice(0, 1) }],
  ])("of %s world starts over on request, and only then", async (_, world) => {
    const path = directory.newPath();
    await (await openTestState(path)).state.close();
    await expect(reopen(path, { world })).rejects.toThrow("start over: --reset-state");
    const { state, held } = await openTestState(path, { world }, true);
    expect(state.found).toMatch(/^reset, begun with \d+ users$/);
    await state.close();
    expect((await reopen(path, { world })).held()).toStrictEqual(held());
  });

  test("can be opened by only one process at a time", async () => {
    const path = directory.newPath();
    const opened = await Promise.allSettled([1, 2, 3, 4].map(() => openTestState(path)));
    const [winner, ...others] = opened.filter(({ status }) => status === "fulfilled");
    expect([winner?.status, others]).toStrictEqual(["fulfilled", []]);
    for (const result of opened) {
      if (result.status === "fulfilled") await result.value.state.close();
      else expect(String(result.reason)).toContain("another process uses it; stop it, or name another file");
    }
  });
});

describe("a change", () => {
  const old = loadWorld("demo", 1).accounts[0]?.users.slice(0, 3) ?? [];
  const id = fc.constantFrom(...old.map((user) => String(user.id)), "a", "b");
  const kind = fc.constantFrom(
    "add",
    "replace",
    "rename",
    "remove",
    "delete many",
    "update",
    "advance",
    "save",
    "reset",
    "restore",
  );
  /** Some fail when they are tried, which changes nothing. */
  const steps = fc.array(fc.tuple(kind, id), {
    minLength: 20,
    maxLength: 40,
  });

  async function take({ simulation, state }: TestState, what: string, of: string): Promise<unknown> {
    const users = listOf(simulation);
    switch (what) {
      case "add":
        return users.insert({ id: of, name: what }, "edit");
      case "replace":
        return users.replace(of, { id: of, note: String(Math.random()) });
      case "rename":
        return users.replace(of, { id: `${of}${of}`, name: what });
      case "remove":
        return users.remove(of);
      case "delete many":
        return users.deleteMany((q) => q.where({ name: "add" }));
      case "update":
        return simulation
          .collections()
          .users.update((q) => q.where({ id: of }), { data: (user) => void (user.name = what) });
      case "reset":
        return simulation.reset();
      case "restore":
        return simulation.restore(simulation.snapshot());
      case "advance":
        return simulation.clock.advance(1000);
      default:
        return state.saved();
    }
  }

  test("survives a crash, in order, whatever it was", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const path = directory.newPath();
        const opened = await openTestState(path);
        for (const [what, of] of given) await take(opened, what, of).catch(() => undefined);
        await opened.state.saved();
        const copy = await reopen(directory.killed(path));
        expect(JSON.stringify(copy.held())).toBe(JSON.stringify(opened.held()));
        await opened.state.close();
      }),
      { numRuns: 10 },
    );
  });

  test("is awaited, by reads, too; then nothing is left to wait for", async () => {
    const { simulation, state } = await openTestState(directory.newPath());
    expect(state.saved()).toBeUndefined();
    for (const name of ["a", "b", "c"]) await listOf(simulation).insert({ id: name }, "edit");
    const writer = state.saved();
    expect(writer).toBeInstanceOf(Promise);
    expect(state.saved()).toBe(writer);
    await writer;
    expect(state.saved()).toBeUndefined();
    await state.close();
  });
});

describe("scenarios", () => {
  const [requested, others] = ["latency:ms=1", "empty-lists"];

  test("of the last start are active again if the same are requested", async () => {
    const path = directory.newPath();
    const { simulation, state } = await openTestState(path, { scenarios: [requested] });
    simulation.use([others]);
    await state.close();
    expect((await reopen(path, { scenarios: [requested] })).simulation.scenarios()).toStrictEqual([others]);
  });

  test("that are newly requested replace those", async () => {
    const path = directory.newPath();
    const { simulation, state } = await openTestState(path);
    simulation.use([others]);
    await state.close();
    for (const scenarios of [[requested], [requested], []]) {
      expect((await reopen(path, { scenarios })).simulation.scenarios()).toStrictEqual(scenarios);
    }
  });
});
