import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { readState } from "./read-state.ts";
import { sourceOf } from "./source.ts";
import type { Source } from "./entries.ts";
import { openStateFolder, openTestState, refusal, reopen } from "./test-state.ts";

const folder = openStateFolder();
const place = { account: "acct_aurora", kind: "users" } as const;

/** What a simulation held, and how many bytes told it. */
interface Moment {
  readonly end: number;
  readonly snapshot: unknown;
}

/** A state file, and how things stood after each write of it; the first is its base. */
let file: Buffer;
let history: readonly Moment[];
let source: Source;
let base: number;

beforeAll(async () => {
  const path = folder.newPath();
  const { caller, state } = await openTestState(path);
  const { simulation } = caller;
  source = sourceOf(loadWorld("demo", 1), simulation.dialect);
  const moments: Moment[] = [];
  const keep = async (): Promise<void> => {
    await state.saved();
    moments.push({ end: readFileSync(path).byteLength, snapshot: simulation.snapshot() });
  };
  await keep();
  for (let number = 0; number < 12; number += 1) {
    const id = `usr_${number}`;
    await simulation.edits.add(place, { id, name: `deadbeef {"a":"${number}\n`, note: "x".repeat(number * 20) });
    if (number % 3 === 0) await simulation.edits.replace(place, "usr_2z8iq9y7jz", { id: "usr_2z8iq9y7jz", number });
    if (number % 4 === 1) await simulation.edits.remove(place, id);
    if (number % 5 === 2) simulation.clock.advance(1000);
    await keep();
  }
  await state.close();
  file = readFileSync(path);
  history = moments;
  base = moments[0]?.end ?? 0;
});

/** What is read of these bytes, or the words in which they are refused. */
async function read(bytes: Buffer): Promise<Moment | string> {
  const path = join(folder.path, "tried.state");
  writeFileSync(path, bytes);
  try {
    const { snapshot, length } = await readState(path, "my.state", source);
    return { snapshot, end: length };
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function changed(at: number, difference: number): Buffer {
  const bytes = Buffer.from(file);
  bytes[at] = (bytes[at] ?? 0) ^ difference;
  return bytes;
}

describe("a state file that is cut anywhere", () => {
  test("behind its base tells all that was written before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: base, max: file.byteLength }), async (length) => {
        expect(await read(file.subarray(0, length))).toStrictEqual(history.findLast(({ end }) => end <= length));
      }),
      { numRuns: 200 },
    );
  });

  test("within its base is refused: a base is never written in part", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: base - 1 }), async (length) => {
        expect(await read(file.subarray(0, length))).toMatch(/it is damaged at byte \d+,|it is no state file/);
      }),
      { numRuns: 100 },
    );
  });

  test("with zeros in the place of what came after tells what came before", async () => {
    const end = history.at(-2)?.end ?? 0;
    const bytes = Buffer.concat([file.subarray(0, end + 20), Buffer.alloc(5000)]);
    expect(await read(bytes)).toStrictEqual(history.at(-2));
  });

  test("is cut back to its last whole line, which is said", async () => {
    const path = folder.newPath();
    const end = history.at(-2)?.end ?? 0;
    writeFileSync(path, file.subarray(0, end + 20));
    const { state, caller } = await reopen(path);
    expect(state.found).toMatch(/^went on from \d+ users; cut 20 bytes of a write that was interrupted$/);
    expect(caller.simulation.snapshot()).toStrictEqual(history.at(-2)?.snapshot);
    expect(readFileSync(path)).toStrictEqual(file.subarray(0, end));
    writeFileSync(path, file.subarray(0, end + 1));
    expect((await reopen(path)).state.found).toContain("; cut 1 byte of a write");
  });
});

describe("a state file of which a byte is another", () => {
  const anywhere = (): fc.Arbitrary<number> =>
    fc.oneof(
      fc.integer({ min: 0, max: base - 1 }),
      fc.integer({ min: base, max: file.byteLength - 1 }),
      // The line feeds: without one, two lines are one.
      fc.constantFrom(...history.map(({ end }) => end - 1)),
    );

  test("is refused, or is cut where that is the last line", async () => {
    const last = history.at(-2);
    await fc.assert(
      fc.asyncProperty(anywhere(), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const result = await read(changed(at, difference));
        if (typeof result === "string") expect(result).toMatch(/it is damaged at byte \d+,|it is no state file/);
        else expect([result, at >= (last?.end ?? 0)]).toStrictEqual([last, true]);
      }),
      { numRuns: 500 },
    );
  });

  test("is refused with the place of the line, and left as it is", async () => {
    const path = folder.newPath();
    const start = history[3]?.end ?? 0;
    const bytes = changed(start + 40, 1);
    writeFileSync(path, bytes);
    expect(await refusal(path)).toContain(`it is damaged at byte ${start}, which no interrupted write explains`);
    expect(readFileSync(path)).toStrictEqual(bytes);
  });
});
