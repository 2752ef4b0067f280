import { describe, expect, test } from "vitest";
import { WritableJournal } from "./journal.ts";
import type { JournalItem } from "./entry.ts";
import { expectationSchema } from "./expectation.ts";

const reading = { isKnownToken: () => true, accountOf: () => undefined, isDefault: () => false };

function journalItem(number: number, path = "/api/v1/users", status = 200): JournalItem {
  return {
    number,
    at: 0,
    call: { method: "GET", path, query: "", headers: {}, body: new Uint8Array() },
    reply: { status, headers: {}, body: "", why: { operation: "listUsers", rule: "statuses.success.listUsers" } },
  };
}

function filled(calls: number, capacity = 1000): WritableJournal {
  const journal = new WritableJournal({ capacity, ...reading });
  for (let number = 1; number <= calls; number += 1)
    journal.record(journalItem(number, `/${number % 2}`, 200 + number));
  return journal;
}

function numbers(journal: WritableJournal): readonly number[] {
  return journal.entries().map(({ number }) => number);
}

describe("a journal", () => {
  test("finds a request by its secrets, and shows none of them", () => {
    const journal = new WritableJournal({ capacity: 10, ...reading, isKnownToken: () => false });
    const { call, ...rest } = journalItem(1);
    const body = new TextEncoder().encode('{"password":"hunter2"}');
    journal.record({ ...rest, call: { ...call, headers: { authorization: "Bearer real-token-1" }, body } });
    const match = { headers: { authorization: "Bearer real-token-1" }, body: { password: "hunter2" } };
    expect(journal.find(match)).toHaveLength(1);
    expect(JSON.stringify(journal.find(match))).not.toMatch(/real-token|hunter2/);
    const missed = journal.verify({ match: { ...match, status: 500 } });
    expect(missed.nearMisses.map(({ entry }) => entry.number)).toStrictEqual([1]);
    expect(JSON.stringify(missed)).not.toMatch(/was \\?"(?:Bearer real|hunter)/);
  });

  test("drops the oldest entries above 16 MB", () => {
    const journal = new WritableJournal({ capacity: 100, ...reading });
    const { call, ...rest } = journalItem(0);
    const body = new Uint8Array(5_000_000);
    for (const number of [1, 2, 3, 4]) journal.record({ ...rest, number, call: { ...call, body } });
    expect([numbers(journal), journal.size, journal.total]).toStrictEqual([[2, 3, 4], 3, 4]);
    expect([journal.newest(2, 0), journal.newest(0, 0), journal.newest(9, 4)]).toMatchObject([
      [{ number: 3 }, { number: 4 }],
      [],
      [],
    ]);
  });

  test("with a size of 0 still counts and notifies", () => {
    const journal = new WritableJournal({ capacity: 0, ...reading });
    const received: number[] = [];
    journal.subscribe(({ number }) => received.push(number));
    for (const number of [1, 2, 3]) journal.record(journalItem(number));
    expect([numbers(journal), journal.size, journal.total, received]).toStrictEqual([[], 0, 3, [1, 2, 3]]);
  });

  test("finds, counts, drops the oldest when full, and clears", () => {
    const journal = filled(6, 5);
    expect([numbers(journal), journal.size, journal.total, journal.capacity]).toStrictEqual([[2, 3, 4, 5, 6], 5, 6, 5]);
    expect(journal.find({ path: "/1" }).map(({ number }) => number)).toStrictEqual([3, 5]);
    expect([journal.count({ path: "/0" }), journal.count({}), journal.count({ status: 999 })]).toStrictEqual([3, 5, 0]);
    journal.clear();
    expect([numbers(journal), journal.size, journal.total]).toStrictEqual([[], 0, 0]);
  });

  test("notifies each listener of each request, until it is removed", () => {
    const journal = filled(1);
    const received: string[] = [];
    const ends = ["a", "b"].map((name) => journal.subscribe(({ number }) => received.push(`${name}${number}`)));
    journal.record(journalItem(2));
    ends[0]?.();
    journal.record(journalItem(3));
    ends[1]?.();
    journal.record(journalItem(4));
    expect(received).toStrictEqual(["a2", "b2", "b3"]);
  });
});

describe("verify", () => {
  test.each([
    [{}, true, "at least 1 request", [1, 2, 3, 4, 5]],
    [{ count: 1 }, false, "exactly 1 request", [1, 2, 3, 4, 5]],
    [{ match: { path: "/1" }, count: 3 }, true, "exactly 3 requests", [1, 3, 5]],
    [{ match: { path: "/9" }, count: 0 }, true, "exactly 0 requests", []],
    [{ match: { path: "/1" }, count: { atLeast: 4 } }, false, "at least 4 requests", [1, 3, 5]],
    [{ match: { path: "/1" }, count: { atMost: 2 } }, false, "at most 2 requests", [1, 3, 5]],
    [{ match: { path: "/1" }, count: { atLeast: 1, atMost: 3 } }, true, "1 to 3 requests", [1, 3, 5]],
  ])("%j: %s, %s", (expectation, ok, expected, entries) => {
    expect(filled(5).verify(expectation)).toMatchObject({ ok, expected, entries, count: entries.length });
  });

  test("shows the closest other requests if too few matched, at most three", () => {
    const { nearMisses } = filled(9).verify({ match: { path: "/1", status: 204 } });
    expect(nearMisses.map(({ entry, differences }) => [entry.number, differences])).toStrictEqual([
      [1, ["status: expected 204, was 201"]],
      [3, ["status: expected 204, was 203"]],
      [4, ['path: expected "/1", was "/0"']],
    ]);
    expect(filled(9).verify({ match: { path: "/1" }, count: 2 }).nearMisses).toStrictEqual([]);
  });
});

test("by default expects at least one request of any kind", () => {
  expect(expectationSchema.parse({})).toStrictEqual({ match: {}, count: { atLeast: 1 } });
  for (const odd of [{ count: -1 }, { count: 1.5 }, { count: { least: 1 } }, { matches: {} }]) {
    expect(expectationSchema.safeParse(odd).success).toBe(false);
  }
});
