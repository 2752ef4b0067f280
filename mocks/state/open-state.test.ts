import { rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { testMoment } from "../simulation/test-caller.ts";
import { writeLine } from "./state-line.ts";
import { addedNames, openStateFolder, openTestState, refusal, reopen, type TestState } from "./test-state.ts";

const folder = openStateFolder();
const place = { account: "acct_aurora", kind: "users" } as const;

/** All a simulation holds, and its scenarios. */
function held({ caller: { simulation } }: TestState): unknown {
  return { ...simulation.snapshot(), scenarios: simulation.scenarios() };
}

describe("a file", () => {
  test("that does not exist is made, and told of", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    expect(first.state.found).toBe("new, begun with 60 users");
    await first.state.close();
    writeFileSync(`${path}.new`, "half a base, of a mock that was killed");
    expect((await reopen(path)).state.found).toBe("went on from 60 users");
    expect(folder.namesLike(path)).toStrictEqual([basename(path)]);
  });

  test("that is empty counts as new", async () => {
    const path = folder.newPath();
    writeFileSync(path, "");
    expect((await reopen(path)).state.found).toBe("new, begun with 60 users");
  });

  test("holds all that a simulation holds", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    const { simulation } = first.caller;
    await first.create("a");
    await first.create("b");
    await simulation.edits.replace(place, "usr_2z8iq9y7jz", {
      name: "Replaced",
      id: "usr_2z8iq9y7jz",
      deep: [{ x: null }],
    });
    await simulation.edits.remove({ account: "acct_cedar", kind: "subscriptions" }, "sub_qcxwqbwj");
    await simulation.edits.undo();
    await simulation.edits.remove({ account: "acct_cedar", kind: "subscriptions" }, "sub_qcxwqbwj");
    const odd = recordSchema.parse(JSON.parse('{ "name": "\\ud83e", "id": 7, "a": { "__proto__": 1 } }'));
    await simulation.edits.add({ account: "acct_cedar", kind: "invoices" }, odd);
    simulation.clock.freeze(testMoment + 5000);
    simulation.use("latency:ms=1", "server-errors:rate=0.5");
    await first.state.close();
    const second = await reopen(path);
    expect(held(second)).toStrictEqual(held(first));
    expect(JSON.stringify(held(second))).toBe(JSON.stringify(held(first)));
  });

  test("goes on issuing ids where it was", async () => {
    const [path, other] = [folder.newPath(), folder.newPath()];
    const whole = await openTestState(path);
    for (const name of ["a", "b", "c"]) await whole.create(name);
    const before = await openTestState(other);
    await before.create("a");
    await before.state.close();
    const after = await openTestState(other);
    for (const name of ["b", "c"]) await after.create(name);
    expect(held(after)).toStrictEqual(held(whole));
    await Promise.all([whole.state.close(), after.state.close()]);
  });

  test.each([
    ["a reset", ({ caller }: TestState) => caller.simulation.reset()],
    ["a restored snapshot", ({ caller }: TestState) => caller.simulation.restore(caller.simulation.snapshot())],
  ])("holds %s", async (_, exchange) => {
    const path = folder.newPath();
    const first = await openTestState(path);
    await first.create("a");
    await exchange(first);
    await first.create("b");
    await first.state.close();
    expect(held(await reopen(path))).toStrictEqual(held(first));
  });

  test("is of the world and dialect the simulation adopted last", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    await first.create("a");
    const world = loadWorld("edge", 1);
    const { dialect } = first.caller.simulation;
    await first.caller.simulation.adopt({ world, dialect });
    first.state.adopted({ world, dialect });
    await first.state.close();
    expect(await refusal(path)).toContain(`begun with the world edge in dialect`);
    expect(held(await reopen(path, { world }))).toStrictEqual(held(first));
  });

  test("that has grown is folded into a new base, and tells the same", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    const note = "x".repeat(400_000);
    const sizes = [];
    for (let number = 0; number < 6; number += 1) {
      await first.caller.simulation.edits.replace(place, "usr_2z8iq9y7jz", { id: "usr_2z8iq9y7jz", note, number });
      await first.state.saved();
      sizes.push(statSync(path).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(1_700_000);
    expect(Math.min(...sizes.slice(3))).toBeLessThan(500_000);
    await first.create("a");
    await first.state.close();
    expect(held(await reopen(path))).toStrictEqual(held(first));
  });

  test("reached by a link is the same file, and stays where it is", async () => {
    const [path, link] = [folder.newPath(), folder.newPath()];
    const first = await openTestState(path);
    symlinkSync(path, link);
    expect(await refusal(link)).toContain(`process ${process.pid} uses it`);
    await first.state.close();
    const second = await openTestState(link);
    await second.create("a");
    await second.caller.simulation.restore(second.caller.simulation.snapshot());
    await second.state.close();
    expect(await addedNames(await reopen(path))).toStrictEqual(["a"]);
  });
});

test("a file whose lock was removed is not taken from who found none", async () => {
  const path = folder.newPath();
  const first = await openTestState(path);
  rmSync(`${path}.lock`);
  const second = await openTestState(path);
  await second.create("a");
  await first.caller.simulation.reset();
  await expect(first.state.saved()).rejects.toThrow("its lock was removed, so another process may use it");
  await expect(first.state.close()).rejects.toThrow("its lock was removed");
  await second.create("b");
  await second.state.close();
  expect(await addedNames(await reopen(path))).toStrictEqual(["a", "b"]);
});

describe("scenarios", () => {
  const [asked, others] = ["latency:ms=1", "empty-lists"];

  test("that were in force are so again where the same are asked for", async () => {
    const path = folder.newPath();
    const first = await openTestState(path, { scenarios: [asked] });
    first.caller.simulation.use([others]);
    await first.state.close();
    expect((await reopen(path, { scenarios: [asked] })).caller.simulation.scenarios()).toStrictEqual([others]);
  });

  test("that are asked for anew come before those that were", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    first.caller.simulation.use([others]);
    await first.state.close();
    for (const scenarios of [[asked], [asked]]) {
      expect((await reopen(path, { scenarios })).caller.simulation.scenarios()).toStrictEqual([asked]);
    }
    expect((await reopen(path)).caller.simulation.scenarios()).toStrictEqual([]);
  });

  test("that this orgkit does not know are named", async () => {
    const path = folder.newPath();
    await reopen(path);
    const ids = [1, 2, 3, 4];
    writeFileSync(path, writeLine({ changes: [], ids, scenarios: ["earthquake"] }), { flag: "a" });
    expect(await refusal(path)).toMatch(/a scenario that was in force is not known: .*latency/);
  });
});
