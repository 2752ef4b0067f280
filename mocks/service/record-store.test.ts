import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RecordStore } from "./record-store.ts";

describe("RecordStore", () => {
  test("begins empty", () => {
    const store = new RecordStore({ unique: ["email"] });
    expect([store.size, store.all(), store.find("a"), store.isTaken("email", "a@b.example")]).toStrictEqual([
      0,
      [],
      undefined,
      false,
    ]);
  });

  test("keeps the order of creation and finds each record by its id as text", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(fc.integer(), fc.string({ minLength: 1 })), { selector: String, maxLength: 20 }),
        (ids) => {
          const store = new RecordStore();
          for (const id of ids) store.add({ id });
          expect(store.all().map(({ id }) => id)).toStrictEqual(ids);
          expect(ids.map((id) => store.find(String(id))?.id)).toStrictEqual(ids);
          expect(store.size).toBe(ids.length);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([
    ["email", "a@b.example", true],
    ["email", "A@b.example", false],
    ["number", 1, true],
    ["number", "1", false],
    ["name", "Ada", false],
    ["toString", undefined, false],
  ])("%s %j is taken: %s", (field, value, taken) => {
    const store = new RecordStore({ unique: ["email", "number", "toString"] });
    store.add({ id: "a", email: "a@b.example", name: "Ada", number: 1 });
    expect(store.isTaken(field, value)).toBe(taken);
  });

  test.each(["__proto__", "constructor", "toString"])("finds nothing under the id %s", (id) => {
    expect(new RecordStore().find(id)).toBeUndefined();
  });

  test("keeps the record itself", () => {
    const store = new RecordStore();
    const record = { id: 7, tags: ["a", { b: null }] };
    store.add(record);
    expect(store.find("7")).toBe(record);
  });

  test.each([
    [0, ["d", "a", "b", "c"]],
    [2, ["a", "b", "d", "c"]],
    [3, ["a", "b", "c", "d"]],
    [9, ["a", "b", "c", "d"]],
  ])("puts a record at place %d", (index, expected) => {
    const store = filled();
    store.insert({ record: { id: "d" }, index });
    expect(store.all().map(({ id }) => id)).toStrictEqual(expected);
    expect(store.find("d")).toStrictEqual({ id: "d" });
  });

  test("takes a record out, frees its values, and puts it back where it stood", () => {
    const store = filled();
    const removed = store.remove("b");
    expect(removed).toStrictEqual({ record: { id: "b", email: "b@x.example" }, index: 1 });
    expect([store.size, store.find("b"), store.isTaken("email", "b@x.example")]).toStrictEqual([2, undefined, false]);
    expect(store.remove("b")).toBeUndefined();
    if (removed !== undefined) store.insert(removed);
    expect(store.all().map(({ id }) => id)).toStrictEqual(["a", "b", "c"]);
    expect(store.isTaken("email", "b@x.example")).toBe(true);
  });

  test("a value two records share is free once both are gone", () => {
    const store = filled();
    store.add({ id: "d", email: "a@x.example" });
    store.remove("a");
    expect(store.isTaken("email", "a@x.example")).toBe(true);
    store.remove("d");
    expect(store.isTaken("email", "a@x.example")).toBe(false);
  });
});

describe("a hidden record", () => {
  const forGood = { readings: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const readIds = (store: RecordStore, now = 0): readonly unknown[] => store.read(now).map(({ id }) => id);

  test("is out of what is read, and still there", () => {
    const store = filled();
    store.hide("b", forGood);
    expect([readIds(store), store.isHiding]).toStrictEqual([["a", "c"], true]);
    expect([store.all().length, store.find("b")?.id, store.isTaken("email", "b@x.example")]).toStrictEqual([
      3,
      "b",
      true,
    ]);
  });

  test("is shown after so many readings", () => {
    const store = filled();
    store.hide("b", { ...forGood, readings: 2 });
    expect([readIds(store), readIds(store), readIds(store)]).toStrictEqual([
      ["a", "c"],
      ["a", "c"],
      ["a", "b", "c"],
    ]);
    expect(store.isHiding).toBe(false);
  });

  test("is shown from a moment on", () => {
    const store = filled();
    store.hide("b", { ...forGood, until: 5 });
    expect([readIds(store, 4), readIds(store, 5)]).toStrictEqual([
      ["a", "c"],
      ["a", "b", "c"],
    ]);
  });

  test.each([
    ["all are shown", (store: RecordStore) => store.showAll()],
    ["it is removed", (store: RecordStore) => store.remove("b")],
    ["it was none", (store: RecordStore) => (store.showAll(), store.hide("z", forGood))],
  ])("hides nothing once %s", (_, end) => {
    const store = filled();
    store.hide("b", forGood);
    end(store);
    expect([store.isHiding, readIds(store)]).toStrictEqual([false, store.all().map(({ id }) => id)]);
  });
});

describe("an exchange", () => {
  test("is of all records, indexes too", () => {
    const store = filled();
    store.hide("a", { readings: 9, until: 9 });
    store.exchange([{ id: "z", email: "z@x.example" }]);
    expect([store.all(), store.isHiding]).toStrictEqual([[{ id: "z", email: "z@x.example" }], false]);
    expect([
      store.find("a"),
      store.isTaken("email", "a@x.example"),
      store.isTaken("email", "z@x.example"),
    ]).toStrictEqual([undefined, false, true]);
  });
});

function filled(): RecordStore {
  const store = new RecordStore({ unique: ["email"] });
  for (const id of ["a", "b", "c"]) store.add({ id, email: `${id}@x.example` });
  return store;
}
