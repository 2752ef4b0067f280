import { beforeEach, describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { openTestCaller, type TestCaller } from "../simulation/test-caller.ts";
import type { Batch, StateDatabase } from "./database.ts";
import { Rows } from "./rows.ts";
import { keepState, type State } from "./state.ts";

/** Keeps what is written in memory: the names of the records, `all` where all were, and `gone` for each deletion. */
class TestDatabase implements StateDatabase {
  readonly written: unknown[] = [];
  refusal: unknown;
  isClosed = false;

  write({ start, rows }: Batch): void {
    const names = [...rows].map((row) => (typeof row === "number" ? "gone" : row.record["name"]));
    if (this.refusal !== undefined) throw this.refusal;
    this.written.push(start === undefined ? names : "all");
  }

  close(): void {
    this.isClosed = true;
  }
}

let database: TestDatabase;
let caller: TestCaller;
let state: State;
let failures: unknown[];

beforeEach(async () => {
  database = new TestDatabase();
  caller = await openTestCaller();
  failures = [];
  state = keepState({
    simulation: caller.simulation,
    database,
    name: "my.state",
    source: { world: "demo", dialect: "reference", digest: "" },
    rows: new Rows(undefined),
    requested: [],
    failed: (error) => failures.push(error),
  });
  expect(database.written.splice(0)).toStrictEqual(["all"]);
});

const place = { account: "acct_aurora", kind: "users" } as const;

async function create(...names: readonly string[]): Promise<void> {
  for (const name of names) await caller.simulation.edits.add(place, { id: `usr_${name}`, name });
}

function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode });
}

describe("what was done", () => {
  test("is waited for, by readers, too; then there is nothing to wait for", async () => {
    expect(state.saved()).toBeUndefined();
    await create("a", "b", "c");
    const writer = state.saved();
    expect(state.saved()).toBe(writer);
    expect(database.written).toStrictEqual([]);
    await writer;
    expect(database.written).toStrictEqual([["a", "b", "c"]]);
    expect(state.saved()).toBeUndefined();
  });

  test("is written though nobody waits for it", async () => {
    await create("a");
    await expect.poll(() => database.written, { interval: 1 }).toStrictEqual([["a"]]);
  });

  test("with the collections themselves is kept as well", async () => {
    const { users } = caller.simulation.collections();
    const { id } = await users.create({ name: "a", email: "a@new.example" });
    await state.saved();
    await users.update((q) => q.where({ id }), { data: (user) => void (user.name = "b") });
    await state.saved();
    users.delete((q) => q.where({ id }));
    await state.saved();
    expect(database.written).toStrictEqual([["a"], ["b"], ["gone"]]);
  });

  test("to clock and scenarios is written without a record; a reset writes all", async () => {
    caller.simulation.clock.freeze(5);
    caller.simulation.use("refused");
    await state.saved();
    await caller.simulation.reset();
    await state.saved();
    expect(database.written).toStrictEqual([[], "all"]);
  });

  test("of a record that was removed and put back takes its place again, without the others", async () => {
    await caller.simulation.edits.remove(place, "usr_2z8iq9y7jz");
    await caller.simulation.edits.undo();
    await state.saved();
    expect(database.written).toHaveLength(1);
    expect(database.written).not.toContain("all");
  });
});

describe("where the disk accepts nothing", () => {
  test.each([
    [sqliteError(13, "database or disk is full"), "the disk is full; make room (database or disk is full)"],
    [sqliteError(778, "disk I/O error"), /the disk accepts no more: .* make room \(disk I\/O error\)/],
    [sqliteError(8, "attempt to write a readonly database"), "this user may not write there"],
    [sqliteError(11, "database disk image is malformed"), 'it is damaged: SQLite reports "database disk image'],
  ])("with %s, all who wait are told, each request tries again, and nothing is lost", async (error, reason) => {
    database.refusal = error;
    await create("a");
    await expect(state.saved()).rejects.toThrow(reason);
    await create("b");
    await expect(state.saved()).rejects.toThrow(InputError);
    database.refusal = undefined;
    await state.saved();
    expect(database.written).toStrictEqual([["a", "b"]]);
    expect(failures).toStrictEqual([expect.any(InputError), undefined]);
  });

  test("an error of orgkit's own stays as it is", async () => {
    database.refusal = new TypeError("a mistake");
    await create("a");
    await expect(state.saved()).rejects.toThrow(TypeError);
  });
});

describe("closing", () => {
  test("writes what is not on disk, and follows the simulation no more", async () => {
    await create("a");
    await state.close();
    await create("b");
    expect([state.saved(), database.written, database.isClosed]).toStrictEqual([undefined, [["a"]], true]);
  });

  test("reports what could not be written", async () => {
    database.refusal = sqliteError(13, "full");
    await create("a");
    await expect(state.close()).rejects.toThrow("the disk is full");
    expect(database.isClosed).toBe(true);
  });
});
