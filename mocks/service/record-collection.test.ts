import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { RecordCollection } from "./record-collection.ts";

function open(unique: readonly string[], changed: () => void = () => undefined): RecordCollection {
  const list = new RecordCollection({ kind: "users", startedAt: 0, newId: () => crypto.randomUUID(), changed });
  list.unique = unique;
  return list;
}

async function openFilled(): Promise<RecordCollection> {
  const list = open(["email"]);
  await list.restore(["a", "b", "c"].map((id) => ({ id, email: `${id}@x.example` })));
  return list;
}

test("records are found by their own ids only", async () => {
  const list = open([]);
  for (const id of ["__proto__", "constructor", "toString"]) {
    expect(list.find(id)).toBeUndefined();
    const record = await list.create({ id });
    expect(list.find(id)).toBe(record);
  }
});

test("delete hooks are called for every record that clear removes", async () => {
  const list = await openFilled();
  const deleted: unknown[] = [];
  list.hooks.on("delete", ({ data }) => deleted.push(data.deletedRecord.id));
  list.clear();
  expect([new Set(deleted), list.count()]).toStrictEqual([new Set(["a", "b", "c"]), 0]);
});

test("a hook that aborts a deletion halfway leaves index and list consistent", async () => {
  const list = await openFilled();
  list.hooks.on("delete", ({ data }) => {
    if (data.deletedRecord.id === "a") throw new Error("not this one");
  });
  expect(() => list.deleteMany((q) => q.where(() => true))).toThrow("not this one");
  const isTaken = list.isTaken("email", { id: "z", email: "b@x.example" });
  expect([list.all().map(({ id }) => id), list.find("b"), isTaken]).toStrictEqual([["a"], undefined, false]);
});

const deeds = [
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

test("whatever the changes, each is told, and index and list are consistent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat(5)), { maxLength: 30 }), async (done) => {
      let followed: readonly RecordData[] = [];
      const list: RecordCollection = open(["rank"], () => (followed = [...list.all()]));
      const hasRank = (rank: number) => (record: RecordData) => record["rank"] === rank;
      let next = 0;
      const values = (rank: number): RecordData => ({ id: (next += 1), rank });
      for (const [deed, number] of done) {
        const data = (draft: object): void => void Object.assign(draft, { rank: number + 1 });
        const id = list.all()[number]?.id ?? "";
        if (deed === "create") await Promise.all([list.create(values(number)), list.create(values(0))]);
        else if (deed === "insert") {
          await list.insert(values(number), "request", number);
          expect(list.all()[Math.min(number, list.count() - 1)]?.id).toBe(next);
        } else if (deed === "replace" && id !== "") {
          await list.replace(String(id), { ...values(number), id: number % 2 === 0 ? id : next });
        } else if (deed === "remove" && id !== "") list.remove(String(id));
        else if (deed === "update") await list.update((q) => q.where(hasRank(number)), { data });
        else if (deed === "updateMany") await list.updateMany((q) => q.where(hasRank(number)), { data });
        else if (deed === "delete") list.delete((q) => q.where(hasRank(number)));
        else if (deed === "deleteMany") list.deleteMany((q) => q.where(hasRank(number)));
        else if (deed === "clear") list.clear();
        else if (deed === "sort") {
          list.all().reverse();
          list.deleteMany((q) => q.where(() => false));
        }
        expect(followed).toStrictEqual(list.all());
        for (const record of list.all()) expect(list.find(String(record.id))).toBe(record);
        const ranks = [0, 1, 2, 3, 4, 5, 6];
        const isThere = ranks.map((rank) => list.all().some(hasRank(rank)));
        expect(ranks.map((rank) => list.isTaken("rank", { id: "z", rank }))).toStrictEqual(isThere);
      }
    }),
  );
});

test("an impossible edit says why and changes nothing", async () => {
  const list = await openFilled();
  const before = [...list.all()];
  expect(() => list.remove("x")).toThrow("x: unknown id among the users");
  await expect(list.replace("x", { id: "x" })).rejects.toThrow("x: unknown id among the users");
  for (const edit of [list.insert({ id: "a" }, "edit"), list.create({ id: "a" }), list.replace("b", { id: "a" })]) {
    await expect(edit).rejects.toThrow('id: another of the users has "a"');
  }
  expect(list.all()).toStrictEqual(before);
});
