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
    expect(await caller.users()).toStrictEqual(before);
  });
});
