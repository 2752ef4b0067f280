import { describe, expect, test } from "vitest";
import { openTestCaller, type TestCaller } from "./caller.fixture.ts";
import type { Edits } from "./edits.ts";

const users = { account: "acct_aurora", kind: "users" } as const;
const ada = { id: "usr_ada", email: "ada@new.example", name: "Ada" };

async function names(caller: TestCaller): Promise<readonly unknown[]> {
  return (await caller.users()).map(({ id }) => id);
}

test("edits show in the next response: a record is added at the end, replaced in place, renamed, removed", async () => {
  const caller = await openTestCaller();
  const { edits } = caller.simulation;
  const before = await caller.users();
  const [first, second, ...others] = before;
  const [a, b] = [String(first?.id), String(second?.id)];
  expect(await edits.add(users, ada)).toStrictEqual(ada);
  expect(await caller.users()).toStrictEqual([...before, ada]);
  expect((await caller.create({ email: ada.email, name: "Another" })).status).toBe(409);
  await edits.replace(users, b, { id: b, email: "b@new.example" });
  expect((await caller.users())[1]).toStrictEqual({ id: b, email: "b@new.example" });
  await edits.replace(users, b, { id: "usr_b", email: "b@new.example" });
  await edits.remove(users, a);
  expect(await names(caller)).toStrictEqual(["usr_b", ...others.map(({ id }) => id), ada.id]);
  expect((await caller.create({ email: first?.["email"], name: "Another" })).status).toBe(201);
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

  test("count what can be undone and redone, and notify of each change", async () => {
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

  test("keep records created in between", async () => {
    const caller = await openTestCaller();
    await caller.simulation.edits.add(users, ada);
    await caller.create({ email: "b@new.example", name: "B" });
    await caller.simulation.edits.undo();
    expect((await caller.users()).slice(47)).toMatchObject([{ name: "B" }]);
  });

  test("continue if the record of an edit is gone", async () => {
    const { simulation } = await openTestCaller();
    await simulation.edits.add(users, ada);
    const [account] = simulation.accounts;
    await account?.users.apply({ before: { record: ada, index: 47 } }, "call");
    expect(await simulation.edits.undo()).toBe(true);
    expect(simulation.edits.counts).toStrictEqual({ undo: 0, redo: 1 });
  });

  test("do not duplicate an id that was taken in between", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
    const { edits } = caller.simulation;
    await edits.add(users, { ...ada, id: 48 });
    await edits.remove(users, "48");
    await caller.create({ email: "b@new.example", name: "B" });
    const before = await caller.users();
    expect(before[47]).toMatchObject({ id: 48, name: "B" });
    await expect(edits.undo()).rejects.toThrow('id: another of the users has "48"');
    expect([await caller.users(), edits.counts]).toStrictEqual([before, { undo: 2, redo: 0 }]);
  });
});

describe("an impossible edit says why and changes nothing", () => {
  const nowhere = { account: "acct_x", kind: "users" } as const;
  const noAccount = "acct_x: unknown account; expected one of acct_aurora, acct_brightwater, acct_cedar";
  const noRecord = "usr_0: unknown id among the users of acct_aurora";
  const taken = (id: string): string => `id: another of the users has "${id}"`;
  const [first, other] = ["usr_2z8iq9y7jz", "usr_n6z43dvyrk"];

  test.each<readonly [string, (edits: Edits) => Promise<unknown>, string]>([
    ["add, in no account", (edits) => edits.add(nowhere, ada), noAccount],
    ["add, under an id that is taken", (edits) => edits.add(users, { ...ada, id: first }), taken(first)],
    ["replace, what is not there", (edits) => edits.replace(users, "usr_0", ada), noRecord],
    ["replace, with the id of another", (edits) => edits.replace(users, first, { ...ada, id: other }), taken(other)],
    ["remove, what is not there", (edits) => edits.remove(users, "usr_0"), noRecord],
    ["remove, in no account", (edits) => edits.remove(nowhere, "usr_0"), noAccount],
    ["a new id, in no account", async (edits) => edits.newId(nowhere), noAccount],
  ])("%s", async (_, edit, message) => {
    const caller = await openTestCaller();
    const { edits } = caller.simulation;
    const before = await caller.users();
    await expect(edit(edits)).rejects.toThrow(message);
    expect([await caller.users(), edits.counts]).toStrictEqual([before, { undo: 0, redo: 0 }]);
  });
});
