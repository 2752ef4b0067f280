import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { RecordCollection } from "./record-collection.ts";

function open(unique: readonly string[] = ["email"], changed?: (index: number) => void): RecordCollection {
  const collection = new RecordCollection({ kind: "users", startedAt: 0, newId: () => crypto.randomUUID(), changed });
  collection.unique = unique;
  return collection;
}

async function filled(): Promise<RecordCollection> {
  const collection = open();
  await collection.restore(["a", "b", "c"].map((id) => ({ id, email: `${id}@x.example` })));
  return collection;
}

const ids = (records: readonly RecordData[]): readonly unknown[] => records.map(({ id }) => id);

test.each(["", "__proto__", "constructor", "toString"])(
  "no record is found by the id %j, unless one has it",
  async (id) => {
    const collection = open();
    expect(collection.find(id)).toBeUndefined();
    if (id === "") return;
    const record = await collection.create({ id });
    expect(collection.find(id)).toBe(record);
  },
);

test.each([
  ["email", "a@b.example", true],
  ["email", "A@b.example", false],
  ["number", 1, true],
  ["number", "1", false],
  ["name", "Ada", false],
  ["toString", undefined, false],
])("%s %j is taken: %s", async (field, value, taken) => {
  const collection = open(["email", "number", "toString"]);
  expect(collection.isTaken(field, value)).toBe(false);
  await collection.create({ id: "a", email: "a@b.example", name: "Ada", number: 1 });
  expect(collection.isTaken(field, value)).toBe(taken);
});

test("after a restore, only the new records are found", async () => {
  const collection = await filled();
  collection.hidden.set("a", { readings: 9, until: 9 });
  await collection.restore([{ id: "z", email: "z@x.example" }]);
  expect([collection.records(), collection.hidden.size, collection.find("a")]).toStrictEqual([
    [{ id: "z", email: "z@x.example" }],
    0,
    undefined,
  ]);
  expect(["a", "z"].map((id) => collection.isTaken("email", `${id}@x.example`))).toStrictEqual([false, true]);
});

test("delete hooks are called for every record that clear removes", async () => {
  const collection = await filled();
  const heard: unknown[] = [];
  collection.hooks.on("delete", ({ data }) => heard.push(data.deletedRecord.id));
  collection.clear();
  expect([new Set(heard), collection.count()]).toStrictEqual([new Set(["a", "b", "c"]), 0]);
});

test("a hook that aborts a deletion halfway leaves index and list consistent", async () => {
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

const deeds = [
  "create",
  "create",
  "create",
  "insert",
  "replace",
  "remove",
  "update",
  "updateMany",
  "delete",
  "deleteMany",
  "clear",
  "sort",
] as const;

test("whatever the changes, events describe the whole list, and index and list are consistent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat(5)), { maxLength: 30 }), async (done) => {
      const followed: RecordData[] = [];
      const collection: RecordCollection = open(["rank"], (index) => {
        followed.splice(index, followed.length, ...collection.records(index));
      });
      const hasRank = (rank: number) => (record: RecordData) => record["rank"] === rank;
      let next = 0;
      const values = (rank: number): RecordData => ({ id: (next += 1), rank });
      for (const [deed, number] of done) {
        const data = (draft: object): void => void Object.assign(draft, { rank: number + 1 });
        if (deed === "create") await Promise.all([collection.create(values(number)), collection.create(values(0))]);
        else if (deed === "insert") {
          const record = values(number);
          await collection.insert(record, number);
          expect(collection.all()[Math.min(number, collection.count() - 1)]).toStrictEqual(record);
        } else if (deed === "replace" || deed === "remove") {
          const record = collection.all()[number];
          if (record === undefined) continue;
          if (deed === "remove") collection.remove(String(record.id));
          else
            await collection.replace(String(record.id), { ...values(number), id: number % 2 === 0 ? record.id : next });
        } else if (deed === "update") await collection.update((q) => q.where(hasRank(number)), { data });
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

test("a hidden record still exists, and is no longer hidden once it is deleted", async () => {
  const collection = await filled();
  for (const id of ["a", "b"]) collection.hidden.set(id, { readings: null, until: null });
  expect([collection.find("b")?.id, collection.isTaken("email", "b@x.example")]).toStrictEqual(["b", true]);
  collection.delete((q) => q.where({ id: "b" }));
  expect([...collection.hidden.keys()]).toStrictEqual(["a"]);
});

test("an impossible edit says why and changes nothing", async () => {
  const collection = await filled();
  const before = collection.records();
  expect(() => collection.remove("x")).toThrow("x: unknown id among the users");
  await expect(collection.replace("x", { id: "x" })).rejects.toThrow("x: unknown id among the users");
  for (const edit of [collection.insert({ id: "a" }), collection.replace("b", { id: "a" })]) {
    await expect(edit).rejects.toThrow('id: another of the users has "a"');
  }
  expect(collection.records()).toStrictEqual(before);
});
