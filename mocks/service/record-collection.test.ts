import fc from "fast-check";
import { expect, test } from "vitest";
import { RecordList, toRecordList, type RecordData } from "../../fixtures/worlds/records.ts";
import { RecordCollection } from "./record-collection.ts";

function open(unique: readonly string[], changed: () => void = () => undefined): RecordCollection {
  const list = new RecordCollection({
    kind: "users",
    startedAt: 0,
    newId: () => crypto.randomUUID(),
    edited: () => {},
    changed,
  });
  list.unique = unique;
  return list;
}

async function openFilled(): Promise<RecordCollection> {
  const list = open(["email"]);
  await list.restore(toRecordList(["a", "b", "c"].map((id) => ({ id, email: `${id}@x.example` }))));
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

test("delete hooks are called for every record that clear removes; one that aborts leaves all consistent", async () => {
  const list = await openFilled();
  const deleted: unknown[] = [];
  let isAllowed = false;
  list.hooks.on("delete", ({ data: { deletedRecord } }) => {
    deleted.push(deletedRecord.id);
    if (deletedRecord.id === "a" && !isAllowed) throw new Error("not this one");
  });
  expect(() => list.clear()).toThrow("not this one");
  expect([list.all().map(({ id }) => id), list.find("b")]).toStrictEqual([["a"], undefined]);
  expect(list.isTaken("email", { id: "z", email: "b@x.example" })).toBe(false);
  isAllowed = true;
  list.clear();
  expect([new Set(deleted), list.count()]).toStrictEqual([new Set(["a", "b", "c"]), 0]);
});

const byRank = (rank: number) => (record: RecordData) => record["rank"] === rank;
const raise = (number: number) => ({ data: (draft: object): void => void Object.assign(draft, { rank: number + 1 }) });

/** Changes of a list, with a small number, a new id and the id of a record in the list. */
const changes: readonly ((list: RecordCollection, number: number, next: number, id: string) => unknown)[] = [
  (list, rank, next) => Promise.all([list.create({ id: next, rank }), list.create({ id: -next, rank: 0 })]),
  async (list, rank, next) => {
    await list.insert({ id: next, rank }, "request", rank);
    expect(list.all()[Math.min(rank, list.count() - 1)]?.id).toBe(next);
  },
  (list, rank, next, id) => list.replace(id, { id: rank % 2 === 0 ? Number(id) : next, rank }),
  (list, _, __, id) => list.remove(id),
  (list, rank) => list.update((q) => q.where(byRank(rank)), raise(rank)),
  (list, rank) => list.updateMany((q) => q.where(byRank(rank)), raise(rank)),
  (list, rank) => list.delete((q) => q.where(byRank(rank))),
  (list, rank) => list.deleteMany((q) => q.where(byRank(rank))),
  (list) => list.clear(),
  (list) => {
    list.all().reverse();
    list.deleteMany((q) => q.where(() => false));
  },
];

test("whatever the changes, each is reported, and index and list are consistent", async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(changes[0], ...changes), fc.nat(5)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      let lastReport: readonly RecordData[] = [];
      const list: RecordCollection = open(["rank"], () => (lastReport = [...list.all()]));
      for (const [index, [change, number]] of given.entries()) {
        const id = list.all()[number]?.id ?? list.all()[0]?.id;
        if (id !== undefined || change === changes[0]) await change?.(list, number, index + 1, String(id));
        expect(lastReport).toStrictEqual(list.all());
        for (const record of list.all()) expect(list.find(String(record.id))).toBe(record);
        const ranks = [0, 1, 2, 3, 4, 5, 6];
        const isTaken = ranks.map((rank) => list.isTaken("rank", { id: "z", rank }));
        expect(isTaken).toStrictEqual(ranks.map((rank) => list.all().some(byRank(rank))));
      }
    }),
  );
});

test("only the records that are read are made, until somebody asks for the collection", async () => {
  let made = 0;
  const list = open(["email"]);
  await list.restore(new RecordList(1000, (index) => ({ id: index, made: (made += 1) })));
  expect([list.count(), list.slice(998, 1002)]).toStrictEqual([
    1000,
    [
      { id: 998, made: 1 },
      { id: 999, made: 2 },
    ],
  ]);
  await list.insert({ id: "new" }, "request");
  expect([list.slice(999, 1002), made]).toStrictEqual([[{ id: 999, made: 2 }, { id: "new" }], 1000]);
  const before = list.records();
  expect(list.all()).toStrictEqual(before);
  list.delete((q) => q.where({ id: 0 }));
  expect([list.find("0"), list.find("new"), list.count()]).toStrictEqual([undefined, list.all().at(-1), 1000]);
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
