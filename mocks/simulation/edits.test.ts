import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCaller } from "./caller.fixture.ts";

const users = { account: "acct_aurora", kind: "users" } as const;
const ada = { id: "usr_ada", email: "ada@new.example", name: "Ada" };

async function names(caller: TestCaller): Promise<readonly unknown[]> {
  return (await caller.users()).map(({ id }) => id);
}

describe("an edit", () => {
  test("adds a record at the end, for every caller to see, its unique values taken", async () => {
    const caller = await openTestCaller();
    const before = await names(caller);
    expect(await caller.simulation.edits.add(users, ada)).toStrictEqual(ada);
    expect(await names(caller)).toStrictEqual([...before, ada.id]);
    expect((await caller.create({ email: ada.email, name: "Another" })).status).toBe(409);
  });

  test("replaces a record where it stands", async () => {
    const caller = await openTestCaller();
    const before = await names(caller);
    await caller.simulation.edits.replace(users, String(before[1]), { ...ada, id: String(before[1]) });
    expect(await names(caller)).toStrictEqual(before);
    expect((await caller.users())[1]).toStrictEqual({ ...ada, id: before[1] });
  });

  test("gives a record another id", async () => {
    const caller = await openTestCaller();
    const before = await names(caller);
    await caller.simulation.edits.replace(users, String(before[1]), ada);
    expect(await names(caller)).toStrictEqual(before.toSpliced(1, 1, ada.id));
  });

  test("removes a record, its unique values free again", async () => {
    const caller = await openTestCaller();
    const [first, ...others] = await caller.users();
    await caller.simulation.edits.remove(users, String(first?.id));
    expect(await names(caller)).toStrictEqual(others.map(({ id }) => id));
    expect((await caller.create({ email: first?.["email"], name: "Another" })).status).toBe(201);
  });

  test("names an id that is free, in the dialect's format", async () => {
    const { simulation } = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
    expect(simulation.edits.newId(users)).toBe(48);
    expect(simulation.edits.newId({ ...users, kind: "invoices" })).toMatch(/^inv_[0-9a-z]{10}$/);
  });
});

describe("undo and redo", () => {
  test("go back and forth over every kind of edit", async () => {
    const caller = await openTestCaller();
    const { edits } = caller.simulation;
    const states = [await caller.users()];
    const [first, second] = (await names(caller)).map(String);
    for (const edit of [
      () => edits.add(users, ada),
      () => edits.replace(users, first ?? "", { id: first ?? "", email: "x@new.example", name: "X" }),
      () => edits.replace(users, second ?? "", { id: "usr_other", email: "y@new.example", name: "Y" }),
      () => edits.remove(users, "usr_other"),
      () => edits.remove(users, ada.id),
    ]) {
      await edit();
      states.push(await caller.users());
    }
    for (const state of states.slice(0, -1).toReversed()) {
      expect(await edits.undo()).toBe(true);
      expect(await caller.users()).toStrictEqual(state);
    }
    expect(await edits.undo()).toBe(false);
    for (const state of states.slice(1)) {
      expect(await edits.redo()).toBe(true);
      expect(await caller.users()).toStrictEqual(state);
    }
    expect(await edits.redo()).toBe(false);
  });

  test("count what can be taken back and put back, and tell of each change", async () => {
    const { simulation } = await openTestCaller();
    const { edits } = simulation;
    const seen: unknown[] = [];
    simulation.onChange(() => seen.push(edits.counts));
    await edits.add(users, ada);
    await edits.undo();
    await edits.redo();
    await edits.undo();
    await edits.add(users, { ...ada, id: "usr_other" });
    expect(seen).toStrictEqual([
      { undo: 1, redo: 0 },
      { undo: 0, redo: 1 },
      { undo: 1, redo: 0 },
      { undo: 0, redo: 1 },
      { undo: 1, redo: 0 },
    ]);
  });

  test("keep what was created between", async () => {
    const caller = await openTestCaller();
    await caller.simulation.edits.add(users, ada);
    await caller.create({ email: "b@new.example", name: "B" });
    await caller.simulation.edits.undo();
    expect((await caller.users()).slice(47)).toMatchObject([{ name: "B" }]);
  });

  test("go on where the record of an edit is gone already", async () => {
    const { simulation } = await openTestCaller();
    await simulation.edits.add(users, ada);
    const [account] = simulation.accounts;
    await account?.users.apply({ before: { record: ada, index: 47 } }, "call");
    expect(await simulation.edits.undo()).toBe(true);
    expect(simulation.edits.counts).toStrictEqual({ undo: 0, redo: 1 });
  });

  test("bring no second record of an id that was taken since", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
    const { edits } = caller.simulation;
    await edits.add(users, { ...ada, id: 48 });
    await edits.remove(users, "48");
    await caller.create({ email: "b@new.example", name: "B" });
    const before = await caller.users();
    expect(before[47]).toMatchObject({ id: 48, name: "B" });
    await expect(edits.undo()).rejects.toThrow('id: another of the users has the id "48"');
    expect([await caller.users(), edits.counts]).toStrictEqual([before, { undo: 2, redo: 0 }]);
  });

  test.each(["reset", "restore"])("end with a %s", async (way) => {
    const { simulation } = await openTestCaller();
    const snapshot = simulation.snapshot();
    await simulation.edits.add(users, ada);
    if (way === "reset") await simulation.reset();
    else await simulation.restore(snapshot);
    expect([simulation.edits.counts, await simulation.edits.undo()]).toStrictEqual([{ undo: 0, redo: 0 }, false]);
  });
});

describe("an edit that cannot be made says why and changes nothing", () => {
  const nowhere = { account: "acct_x", kind: "users" } as const;
  const noAccount = "acct_x: there is no such account; expected acct_aurora, acct_brightwater, acct_cedar";
  const noRecord = "usr_0: none of the users of acct_aurora has this id";

  test.each([
    ["add, in no account", ({ simulation }: TestCaller) => simulation.edits.add(nowhere, ada), noAccount],
    [
      "add, under an id that is taken",
      ({ simulation }: TestCaller) => simulation.edits.add(users, { ...ada, id: "usr_2z8iq9y7jz" }),
      'id: another of the users has the id "usr_2z8iq9y7jz"',
    ],
    [
      "replace, what is not there",
      ({ simulation }: TestCaller) => simulation.edits.replace(users, "usr_0", ada),
      noRecord,
    ],
    [
      "replace, with the id of another",
      ({ simulation }: TestCaller) =>
        simulation.edits.replace(users, "usr_2z8iq9y7jz", { ...ada, id: "usr_n6z43dvyrk" }),
      'id: another of the users has the id "usr_n6z43dvyrk"',
    ],
    ["remove, what is not there", ({ simulation }: TestCaller) => simulation.edits.remove(users, "usr_0"), noRecord],
    ["remove, in no account", ({ simulation }: TestCaller) => simulation.edits.remove(nowhere, "usr_0"), noAccount],
  ])("%s", async (_, edit, message) => {
    const caller = await openTestCaller();
    const before = await caller.users();
    await expect(edit(caller)).rejects.toThrow(message);
    expect(await caller.users()).toStrictEqual(before);
    expect(caller.simulation.edits.counts).toStrictEqual({ undo: 0, redo: 0 });
  });

  test("a new id, in no account", async () => {
    const { simulation } = await openTestCaller();
    expect(() => simulation.edits.newId(nowhere)).toThrow(noAccount);
  });
});
