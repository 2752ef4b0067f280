import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filteringSchema } from "../../fixtures/dialect/filtering.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { readFilter } from "./filtering.ts";
import { jsonText } from "./json.ts";
import { RecordStore } from "./record-store.ts";
import type { Filter, Order } from "./views.ts";

const isEven: Filter = { key: "even", wanted: [], admits: ({ rank }) => Number(rank) % 2 === 0 };
const byRank: Order = { key: "rank", compare: (one, other) => Number(one["rank"]) - Number(other["rank"]) };

type Deed = "add" | "insert" | "remove" | "exchange" | "read";
const deeds = fc.array(
  fc.tuple(fc.constantFrom<Deed>("add", "add", "add", "insert", "remove", "exchange", "read"), fc.nat(5)),
  { maxLength: 40 },
);

describe("a view", () => {
  test("is what filtering and sorting the list anew would give, whatever was done to the list", () => {
    fc.assert(
      fc.property(deeds, (done) => {
        const store = new RecordStore();
        let next = 0;
        const record = (rank: number): RecordData => ({ id: (next += 1), rank });
        for (const [deed, number] of done) {
          if (deed === "add") store.add(record(number));
          else if (deed === "insert") store.insert({ record: record(number), index: number });
          else if (deed === "remove") store.remove(String(number));
          else if (deed === "exchange") store.exchange([record(number)]);
          const filtered = store.all().filter(isEven.admits);
          expect(store.read(0, isEven)).toStrictEqual(filtered);
          expect(store.read(0, undefined, byRank)).toStrictEqual(store.all().toSorted(byRank.compare));
          expect(store.read(0, isEven, byRank)).toStrictEqual(filtered.toSorted(byRank.compare));
        }
      }),
    );
  });

  test("lacks what is hidden, like the list", () => {
    const store = new RecordStore();
    store.exchange([
      { id: "a", rank: 2 },
      { id: "b", rank: 4 },
    ]);
    store.hide("a", { readings: 1, until: Number.POSITIVE_INFINITY });
    expect([store.read(0, isEven).length, store.read(0, isEven).length]).toStrictEqual([1, 2]);
  });
});

describe("a filter by a unique field", () => {
  const values = fc.constantFrom("a", "5", 5, 5.5, "5.5", null, "null", true, "true", ["a"], '["a"]', -0, "");
  const filtering = filteringSchema.parse({ style: "plain", users: ["mail", "rank"] });

  test("finds what looking at each record would, in its order", () => {
    const records = fc.array(fc.tuple(values, fc.nat(2)), { maxLength: 12 });
    const asked = fc.array(values, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(records, asked, fc.option(fc.nat(2)), (given, wanted, rank) => {
        const store = new RecordStore({ unique: ["mail"] });
        for (const [index, [mail, number]] of given.entries()) store.add({ id: index, mail, rank: number });
        store.remove("3");
        const query = new URLSearchParams(wanted.map((value) => ["mail", jsonText(value)]));
        if (rank !== null) query.set("rank", String(rank));
        const filter = readFilter(filtering, "users", query);
        expect(filter).toBeDefined();
        if (filter !== undefined) expect(store.read(0, filter)).toStrictEqual(store.all().filter(filter.admits));
      }),
    );
  });

  test("looks at no other record where one or none holds the value", () => {
    const store = new RecordStore({ unique: ["mail"] });
    store.exchange(Array.from({ length: 100 }, (_, id) => ({ id, mail: `${id % 99}@x.example` })));
    const looks = (mail: string): number => {
      let count = 0;
      const filter = readFilter(filtering, "users", new URLSearchParams({ mail }));
      if (filter === undefined) return -1;
      const admits = (record: RecordData): boolean => {
        count += 1;
        return filter.admits(record);
      };
      store.read(0, { ...filter, admits });
      return count;
    };
    expect([looks("5@x.example"), looks("none"), looks("0@x.example")]).toStrictEqual([1, 0, 100]);
  });
});

describe("a mark", () => {
  test("gives the records as they were, whatever came since", () => {
    fc.assert(
      fc.property(deeds, deeds, (before, after) => {
        const store = new RecordStore();
        let next = 0;
        const run = (done: typeof before): void => {
          for (const [deed, number] of done) {
            const record = { id: (next += 1), rank: number };
            if (deed === "insert") store.insert({ record, index: number });
            else if (deed === "remove") store.remove(String(number));
            else if (deed === "exchange") store.exchange([record]);
            else store.add(record);
          }
        };
        run(before);
        const then = [...store.all()];
        const mark = store.mark();
        run(after);
        expect(mark()).toStrictEqual(then);
      }),
    );
  });
});
