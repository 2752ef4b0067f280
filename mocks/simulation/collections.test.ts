import { Collection, Query } from "@msw/data";
import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { Invoice, Subscription } from "../../fixtures/contract/types.ts";
import { openTestCaller, readEnvelope, testCall } from "./caller.fixture.ts";

const ada = { name: "Ada", email: "ada@new.example" };
const toGrace = { data: (user: { name?: unknown }): void => void (user.name = "Grace") };

test("are @msw/data's own, one for each kind and account", async () => {
  const { simulation } = await openTestCaller();
  const { users, subscriptions, invoices } = simulation.collections();
  expect([users, subscriptions, invoices].every((one) => one instanceof Collection)).toBe(true);
  expect(simulation.collections("acct_aurora").users).toBe(users);
  expect(simulation.collections("acct_brightwater").users).not.toBe(users);
  expect(users.count()).toBe(47);
  expect(() => simulation.collections("acct_none")).toThrow("unknown account; expected one of acct_aurora");
});

describe("changes by a test", () => {
  test("are in the next response", async () => {
    const caller = await openTestCaller();
    const { users } = caller.simulation.collections();
    const created = await users.create(ada);
    expect((await caller.users()).at(-1)).toStrictEqual({ id: created.id, ...ada });
    await users.update((q) => q.where({ email: ada.email }), toGrace);
    expect((await caller.users()).at(-1)).toStrictEqual({ id: created.id, ...ada, name: "Grace" });
    const replies = await Promise.all([caller.create(ada), caller.create({ ...ada, email: "other@new.example" })]);
    expect(replies.map(({ status }) => status)).toStrictEqual([409, 201]);
    users.delete((q) => q.where({ email: ada.email }));
    expect((await caller.create(ada)).status).toBe(201);
    expect(users.findFirst((q) => q.where({ email: ada.email }))?.name).toBe("Ada");
    expect(users.findMany((q) => q.where({ email: (email) => email.endsWith("@new.example") }))).toHaveLength(2);
    await users.updateMany(new Query((user) => user.role === "owner"), {
      data: (user) => void (user.status = "suspended"),
    });
    expect(readEnvelope(await caller.call({ query: "role=owner&status=active" })).data).toStrictEqual([]);
    users.deleteMany((q) => q.where({ role: "owner" }));
    expect(readEnvelope(await caller.call({ query: "role=owner" })).meta.total).toBe(0);
    users.clear();
    expect(await caller.users()).toStrictEqual([]);
    await users.createMany(3, (index) => ({ name: `${index}`, email: `${index}@new.example` }));
    expect((await caller.users()).map(({ name }) => name)).toStrictEqual(["0", "1", "2"]);
  });

  test("notify listeners, and are in snapshots", async () => {
    const caller = await openTestCaller();
    const { simulation } = caller;
    const before = await caller.users();
    let changes = 0;
    simulation.onChange(() => (changes += 1));
    const { users } = simulation.collections();
    const second = String(before[1]?.id);
    await users.update((q) => q.where({ id: second }), toGrace);
    users.delete((q) => q.where({ id: String(before[2]?.id) }));
    await users.create(ada);
    expect(changes).toBe(3);
    const snapshot = simulation.snapshot();
    await simulation.reset();
    expect(await caller.users()).toStrictEqual(before);
    expect(simulation.collections().users).toBe(users);
    await simulation.restore(snapshot);
    expect(users.findFirst((q) => q.where({ id: second }))?.name).toBe("Grace");
  });
});

describe("a record", () => {
  test("is kept as given, whatever its members and their order", async () => {
    const caller = await openTestCaller({ dialect: { createUser: { required: [], unique: [] } } });
    const text =
      '{"name":"Odd","id":7,"__proto__":{"a":[[null,{"b":1,"a":2}]]},"constructor":null,"toString":"x","e":"","n":1e+300}';
    const { users } = caller.simulation.collections();
    users.clear();
    await users.create(JSON.parse(text));
    expect((await caller.call()).body).toBe(`{"data":[${text}],"meta":${JSON.stringify(metaOf(1, 1))}}`);
    await caller.simulation.restore(caller.simulation.snapshot());
    expect((await caller.call()).body).toBe(`{"data":[${text}],"meta":${JSON.stringify(metaOf(1, 1))}}`);
  });

  test("gets an id of the dialect's format that is not taken", async () => {
    const { simulation } = await openTestCaller({ dialect: { createUser: { id: { kind: "integer" } } } });
    const { users } = simulation.collections();
    expect(Object.entries(await users.create(ada))[0]).toStrictEqual(["id", 48]);
    await expect(users.create({ ...ada, id: 48 })).rejects.toThrow('another of the users has "48"');
    const together = await Promise.allSettled([users.create({ ...ada, id: 60 }), users.create({ ...ada, id: "60" })]);
    expect(together.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected"]);
    const renamed = users.update((q) => q.where({ id: 60 }), { data: (user) => void (user.id = 48) });
    await expect(renamed).rejects.toThrow('another of the users has "48"');
    expect(users.count()).toBe(49);
  });

  test("that is not a record is rejected, and changes nothing", async () => {
    const caller = await openTestCaller();
    const { users } = caller.simulation.collections();
    // @ts-expect-error: not JSON
    await expect(users.create({ ...ada, born: new Date(0) })).rejects.toThrow("does not match the schema");
    expect(users.count()).toBe(47);
    expect((await caller.create(ada)).status).toBe(201);
  });
});

describe("unique values", () => {
  test("are reserved while a record is created, also by a test", async () => {
    const caller = await openTestCaller();
    const { users } = caller.simulation.collections();
    let release = (): void => undefined;
    users.hooks.once("create", () => new Promise<void>((resolve) => (release = resolve)));
    const slow = users.create(ada);
    expect((await caller.create(ada)).status).toBe(409);
    release();
    await slow;
    expect(users.findMany((q) => q.where({ email: ada.email }))).toHaveLength(1);
  });

  test("are free again if a hook rejects", async () => {
    const caller = await openTestCaller();
    const { users } = caller.simulation.collections();
    const reject = (): void => {
      throw new Error("no");
    };
    users.hooks.on("create", reject);
    await expect(users.create(ada)).rejects.toThrow("no");
    users.hooks.removeListener("create", reject);
    users.hooks.once("delete", (event) => event.preventDefault());
    users.delete((q) => q.where({ id: "usr_2z8iq9y7jz" }));
    expect((await caller.create(ada)).status).toBe(201);
    expect((await caller.users()).map(({ id }) => id)).toContain("usr_2z8iq9y7jz");
  });
});

describe("hooks", () => {
  test("may prevent edits in the console, with a message", async () => {
    const { simulation, ...caller } = await openTestCaller();
    const before = await caller.users();
    const id = String(before[1]?.id);
    const { hooks } = simulation.collections().users;
    hooks.on("delete", (event) => event.preventDefault());
    const problem = `${id}: a delete hook prevented it`;
    const [account] = simulation.accounts;
    expect(() => account?.users.remove(id)).toThrow(problem);
    await expect(account?.users.replace(id, { id, name: "Grace" })).rejects.toThrow(problem);
    expect(await caller.users()).toStrictEqual(before);
  });

  test("that prevent an update leave the record unchanged", async () => {
    const caller = await openTestCaller();
    const { users } = caller.simulation.collections();
    const before = await caller.users();
    users.hooks.on("update", (event) => event.preventDefault());
    await users.update((q) => q.where({ id: String(before[0]?.id) }), toGrace);
    expect(await caller.users()).toStrictEqual(before);
  });

  test("run for requests, too", async () => {
    const caller = await openTestCaller();
    const received: unknown[] = [];
    caller.simulation.collections().users.hooks.on("create", ({ data }) => void received.push(data.record.email));
    await caller.create(ada);
    expect(received).toStrictEqual([ada.email]);
  });
});

describe("relations", () => {
  test("are resolved in queries and responses, one level deep, and are not in snapshots", async () => {
    const caller = await openTestCaller();
    const { subscriptions, invoices } = caller.simulation.collections<{
      subscriptions: Subscription & { invoices?: Invoice[] };
      invoices: Invoice & { subscription?: Subscription };
    }>();
    const before = caller.simulation.snapshot();
    subscriptions.defineRelations(({ many }) => ({ invoices: many(invoices) }));
    invoices.defineRelations(({ one }) => ({ subscription: one(subscriptions) }));
    const subscription = subscriptions.findFirst(undefined, { strict: true });
    const [invoice] = invoices.all();
    const { id } = subscription;
    expect(caller.simulation.snapshot()).toStrictEqual(before);
    await invoices.update((q) => q.where({ id: String(invoice?.id) }), {
      data: (draft) => void (draft.subscription = subscription),
    });
    expect(invoices.findFirst()).toMatchObject({ subscription: { id } });
    expect(subscriptions.findFirst()).toMatchObject({ invoices: [{ id: invoice?.id }] });
    const got = readEnvelope(await caller.call({ path: `/api/v1/subscriptions/${id}` }));
    expect(got.data).toMatchObject([{ id, invoices: [{ id: invoice?.id }] }]);
    const listed = readEnvelope(await caller.call({ path: "/api/v1/invoices" }));
    expect(listed.data[0]).toMatchObject({ id: invoice?.id, subscription: { id } });
    await subscriptions.update((q) => q.where({ id }), { data: (draft) => void (draft.status = "trialing") });
    const again = readEnvelope(await caller.call({ path: "/api/v1/invoices" }));
    expect(again.data[0]).toMatchObject({ subscription: { status: "trialing" } });
    await caller.simulation.restore(before);
    expect((await caller.simulation.answer(testCall({ path: "/api/v1/invoices" }))).status).toBe(200);
  });
});
