import { spawn, type ChildProcess } from "node:child_process";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { testMoment } from "../simulation/test-caller.ts";
import { checksum } from "./database.ts";
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
    writeFileSync(`${path}.lock`, "1\n");
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
    expect(await refusal(path)).toContain(`created with the world edge in dialect`);
    expect(held(await reopen(path, { world }))).toStrictEqual(held(first));
  });

  test("does not grow by what replaces a record", async () => {
    const path = folder.newPath();
    const first = await openTestState(path);
    const note = "x".repeat(400_000);
    for (let number = 0; number < 60; number += 1) {
      await first.caller.simulation.edits.replace(place, "usr_2z8iq9y7jz", { id: "usr_2z8iq9y7jz", note, number });
      await first.state.saved();
    }
    expect(statSync(path).size + statSync(`${path}-wal`).size).toBeLessThan(8_000_000);
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
    const db = new DatabaseSync(path);
    const { value } = db.prepare("SELECT value FROM meta WHERE name = 'current'").get() ?? {};
    const unknown = String(value).replace('"scenarios":[]', '"scenarios":["earthquake"]');
    db.prepare("UPDATE meta SET value = ?, crc = ? WHERE name = 'current'").run(unknown, checksum("current", unknown));
    db.close();
    expect(await refusal(path)).toMatch(/a scenario that was active is unknown: .*latency/);
  });
});

test("of many processes that want a file whose process was killed, one gets it", async () => {
  const path = folder.newPath();
  await reopen(path);
  const database = new URL("database.ts", import.meta.url).href;
  const script = `import { openDatabase } from ${JSON.stringify(database)};
    try { openDatabase(process.argv[1], () => {}); console.log("taken"); process.stdin.resume(); }
    catch (error) { console.log(error.message); }`;
  const start = (): ChildProcess => {
    const args = ["--input-type=module", "--eval", script, path];
    return spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  };
  const said = ({ stdout }: ChildProcess): Promise<string> =>
    new Promise((resolve) => stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim())));
  const killed = async (child: ChildProcess): Promise<void> => {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  const first = start();
  expect(await said(first)).toBe("taken");
  expect(await refusal(path)).toContain(`process ${first.pid} uses it; stop it, or name another file`);
  await killed(first);
  const others = Array.from({ length: 4 }, start);
  const results = await Promise.all(others.map(said));
  expect(results.toSorted()).toStrictEqual([...Array.from({ length: 3 }, () => "database is locked"), "taken"]);
  const winner = others[results.indexOf("taken")];
  if (winner !== undefined) await killed(winner);
  expect((await reopen(path)).state.found).toBe("went on from 60 users");
});
