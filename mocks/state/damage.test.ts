import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { fileProblem } from "./file-problem.ts";
import { readState } from "./read-state.ts";
import { sourceOf, type Source } from "./source.ts";
import { openStateFolder, openTestState, refusal, reopen } from "./test-state.ts";

const folder = openStateFolder();
const place = { account: "acct_aurora", kind: "users" } as const;

/** What a simulation held, and how long the log was that tells it. */
interface Moment {
  readonly end: number;
  readonly snapshot: unknown;
}

/** The files of a mock that was killed: all after its start is in the log. */
let file: Buffer;
let log: Buffer;
let history: readonly Moment[];
let source: Source;

beforeAll(async () => {
  const path = folder.newPath();
  const { caller, state } = await openTestState(path);
  const { simulation } = caller;
  source = sourceOf(loadWorld("demo", 1), simulation.dialect);
  const moments: Moment[] = [];
  const keep = async (): Promise<void> => {
    await state.saved();
    moments.push({ end: readFileSync(`${path}-wal`).byteLength, snapshot: simulation.snapshot() });
  };
  await keep();
  for (let number = 0; number < 8; number += 1) {
    const id = `usr_${number}`;
    await simulation.edits.add(place, { id, name: `"a":"${number}\n`, note: "x".repeat(number * 1000) });
    if (number % 3 === 0) await simulation.edits.replace(place, "usr_2z8iq9y7jz", { id: "usr_2z8iq9y7jz", number });
    if (number % 4 === 1) await simulation.edits.remove(place, id);
    if (number % 5 === 2) simulation.clock.advance(1000);
    await keep();
  }
  log = readFileSync(`${path}-wal`);
  file = readFileSync(path);
  await state.close();
  history = moments;
});

function put(main: Buffer, tail: Buffer): string {
  const path = join(folder.path, "tried.state");
  rmSync(`${path}-wal`, { force: true });
  writeFileSync(path, main);
  if (tail.length > 0) writeFileSync(`${path}-wal`, tail);
  return path;
}

/** What is read of these files, or the words in which they are refused; they stay as they are. */
function read(main: Buffer, tail: Buffer): unknown {
  const path = put(main, tail);
  try {
    return readState(path, "my.state", source)?.snapshot;
  } catch (error) {
    const problem = fileProblem("my.state", error);
    if (problem instanceof InputError) return problem.message;
    throw error;
  } finally {
    expect(readFileSync(path).equals(main)).toBe(true);
    if (tail.length > 0) expect(readFileSync(`${path}-wal`).equals(tail)).toBe(true);
  }
}

function changed(bytes: Buffer, at: number, difference: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ difference;
  return copy;
}

const refused = /it is damaged|it is not a state file|it has format/;

describe("a log that is cut anywhere", () => {
  test("shows all that was written before", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: log.byteLength }), (length) => {
        const expected = history.findLast(({ end }) => end <= length) ?? history[0];
        expect(read(file, log.subarray(0, length))).toStrictEqual(expected?.snapshot);
      }),
      { numRuns: 100 },
    );
  });

  test("is cut back to its last whole write, which is shown", async () => {
    const end = history.at(-2)?.end ?? 0;
    const { state, caller } = await reopen(put(file, log.subarray(0, end + 20)));
    expect(state.found).toMatch(/^went on from \d+ users; cut 20 bytes of a write that was interrupted$/);
    expect(caller.simulation.snapshot()).toStrictEqual(history.at(-2)?.snapshot);
  });
});

describe("a byte that changed is refused, or changes nothing", () => {
  const difference = fc.integer({ min: 1, max: 255 });

  test("in the file", () => {
    const whole = history[0]?.snapshot;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.byteLength - 1 }), difference, (at, by) => {
        const result = read(changed(file, at, by), Buffer.alloc(0));
        if (typeof result === "string") expect(result).toMatch(refused);
        else expect(result).toStrictEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test("in the log, where it is not in the last two writes", () => {
    const end = history.at(-3)?.end ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: end - 1 }), difference, (at, by) => {
        expect(read(file, changed(log, at, by))).toMatch(refused);
      }),
      { numRuns: 300 },
    );
  });

  test("in the last write, which is ignored then", () => {
    const end = history.at(-2)?.end ?? 0;
    expect(read(file, changed(log, end + 40, 1))).toStrictEqual(history.at(-2)?.snapshot);
  });

  test("and named, with the files left as they are", async () => {
    expect(await refusal(put(file, changed(log, 5000, 1)))).toContain("a write in the middle of");
    expect(await refusal(put(file.subarray(0, file.length - 4096), Buffer.alloc(0)))).toContain("it is damaged");
  });
});
