import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";
import { mergeRecords } from "./merge.ts";

const ids = [1, 2, 3, 4];

function snapshot(users: readonly RecordData[], account = "a"): RecordsSnapshot {
  return { ids, accounts: [{ id: account, users, subscriptions: [], invoices: [] }] };
}

function user(id: string, name = id, email = `${id}@x.example`): RecordData {
  return { id, name, email };
}

/** The users after a merge, as `id:name`, and the conflicts. */
function merge(
  base: readonly RecordData[],
  current: readonly RecordData[],
  next: readonly RecordData[],
): { readonly users: readonly string[]; readonly conflicts: readonly string[] } {
  const { records, conflicts } = mergeRecords(snapshot(base), snapshot(current), snapshot(next), ["email"]);
  return {
    users: records.accounts[0]?.users.map(({ id, name }) => `${id}:${typeof name === "string" ? name : "-"}`) ?? [],
    conflicts,
  };
}

const [ada, ben] = [user("ada"), user("ben")];

describe("a changed list", () => {
  const [mine, theirs] = [user("ada", "mock"), user("ada", "file")];
  const both = "changed in the mock and in the file; the file's is taken";
  const gone = "changed in the mock, but gone from the file; it is dropped";
  const taken = user("new", "new", "ben@x.example");
  const isTaken = "created in the mock, but its email is taken in the file; it is dropped";

  const cases: readonly (readonly [string, RecordData[], RecordData[], RecordData[], string[], conflict?: string])[] = [
    ["the same in both", [ada], [mine, ben], [mine, ben], ["ada:mock", "ben:ben"]],
    ["edited in both", [ada], [mine], [theirs], ["ada:file"], `ada: ${both}`],
    ["removed in the mock, edited in the file", [ada], [], [theirs], ["ada:file"], `ada: ${both}`],
    ["added in both", [], [mine], [theirs], ["ada:file"], `ada: ${both}`],
    ["edited in the mock, gone from the file", [ada], [mine], [], [], `ada: ${gone}`],
    ["a taken email", [ada], [ada, taken], [ada, ben], ["ada:ada", "ben:ben"], `new: ${isTaken}`],
  ];

  for (const [title, base, current, next, users, conflict] of cases) {
    test(title, () => {
      const conflicts = conflict === undefined ? [] : [`a users ${conflict}`];
      expect(merge(base, current, next)).toStrictEqual({ users, conflicts });
    });
  }

  test("a removed account takes its changes with it", () => {
    const lost = mergeRecords(snapshot([ada]), snapshot([ada, ben]), snapshot([], "b"), []);
    expect(lost.conflicts).toStrictEqual(["a: changed in the mock, but gone from the file; it is dropped"]);
    expect(mergeRecords(snapshot([ada]), snapshot([ada]), snapshot([], "b"), []).conflicts).toStrictEqual([]);
  });
});

test("new ids continue from the mock's last one", () => {
  const current = { ...snapshot([]), ids: [5, 6, 7, 8] };
  expect(mergeRecords(snapshot([]), current, snapshot([]), []).records.ids).toStrictEqual([5, 6, 7, 8]);
});

const someUsers = fc.uniqueArray(
  fc.record(
    { id: fc.constantFrom("a", "b", "c", "d", "e"), name: fc.constantFrom("x", "y") },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id },
);

test("without changes in the file nothing is lost, without changes in the mock the file is used unchanged", () => {
  fc.assert(
    fc.property(someUsers, someUsers, (base, changed) => {
      const kept = mergeRecords(snapshot(base), snapshot(changed), snapshot(base), []);
      const byId = (users: readonly RecordData[]): readonly RecordData[] =>
        users.toSorted((one, other) => String(one.id).localeCompare(String(other.id)));
      expect(byId(kept.records.accounts[0]?.users ?? [])).toStrictEqual(byId(changed));
      expect(kept.conflicts).toStrictEqual([]);
      const taken = mergeRecords(snapshot(base), snapshot(base), snapshot(changed), []);
      expect(taken).toStrictEqual({ records: snapshot(changed), conflicts: [] });
    }),
  );
});
