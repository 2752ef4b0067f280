import { beforeEach, describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { openTestCaller, type TestCaller } from "../simulation/test-caller.ts";
import { keepState, type State } from "./state.ts";
import { TestDisk } from "./test-disk.ts";

let disk: TestDisk;
let caller: TestCaller;
let state: State;
let failures: unknown[];

beforeEach(async () => {
  disk = new TestDisk();
  caller = await openTestCaller();
  failures = [];
  state = keepState({
    simulation: caller.simulation,
    file: disk,
    name: "my.state",
    kit: "1.2.3",
    source: { world: "demo", dialect: "reference", digest: "" },
    asked: [],
    failed: (error) => failures.push(error),
  });
});

const place = { account: "acct_aurora", kind: "users" } as const;

async function create(...names: readonly string[]): Promise<void> {
  for (const name of names) await caller.simulation.edits.add(place, { id: `usr_${name}`, name });
}

/** How a promise stands after all that can happen without the disk has happened. */
async function standing(promise: Promise<void> | undefined): Promise<string> {
  let known = "waiting";
  promise?.then(
    () => (known = "saved"),
    () => (known = "refused"),
  );
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  return promise === undefined ? "nothing to save" : known;
}

/** The names of the users that a line tells of, and what else it tells. */
function told(line: string | undefined): unknown {
  const entry: { changes: { added?: { record: object } }[]; clock?: object; scenarios?: object } = JSON.parse(
    line ?? "",
  );
  const { changes, clock, scenarios } = entry;
  const names = changes.map(({ added }) => (added && "name" in added.record ? added.record.name : "gone"));
  return clock === undefined ? names : { names, clock, scenarios };
}

describe("what was done", () => {
  test("is waited for until the disk has it, by readers, too; then there is nothing to wait for", async () => {
    expect(state.saved()).toBeUndefined();
    await create("a");
    const [writer, reader] = [state.saved(), state.saved()];
    expect(await standing(writer)).toBe("waiting");
    await disk.turn();
    expect([await standing(writer), await standing(reader)]).toStrictEqual(["saved", "saved"]);
    expect(state.saved()).toBeUndefined();
    expect(disk.written.map(told)).toStrictEqual([["a"]]);
  });

  test("with the collections themselves is kept as well", async () => {
    const { users } = caller.simulation.collections();
    const { id } = await users.create({ name: "a", email: "a@new.example" });
    await users.update((q) => q.where({ id }), { data: (user) => void (user.name = "b") });
    users.delete((q) => q.where({ id }));
    const saved = state.saved();
    await disk.turn();
    await saved;
    expect(disk.written.map(told)).toStrictEqual([["a", "gone", "b", "gone"]]);
  });

  test("at the same time is one write; while the disk writes, the next gathers", async () => {
    await create("a", "b", "c");
    const first = state.saved();
    await disk.isAsked();
    await create("d");
    const second = state.saved();
    await create("e");
    expect(state.saved()).toBe(second);
    await disk.turn();
    expect([await standing(first), await standing(second)]).toStrictEqual(["saved", "waiting"]);
    await disk.turn();
    await second;
    expect(disk.written.map(told)).toStrictEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });

  test("is written though nobody waits for it", async () => {
    await create("a");
    await disk.turn();
    await expect.poll(() => disk.written.map(told), { interval: 1 }).toStrictEqual([["a"]]);
  });

  test("of one edit is in one line: what was and what is", async () => {
    await create("a");
    await caller.simulation.edits.replace(place, "usr_a", { id: "usr_a", name: "b" });
    await disk.turn();
    await state.saved();
    expect(disk.written.map(told)).toStrictEqual([["a", "gone", "b"]]);
  });

  test("to clock and scenarios is a line, to all a new base", async () => {
    const { simulation } = caller;
    simulation.clock.freeze(5);
    simulation.use("refused");
    await disk.turn();
    await state.saved();
    await create("a");
    await simulation.reset();
    await disk.turn();
    await state.saved();
    // Header, nine lists, and how things stand.
    expect([told(disk.written[0]), disk.written[1]]).toStrictEqual([
      { names: [], clock: { frozenAt: 5, aheadMs: 0 }, scenarios: ["refused"] },
      "base of 11 lines",
    ]);
  });

  test("is folded into a new base once there is much of it", async () => {
    disk.isLong = true;
    await create("a");
    await disk.turn();
    await state.saved();
    expect(disk.written).toStrictEqual(["base of 11 lines"]);
  });
});

describe("where the disk refuses", () => {
  test.each([
    ["ENOSPC", "the disk is full; make room (ENOSPC)"],
    ["EDQUOT", "your share of the disk is full; make room (EDQUOT)"],
    ["EIO", "the disk reports a failure; name a file on another one (EIO)"],
    ["EROFS", "the disk is mounted read-only; name a file on another one (EROFS)"],
    ["EFBIG", "the file would be larger than this process may write (ulimit -f); allow more (EFBIG)"],
    ["EWHATEVER", "it cannot be used (EWHATEVER)"],
  ])("with %s, all who wait are told, and nothing is lost once it does not", async (code, reason) => {
    disk.refusal = code;
    await create("a");
    const first = state.saved();
    await disk.isAsked();
    await create("b");
    const second = state.saved();
    await disk.turn();
    await expect(first).rejects.toThrow(`State file "my.state" cannot be used:\n  my.state: ${reason}`);
    await disk.turn();
    await expect(second).rejects.toThrow(InputError);
    await create("c");
    disk.refusal = undefined;
    const third = state.saved();
    await disk.turn();
    await third;
    expect(disk.written.map(told)).toStrictEqual([["a", "b", "c"]]);
    expect(state.saved()).toBeUndefined();
    expect(failures).toStrictEqual([expect.any(InputError), undefined]);
  });

  test("each call tries again", async () => {
    disk.refusal = "ENOSPC";
    await create("a");
    await disk.turn();
    await expect(state.saved()).rejects.toThrow("the disk is full");
    const [again, another] = [state.saved(), state.saved()];
    expect(another).toBe(again);
    disk.refusal = undefined;
    await disk.turn();
    await again;
    expect(disk.written.map(told)).toStrictEqual([["a"]]);
  });

  test("a new base for want of room, what was done is appended, and the base is not tried at once again", async () => {
    disk.isLong = true;
    disk.refusal = "ENOSPC";
    await create("a");
    const saved = state.saved();
    await disk.turn();
    disk.refusal = undefined;
    await disk.turn();
    await saved;
    await create("b");
    await disk.turn();
    await state.saved();
    expect(disk.written.map(told)).toStrictEqual([["a"], ["b"]]);
    expect(failures).toStrictEqual([]);
  });

  test("to keep a new base through a loss of power, another base is written: the first tells what was done", async () => {
    disk.isLong = true;
    disk.refusal = "EIO";
    await create("a");
    const first = state.saved();
    await disk.isAsked();
    disk.isUnsettled = true;
    await disk.turn();
    await expect(first).rejects.toThrow("the disk reports a failure");
    disk.refusal = undefined;
    const second = state.saved();
    await disk.turn();
    await second;
    expect(disk.written).toStrictEqual(["base of 11 lines"]);
  });

  test("a fault of orgkit's own is told as it is", async () => {
    disk.append = () => Promise.reject(new TypeError("a mistake"));
    await create("a");
    await expect(state.saved()).rejects.toThrow(TypeError);
  });
});

describe("closing", () => {
  test("writes what is not on disk, and follows the simulation no more", async () => {
    await create("a");
    const closed = state.close();
    await disk.turn();
    await closed;
    await create("b");
    expect([state.saved(), disk.written.map(told), disk.isClosed]).toStrictEqual([undefined, [["a"]], true]);
  });

  test("tells what could not be written", async () => {
    disk.refusal = "ENOSPC";
    await create("a");
    const closed = state.close();
    await disk.turn();
    await expect(closed).rejects.toThrow("the disk is full");
    expect(disk.isClosed).toBe(true);
  });
});
