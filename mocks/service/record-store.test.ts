import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RecordStore } from "./record-store.ts";

describe("RecordStore", () => {
  test("begins empty", () => {
    const store = new RecordStore(["email"]);
    expect([store.size, store.all(), store.find("a"), store.isTaken("email", "a@b.example")]).toStrictEqual([
      0,
      [],
      undefined,
      false,
    ]);
  });

  test("keeps the order of creation and finds each record by its id as text", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(fc.integer(), fc.string({ minLength: 1 })), { selector: String, maxLength: 20 }),
        async (ids) => {
          const store = new RecordStore();
          for (const id of ids) await store.add({ id });
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
  ])("%s %j is taken: %s", async (field, value, taken) => {
    const store = new RecordStore(["email", "number", "toString"]);
    await store.add({ id: "a", email: "a@b.example", name: "Ada", number: 1 });
    expect(store.isTaken(field, value)).toBe(taken);
  });

  test.each(["__proto__", "constructor", "toString"])("finds nothing under the id %s", (id) => {
    expect(new RecordStore().find(id)).toBeUndefined();
  });

  test("returns the record it keeps", async () => {
    const store = new RecordStore();
    const record = await store.add({ id: 7, tags: ["a", { b: null }] });
    expect(record).toStrictEqual({ id: 7, tags: ["a", { b: null }] });
    expect(store.find("7")).toStrictEqual(record);
  });
});
