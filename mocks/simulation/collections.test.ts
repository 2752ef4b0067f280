import { Collection } from "@msw/data";
import { expect, test, vi } from "vitest";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { openTestCaller } from "./caller.fixture.ts";

const ada = { name: "Ada", email: "ada@new.example" };
const toGrace = { data: (user: { name?: unknown }): void => void (user.name = "Grace") };

test("are @msw/data's own, one for each kind and account", async () => {
  const { simulation } = await openTestCaller();
  const { users, subscriptions, invoices } = simulation.collections();
  for (const one of [users, subscriptions, invoices]) expect(one).toBeInstanceOf(Collection);
  expect(simulation.collections("acct_aurora").users).toBe(users);
  expect(simulation.collections("acct_brightwater").users).not.toBe(users);
  expect(() => simulation.collections("acct_none")).toThrow("unknown account; expected one of acct_aurora");
});

test("changes are in the next response and in snapshots, and notify listeners", async () => {
  const caller = await openTestCaller();
  const { simulation } = caller;
  const before = await caller.users();
  let changes = 0;
  simulation.onChange(() => (changes += 1));
  const { users } = simulation.collections();
  const created = { id: (await users.create(ada)).id, ...ada };
  expect((await caller.users()).at(-1)).toStrictEqual(created);
  expect((await caller.create(ada)).status).toBe(409);
  await users.update((q) => q.where({ email: ada.email }), toGrace);
  users.delete((q) => q.where({ id: String(before[0]?.id) }));
  expect(changes).toBe(3);
  const after = [...before.slice(1), { ...created, name: "Grace" }];
  expect(await caller.users()).toStrictEqual(after);
  const snapshot = simulation.snapshot();
  users.clear();
  expect(await caller.users()).toStrictEqual([]);
  await simulation.reset();
  expect(await caller.users()).toStrictEqual(before);
  await simulation.restore(snapshot);
  expect(await caller.users()).toStrictEqual(after);
  expect(simulation.collections().users).toBe(users);
});

test("a record is kept as given, whatever its members and their order", async () => {
  const caller = await openTestCaller();
  const text = '{"name":"Odd","id":7,"__proto__":{"a":[[null,{"b":1,"a":2}]]},"toString":"x","e":"","n":1e+300}';
  const { users } = caller.simulation.collections();
  users.clear();
  await users.create(JSON.parse(text));
  for (const restore of [false, true]) {
    if (restore) await caller.simulation.restore(caller.simulation.snapshot());
    expect((await caller.call()).body).toBe(`{"data":[${text}],"meta":${JSON.stringify(createMeta(1, 1))}}`);
  }
});

test("a record gets an id of the dialect's format that is not taken, and timestamps as in a world", async () => {
  const { simulation } = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
  const { users } = simulation.collections();
  const record = await users.create({ ...ada, createdAt: "{{now - 1 hour}}", team: undefined });
  expect(Object.entries(record)[0]).toStrictEqual(["id", 48]);
  expect(record).toMatchObject({ createdAt: "2026-03-01T11:30:00.000Z" });
  await expect(users.create({ ...ada, id: 48 })).rejects.toThrow('another of the users has "48"');
  // @msw/data prints the problem, too.
  const print = vi.spyOn(console, "error").mockReturnValue();
  // @ts-expect-error: not JSON
  await expect(users.create({ ...ada, born: new Date(0) })).rejects.toThrow("does not match the schema");
  expect(JSON.stringify(print.mock.calls)).toContain("expected an object of JSON values with an id");
  expect(users.count()).toBe(48);
});

test("hooks run for requests, too, and may reject or prevent a change", async () => {
  const caller = await openTestCaller();
  const before = await caller.users();
  const { users } = caller.simulation.collections();
  let isRejecting = true;
  users.hooks.on("create", () => {
    if (isRejecting) throw new Error("no");
  });
  await expect(caller.create(ada)).rejects.toThrow("no");
  isRejecting = false;
  users.hooks.on("update", (event) => event.preventDefault());
  users.hooks.on("delete", (event) => event.preventDefault());
  const id = String(before[0]?.id);
  await users.update((q) => q.where({ id }), toGrace);
  users.delete((q) => q.where({ id }));
  expect(() => caller.simulation.accounts[0]?.users.remove(id)).toThrow(`${id}: a delete hook prevented it`);
  expect(await caller.users()).toStrictEqual(before);
  expect((await caller.create(ada)).status).toBe(201);
});

test("relations are rejected, since they would be part of each response", async () => {
  const { users, invoices } = (await openTestCaller()).simulation.collections();
  expect(() => invoices.defineRelations(({ one }) => ({ subscriptionId: one(users) }))).toThrow(
    "records of a mock are plain JSON",
  );
});
