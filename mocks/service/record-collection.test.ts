import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { RecordCollection } from "./record-collection.ts";
import type { RecordChange } from "./record-changes.ts";

function open(unique: readonly string[] = ["email"], changed?: (change: RecordChange) => void): RecordCollection {
  const collection = new RecordCollection({ kind: "users", newId: () => crypto.randomUUID(), changed });
  collection.unique = unique;
  return collection;
}

async function filled(): Promise<RecordCollection> {
  const collection = open();
  await collection.restore(["a", "b", "c"].map((id) => ({ id, email: `${id}@x.example` })));
  return collection;
}

const ids = (records: readonly RecordData[]): readonly unknown[] => records.map(({ id }) => id);
const idsRead = (collection: RecordCollection, now: number): readonly unknown[] =>
  ids(collection.hidden.read(collection.all(), now));
const byId = (id: string) => (record: RecordData) => record.id === id;

describe("a collection", () => {
  test("begins empty", () => {
    const collection = open();
    expect([collection.count(), collection.find("a"), collection.isTaken("email", "a@b.example")]).toStrictEqual([
      0,
      undefined,
      false,
    ]);
  });

  test("keeps the order of creation and finds each record by its id as text", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(fc.integer(), fc.string({ minLength: 1 })), { selector: String, maxLength: 20 }),
        async (given) => {
          const collection = open();
          for (const id of given) await collection.create({ id });
          expect(ids(collection.all())).toStrictEqual(given);
          expect(given.map((id) => collection.find(String(id))?.id)).toStrictEqual(given);
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
  ])("%s %j is taken: %s", async (field, value, taken) => {
    const collection = open(["email", "number", "toString"]);
    await collection.create({ id: "a", email: "a@b.example", name: "Ada", number: 1 });
    expect(collection.isTaken(field, value)).toBe(taken);
  });

  test.each(["__proto__", "constructor", "toString"])("finds nothing under the id %s", (id) => {
    expect(open().find(id)).toBeUndefined();
  });

  test.each([
    [0, ["d", "a", "b", "c"]],
    [2, ["a", "b", "d", "c"]],
    [3, ["a", "b", "c", "d"]],
    [9, ["a", "b", "c", "d"]],
  ])("puts a record at place %d", async (index, expected) => {
    const collection = await filled();
    await collection.apply({ after: { record: { id: "d" }, index } });
    expect(ids(collection.all())).toStrictEqual(expected);
    expect(collection.find("d")).toStrictEqual({ id: "d" });
  });

  test("a value two records share is free once both are gone", async () => {
    const collection = await filled();
    await collection.create({ id: "d", email: "a@x.example" });
    collection.delete((q) => q.where(byId("a")));
    expect(collection.isTaken("email", "a@x.example")).toBe(true);
    collection.delete((q) => q.where(byId("d")));
    expect(collection.isTaken("email", "a@x.example")).toBe(false);
  });

  test("holds other records once restored, and finds no others", async () => {
    const collection = await filled();
    collection.hidden.add("a", { readings: 9, until: 9 });
    await collection.restore([{ id: "z", email: "z@x.example" }]);
    expect([collection.records(), collection.hidden.size > 0, collection.find("a")]).toStrictEqual([
      [{ id: "z", email: "z@x.example" }],
      false,
      undefined,
    ]);
    expect(["a@x.example", "z@x.example"].map((email) => collection.isTaken("email", email))).toStrictEqual([
      false,
      true,
    ]);
  });

  test("tells delete hooks of every record that clear removes", async () => {
    const collection = await filled();
    const told: unknown[] = [];
    collection.hooks.on("delete", ({ data }) => told.push(data.deletedRecord.id));
    collection.clear();
    expect([new Set(told), collection.count()]).toStrictEqual([new Set(["a", "b", "c"]), 0]);
  });
});

test("a hook that ends a deletion halfway leaves index and list in agreement", async () => {
  const collection = await filled();
  collection.hooks.on("delete", ({ data }) => {
    if (data.deletedRecord.id === "a") throw new Error("not this one");
  });
  expect(() => collection.deleteMany((q) => q.where(() => true))).toThrow("not this one");
  expect([ids(collection.all()), collection.find("b"), collection.isTaken("email", "b@x.example")]).toStrictEqual([
    ["a"],
    undefined,
    false,
  ]);
});

type Deed = "create" | "insert" | "update" | "updateMany" | "delete" | "deleteMany" | "clear" | "sort";
const anyDeed = fc.constantFrom<Deed>(
  "create",
  "create",
  "create",
  "insert",
  "update",
  "updateMany",
  "delete",
  "deleteMany",
  "clear",
  "sort",
);

test("whatever is done, changes tell the whole list, and index and list agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyDeed, fc.nat(5)), { maxLength: 30 }), async (deeds) => {
      const followed: RecordData[] = [];
      const collection = open(["rank"], ({ before, after }) => {
        if (before !== undefined) expect(followed.splice(before.index, 1)).toStrictEqual([before.record]);
        if (after !== undefined) followed.splice(after.index, 0, after.record);
      });
      const hasRank = (rank: number) => (record: RecordData) => record["rank"] === rank;
      let next = 0;
      const values = (rank: number): RecordData => ({ id: (next += 1), rank });
      for (const [deed, number] of deeds) {
        const data = (draft: object): void => void Object.assign(draft, { rank: number + 1 });
        if (deed === "create") await Promise.all([collection.create(values(number)), collection.create(values(0))]);
        else if (deed === "insert") await collection.apply({ after: { record: values(number), index: number } });
        else if (deed === "update") await collection.update((q) => q.where(hasRank(number)), { data });
        else if (deed === "updateMany") await collection.updateMany((q) => q.where(hasRank(number)), { data });
        else if (deed === "delete") collection.delete((q) => q.where(hasRank(number)));
        else if (deed === "deleteMany") collection.deleteMany((q) => q.where(hasRank(number)));
        else if (deed === "clear") collection.clear();
        else {
          collection.all().reverse();
          collection.deleteMany((q) => q.where(() => false));
        }
        expect(followed).toStrictEqual(collection.all());
        for (const record of collection.all()) expect(collection.find(String(record.id))).toBe(record);
        const ranks = [0, 1, 2, 3, 4, 5, 6];
        const isThere = ranks.map((rank) => collection.all().some(hasRank(rank)));
        expect(ranks.map((rank) => collection.isTaken("rank", rank))).toStrictEqual(isThere);
      }
    }),
  );
});

describe("a hidden record", () => {
  const forGood = { readings: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };

  test("is out of what is read, and still there", async () => {
    const collection = await filled();
    collection.hidden.add("b", forGood);
    expect([idsRead(collection, 0), collection.hidden.size > 0]).toStrictEqual([["a", "c"], true]);
    expect([collection.count(), collection.find("b")?.id, collection.isTaken("email", "b@x.example")]).toStrictEqual([
      3,
      "b",
      true,
    ]);
  });

  test("is shown after so many readings", async () => {
    const collection = await filled();
    collection.hidden.add("b", { ...forGood, readings: 2 });
    const expected = [
      ["a", "c"],
      ["a", "c"],
      ["a", "b", "c"],
    ];
    expect(expected.map(() => idsRead(collection, 0))).toStrictEqual(expected);
    expect(collection.hidden.size).toBe(0);
  });

  test("is shown from a moment on", async () => {
    const collection = await filled();
    collection.hidden.add("b", { ...forGood, until: 5 });
    expect([idsRead(collection, 4), idsRead(collection, 5)]).toStrictEqual([
      ["a", "c"],
      ["a", "b", "c"],
    ]);
  });

  test.each([
    ["all are shown", (collection: RecordCollection) => collection.hidden.clear()],
    ["it is deleted", (collection: RecordCollection) => collection.delete((q) => q.where(byId("b")))],
    [
      "it was none",
      (collection: RecordCollection) => {
        collection.hidden.clear();
        collection.hidden.add("z", forGood);
      },
    ],
  ])("hides nothing once %s", async (_, end) => {
    const collection = await filled();
    collection.hidden.add("b", forGood);
    end(collection);
    expect([collection.hidden.size > 0, idsRead(collection, 0)]).toStrictEqual([false, ids(collection.all())]);
  });
});
